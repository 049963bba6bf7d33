import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useAtNow } from '../../../lib/use-now.ts';
import { useErg } from '../../rowing/erg/index.ts';
import { useRooms, type LiveRoom } from '../../rowing/room/index.ts';
import { isInProgress, type RowControl } from '../../rowing/rowing/index.ts';
import { useMayManage } from './may-manage.ts';
import { partsOfPhase, phaseOf, type SessionParts } from './session-phase.ts';

type Facts = {
  session: Session;
  room: LiveRoom;
  runner: RowControl;
  starts: readonly Start[];
  /** Athletes in progress, without those that the host may end. */
  rowing: number;
  /** Each workout item has results. */
  isRowed: boolean;
};

const phaseEveryMs = 1_000;

/** Returns the present parts of the session's page; renders when the phase changes. */
export function useSessionParts(facts: Facts): SessionParts {
  const { session, room, runner, starts, rowing, isRowed } = facts;
  const erg = useErg();
  const clock = useRooms().clockOf(session._id);
  const isMet = useIsMet(room);
  const own = useSyncExternalStore(runner.subscribe, () => ownPhase(runner, session._id));
  const phase = useAtNow((nowMs) => {
    const serverMs = clock.nowMs() ?? nowMs;
    return phaseOf({
      startAtMs: Date.parse(session.startAt),
      nowMs: serverMs,
      own,
      rowing,
      isCountingDown: starts.some(({ startAt }) => Date.parse(startAt) > serverMs),
      isErgConnected: erg.state !== 'disconnected',
    });
  }, phaseEveryMs);
  const isAlone = session.club === null && !session.isAccessibleByLink;
  const isCoach = useMayManage(session) && own === null && erg.state === 'disconnected';
  return useMemo(
    () => partsOfPhase(phase, { isAlone, isMet, isCoach, isRowed }),
    [phase, isAlone, isMet, isCoach, isRowed],
  );
}

/** Returns whether others have the page open, as last known: the list is empty while the connection is lost. */
function useIsMet(room: LiveRoom): boolean {
  const known = useSyncExternalStore(room.subscribe, () => {
    const { length } = room.getMembers();
    return length === 0 ? null : length > 1;
  });
  const [isMet, setIsMet] = useState(known ?? false);
  if (known !== null && known !== isMet) setIsMet(known);
  return known ?? isMet;
}

/** A result stays the athlete's own screen until they leave it. */
function ownPhase(runner: RowControl, sessionId: string): 'rowing' | 'resting' | null {
  const row = runner.getSnapshot();
  if (row?.sessionId !== sessionId) return null;
  return isInProgress(row) && row.progress.phase === 'resting' ? 'resting' : 'rowing';
}

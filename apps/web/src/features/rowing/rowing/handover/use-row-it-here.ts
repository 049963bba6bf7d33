import { liveEvents } from '@boathouse/contract/live';
import { useEffect, useState } from 'react';
import { useErg } from '../../erg/index.ts';
import { useRooms } from '../../room/index.ts';
import type { RowControl } from '../run/lazy-runner.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';
import { takeOver } from './take-over.ts';

/** How often this page asks the device with the erg to release it. */
const askEveryMs = 5_000;

export type RowItHere = {
  /** The athlete wants to continue here, but the erg is not connected here yet. */
  isWanted: boolean;
  want(): void;
  cancel(): void;
};

type WantedRow = Pick<RowSnapshot, 'activityId' | 'sessionId' | 'lostTo' | 'isTakingOver'>;

/**
 * Takes a row over from another device with the first record of a monitor that is connected here, and requests the erg
 * from the other device until then. The other device keeps row and erg if no monitor is ever connected here.
 */
export function useRowItHere(row: WantedRow | null, runner: Pick<RowControl, 'rowing'>): RowItHere {
  const { onRecord } = useErg();
  const rooms = useRooms();
  const [wantedId, setWantedId] = useState<string | null>(null);
  const activityId = row?.lostTo === 'device' && !row.isTakingOver ? row.activityId : null;
  const sessionId = row?.sessionId ?? null;
  const isWanted = activityId !== null && wantedId === activityId;

  useEffect(() => {
    if (!isWanted) return;
    let isTaken = false;
    return onRecord(() => {
      if (isTaken) return;
      isTaken = true;
      setWantedId(null);
      void takeOver(runner);
    });
  }, [isWanted, onRecord, runner]);

  useEffect(() => {
    if (!isWanted || sessionId === null) return;
    const ask = () => {
      // Without a response, or with a server that lacks the event, the page explains the manual way.
      rooms.ask(sessionId, liveEvents.ergAsk, { activity: activityId }).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [isWanted, rooms, sessionId, activityId]);

  return { isWanted, want: () => setWantedId(activityId), cancel: () => setWantedId(null) };
}

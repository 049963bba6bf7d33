import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { MemberState } from '@boathouse/contract/live';
import { useMemo } from 'react';
import { serverNowMs } from '../../../lib/server/server-now.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import type { LiveRoom } from './live-room.ts';
import { waitingReadiness } from './member-states.ts';
import { useRooms } from './room-provider.tsx';

/**
 * The state of an activity in progress: its values arrive, its athlete has begun it and waits for the first stroke, its
 * values have stopped, or have stopped so long ago that the host may end it.
 */
export type RowSignal = 'rowing' | 'waiting' | 'noSignal' | 'stale';

type Signaled = Pick<ListedActivity, '_id' | 'heardAt' | 'workoutItemIndex' | 'distance' | 'user'>;
type Now = { serverMs: number; monotonicMs: number };

/** Returns how long an activity has sent nothing, by the server's time of its values and by this page's own. */
export function silentMsOf(room: Pick<LiveRoom, 'getLane'>, { _id, heardAt }: Signaled, now: Now): number {
  const lane = room.getLane(_id);
  const heardAgoMs = now.serverMs - Date.parse(heardAt);
  return lane === undefined ? heardAgoMs : Math.min(heardAgoMs, now.monotonicMs - lane.freshAtMs);
}

/**
 * Returns the signal of an activity in progress. `state` is the state of the athlete's page: an athlete who pauses on a
 * connected erg may send no values.
 */
export function signalOf(
  room: Pick<LiveRoom, 'getLane'>,
  activity: Signaled,
  state: MemberState | undefined,
  now: Now,
): RowSignal {
  const isBegun = room.getLane(activity._id) === undefined && activity.distance === 0;
  const silentMs = silentMsOf(room, activity, now);
  // The server receives a begin at once, and a row's values later.
  const isNew = silentMs <= limits.heardActivityMs;
  if (isBegun && (isNew || waitingReadiness(state, activity) !== null)) return 'waiting';
  const isConnected = state?.item === activity.workoutItemIndex && state.isRowing && state.isErgConnected;
  if (isNew || isConnected) return 'rowing';
  return silentMs > limits.staleActivityMs ? 'stale' : 'noSignal';
}

const stepMs = 1_000;

/** Returns the signals of the activities in progress, by id; renders only when one changes. */
export function useRowSignals(
  room: LiveRoom,
  activities: readonly ListedActivity[],
): ReadonlyMap<string, RowSignal> {
  const me = useCurrentUser();
  const clock = useRooms().clockOf(room.id);
  const text = useAtNow(() => {
    const now = { serverMs: clock.nowMs() ?? serverNowMs(), monotonicMs: performance.now() };
    const states = room.memberStates.getStates();
    // The server may be unreachable, which does not end the viewer's own row.
    const stateOf = ({ user }: ListedActivity) =>
      (user._id === me._id ? room.memberStates.getOwn() : null) ?? states.get(user._id);
    return activities
      .filter(({ isCompleted }) => !isCompleted)
      .map((activity) => `${activity._id} ${signalOf(room, activity, stateOf(activity), now)}`)
      .join();
  }, stepMs);
  return useMemo(() => new Map(text.split(',').flatMap(entryOf)), [text]);
}

const signals: readonly RowSignal[] = ['rowing', 'waiting', 'noSignal', 'stale'];

function entryOf(entry: string): [string, RowSignal][] {
  const [id = '', word] = entry.split(' ');
  const signal = signals.find((one) => one === word);
  return signal === undefined ? [] : [[id, signal]];
}

/** Returns how many activities have each signal. */
export function countSignals(of: Iterable<RowSignal>): Record<RowSignal, number> {
  const counts = { rowing: 0, waiting: 0, noSignal: 0, stale: 0 };
  for (const signal of of) counts[signal] += 1;
  return counts;
}

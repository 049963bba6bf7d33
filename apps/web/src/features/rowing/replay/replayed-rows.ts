import type { Machine } from '@boathouse/contract/activities';
import { rowedTrack, type Track } from '@boathouse/row/crew/track';
import {
  LaneClock,
  nothingRowed,
  roomOfOne,
  sampleOfTrack,
  type CrewActivity,
  type ViewedRoom,
} from '../room/index.ts';
import type { ReplayClock } from './replay-clock.ts';

/** A result that is replayed. Seconds and meters. */
export type ReplayedResult = {
  activityId: string;
  name: string;
  workout: string;
  machine: Machine;
  elapsedTime: number;
  distance: number;
  isPartial: boolean;
  isSimulated: boolean;
};

/** A result with its strokes, in order. */
export type RowToReplay = { result: ReplayedResult; strokes: Parameters<typeof rowedTrack>[0] };

/** A result with its course over time. */
export type ReplayedRow = { result: ReplayedResult; track: Track };

export function replayedRow(result: ReplayedResult, strokes: RowToReplay['strokes']): ReplayedRow {
  return { result, track: rowedTrack(strokes, result) };
}

/** The end of the longest row, in seconds. */
export function endSecOf(rows: readonly ReplayedRow[]): number {
  return Math.max(0, ...rows.map(({ result }) => result.elapsedTime));
}

/**
 * Returns the room that the lanes of a replay follow, with the values at the clock's time. All rows begin at 0, so each
 * counts its own rowed time. `follow` moves the lanes until the function it returns is called.
 */
export function roomOfReplay(rows: readonly ReplayedRow[], clock: ReplayClock) {
  const byId = new Map(rows.map((row) => [row.result.activityId, row]));
  const laneClock = new LaneClock();
  const room: ViewedRoom = {
    ...roomOfOne(),
    laneClock,
    getLane: (id) => {
      const row = byId.get(id);
      if (row === undefined) return undefined;
      const { isSimulated } = row.result;
      const sample = sampleOfTrack(row.track, clock.getState().atSec, { phase: 'rowing', isSimulated });
      return { sample, freshAtMs: performance.now() };
    },
  };
  const follow = () =>
    clock.subscribe(() => {
      for (const id of byId.keys()) laneClock.note(id);
    });
  return { room, follow };
}

/** Returns a row in the form that the lanes need. */
export function activityOfReplay({ result }: ReplayedRow): CrewActivity {
  const { activityId, name, workout, machine, isPartial, isSimulated } = result;
  return {
    ...nothingRowed,
    _id: activityId,
    isSimulated,
    isPartial,
    machine,
    workout,
    user: { _id: activityId, displayName: name },
  };
}

import type { LiveSample } from '@boathouse/contract/live';
import type { Board, BoardActivity } from '@boathouse/contract/sessions/boards';
import type { LiveLanes } from '../../src/features/rowing/room/index.ts';

export function buildBoardActivity(name: string, parts: Partial<BoardActivity> = {}): BoardActivity {
  return {
    _id: name,
    name,
    workoutItemIndex: 0,
    isCompleted: false,
    elapsedTime: 0,
    distance: 0,
    currentPace: null,
    averagePace: null,
    strokeRate: 0,
    isSimulated: false,
    isPartial: false,
    heardAt: '2026-05-01T17:59:59.000Z',
    ...parts,
  };
}

/** A test of 2 km, then intervals. */
export function buildBoard(...activities: BoardActivity[]): Board {
  return {
    _id: 'board',
    route: '811c9dc5',
    title: 'Tuesday test',
    startAt: '2026-05-01T17:30:00.000Z',
    workoutItems: ['2000m', '3 x 500m / 2:00 rest'],
    activities,
  };
}

/** The lanes of a room with these samples, since a time of the monotonic clock; null while the server has sent none. */
export function buildLanes(samples: Record<string, LiveSample> | null, freshAtMs = 1_000): LiveLanes {
  const lanes = new Map(Object.entries(samples ?? {}).map(([id, sample]) => [id, { sample, freshAtMs }]));
  return { getLane: (id) => lanes.get(id), hasLanes: () => samples !== null };
}

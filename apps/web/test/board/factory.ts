import type { Board, BoardActivity } from '@boathouse/contract/sessions/boards';

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

import type { PastActivity, PieceKind } from '@boathouse/contract/activities/past';

/** What a result is told by: the time over a distance, the meters in a time, the pace of intervals. */
export type FigureName = 'time' | 'distance' | 'pace';

const mainOf: Record<PieceKind, FigureName> = {
  distance: 'time',
  calories: 'time',
  time: 'distance',
  intervals: 'pace',
  open: 'distance',
};

/** The figure that tells most of an activity; the meters where its kind is not known. */
export function mainFigureOf({ kind }: Pick<PastActivity, 'kind'>): FigureName {
  return kind === null || kind === undefined ? 'distance' : mainOf[kind];
}

export { activityById, strokesSoFar, strokesWithoutCurves } from './api.ts';
export { driveShares, resampled } from './activity/force-curves.ts';
export {
  endsOfIntervals,
  paceAxisOf,
  positionTicks,
  rangesOf,
  valueAxisOf,
} from './activity/stroke-series.ts';
export { plottable } from './activity/plottable.ts';
export { LastWorkout } from './last-workout.tsx';
export { RowsBeside } from './move/rows-beside.tsx';
export { PaceLine } from './pace-line.tsx';
export { PartialMark } from './partial-mark.tsx';
export { figuresOf, mainFigureOf } from './result-figures.ts';
export { FinishedRow } from './result/lazy-finished-row.tsx';
export {
  firstDirection,
  firstOrder,
  rankedResults,
  resultColumns,
  sortResults,
  sourceWords,
  isRankable,
  type ResultColumn,
  type ResultOrder,
} from './result/standings.ts';
export { AskedRows } from './same/asked-rows.tsx';
export { SessionLink } from './session-link.tsx';
export { MachineMark, OtherWorkoutMark, SimulatedMark, SourceMark } from './source-mark.tsx';
export { StartMark } from './start-mark.tsx';
export { TagsField } from './tags/lazy-tags-field.tsx';
export { targetsKept } from './targets-kept.ts';
export { WorkoutTitle } from './workout-title.tsx';

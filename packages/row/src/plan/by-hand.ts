/** How an athlete sets a plan on a PM5 by hand, with the names of its menus. */
import { programLimits, type PlannedPiece, type WorkoutPlan } from '@boathouse/pm5/plan';
import { areEqual, endAfter, splitOf, withLength, wordsOf } from './program.ts';
import { clockOf } from '@boathouse/workout-text/describe';

const menu = (entry: string): string => `Choose Select Workout › New Workout › ${entry}.`;
const confirmed = 'Confirm with the check mark.';
const quantities = { distance: 'distance', time: 'time', calories: 'calories' } as const;
const single = { distance: 'Single Distance', time: 'Single Time', calories: 'Single Calorie' } as const;
const repeated = {
  distance: 'Intervals: Distance',
  time: 'Intervals: Time',
  calories: 'Intervals: Calorie',
} as const;

/** Returns the steps to set the plan on a PM5, with the names of its menus. */
export function stepsByHand({ pieces }: WorkoutPlan): string[] {
  const [first, ...others] = pieces;
  if (first === undefined) return ['Choose Just Row.'];
  if (others.length === 0) {
    const split = wordsOf(withLength(first, splitOf(first)));
    return [
      menu(single[first.kind]),
      `Set the ${quantities[first.kind]} to ${wordsOf(first)}, with splits of ${split}.`,
      confirmed,
    ];
  }
  if (areEqual(pieces) && first.restSec !== null) {
    return [
      menu(repeated[first.kind]),
      `Set the ${quantities[first.kind]} to ${wordsOf(first)} and the rest to ${clockOf(first.restSec)}.`,
      `${confirmed} ${endAfter(pieces.length)}`,
    ];
  }
  const { mostIntervals } = programLimits;
  const isTooLong = pieces.length > mostIntervals;
  return [
    menu('Intervals: Variable'),
    ...intervalSteps(pieces.slice(0, mostIntervals)),
    isTooLong
      ? `${confirmed} The monitor takes ${mostIntervals} intervals: row the others after them.`
      : confirmed,
  ];
}

/** Returns the steps to set a workout by hand that only its text describes. */
export function stepsByHandOfText(text: string): string[] {
  return ['Choose Select Workout › New Workout.', `Set it up as the coach wrote it: ${text}`, confirmed];
}

/** One step for each run of equal intervals. */
function intervalSteps(pieces: readonly PlannedPiece[]): string[] {
  const runs: { from: number; to: number; words: string }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const words = `${wordsOf(piece)}, ${restWords(piece.restSec)}`;
    const last = runs.at(-1);
    if (last?.words === words) last.to = index + 1;
    else runs.push({ from: index + 1, to: index + 1, words });
  }
  return runs.map(({ from, to, words }) =>
    from === to ? `Interval ${from}: ${words}.` : `Intervals ${from} to ${to}: ${words}.`,
  );
}

function restWords(restSec: number | null): string {
  if (restSec === null) return 'undefined rest';
  return restSec === 0 ? 'no rest' : `rest ${clockOf(restSec)}`;
}

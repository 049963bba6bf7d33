/**
 * Parses the workouts that coaches type ('4 x 500m / 1:00 rest', "3 x 20' UT2 r 3'") and formats them. Text that is only
 * partly understood gives no plan: a wrong target on a monitor is worse than none.
 */
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { Cursor } from './text/cursor.ts';
import { readSequence } from './text/grammar.ts';
import { piecesOf } from './text/pieces.ts';
import { tokenise } from './text/tokens.ts';
import { justRow } from './text/words.ts';

export type { PlannedPiece } from '@boathouse/pm5/plan';
export { mostPieces } from './text/grammar.ts';
export { describePiece, describePieces, describePlan } from './text/describe.ts';

/** Enough for 100 pieces that each have every target. */
const longestText = 9500;

/**
 * Parses a text to a plan of at most 100 pieces; null when it is not understood, or when no monitor has such a piece
 * (`programLimits`). No pieces: Just Row. Never throws, and takes linear time.
 *
 * Groups are joined by '+' or ','. A rest at the end applies to every earlier group without a rest of its own, and a
 * rest behind a set replaces the rest of the set's last piece.
 */
export function parseWorkoutText(text: string): WorkoutPlan | null {
  const source = text.length > longestText ? null : tokenise(text);
  if (source === null) return null;
  const cursor = new Cursor(source);
  if (cursor.takePhrase(justRow) !== null) return cursor.isAtEnd ? { pieces: [] } : null;
  const groups = readSequence(cursor);
  const pieces = groups !== null && cursor.isAtEnd ? piecesOf(groups) : null;
  return pieces && { pieces };
}

/** Writes a plan for people. Only the form of a workout uses it, so pages do not load it at first. */
import type { Band, PieceTarget, PlannedPiece, RelativeTarget, WorkoutPlan } from '@boathouse/pm5/plan';
import { clockOf, paceOf, runsOf, workOf } from './describe.ts';
import { bestName } from './relative.ts';

function bandInWords({ min, max }: Band, unit: string): string {
  if (min === max) return `${max} ${unit}`;
  return min === 0 ? `up to ${max} ${unit}` : `${min} to ${max} ${unit}`;
}

/** '2k pace + 0:10', '70 % of 2k watts' */
function relativeInWords(target: RelativeTarget): string {
  const best = bestName(target);
  if ('powerShare' in target) return `${Math.round(target.powerShare * 100)} % of ${best} watts`;
  const { offsetSec } = target;
  if (offsetSec === 0) return `${best} pace`;
  return `${best} pace ${offsetSec < 0 ? '−' : '+'} ${paceOf(Math.abs(offsetSec))}`;
}

/** Formats a piece for people: '500 m at 20 to 22 spm, 1:00 rest'. */
export function describePiece(piece: PlannedPiece): string {
  const { paceSec, relative, strokeRate, heartRate, powerW, intensity }: PieceTarget = piece.target ?? {};
  const figures = [
    paceSec === undefined ? [] : `${paceOf(paceSec)} /500 m`,
    relative === undefined ? [] : relativeInWords(relative),
    strokeRate ? bandInWords(strokeRate, 'spm') : [],
    heartRate ? bandInWords(heartRate, 'bpm') : [],
    powerW === undefined ? [] : `${powerW} W`,
  ].flat();
  const work = intensity === undefined ? workOf(piece) : `${workOf(piece)} ${intensity}`;
  const joint = figures[0]?.startsWith('up to') ? ', ' : ' at ';
  const target = figures.length > 0 ? joint + figures.join(', ') : '';
  const rest = piece.restSec === null ? ', undefined rest' : `, ${clockOf(piece.restSec)} rest`;
  return work + target + (piece.restSec === 0 ? '' : rest);
}

function linesOf(pieces: readonly PlannedPiece[]): string[] {
  return runsOf(pieces).map((run) => {
    const isSingle = run.pieces.length === 1;
    const body = (isSingle ? run.pieces.map(describePiece) : linesOf(run.pieces)).join('; ');
    if (run.count === 1) return body;
    return isSingle ? `${run.count} × ${body}` : `${run.count} × (${body})`;
  });
}

/** Formats a plan for people, one line for pieces that repeat: '4 × 500 m at 20 to 22 spm, 1:00 rest'. */
export function describePieces(plan: WorkoutPlan): string[] {
  return plan.pieces.length === 0 ? ['Just row, until you finish'] : linesOf(plan.pieces);
}

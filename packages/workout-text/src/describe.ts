/** Writes a plan as a coach would, in a form that the grammar reads back to the same plan. */
import type { Band, PieceTarget, PlannedPiece, WorkoutPlan } from '@boathouse/pm5/plan';
import { isPaceUnclear } from './pace-form.ts';
import { isRatioLike } from './quantities.ts';
import { relativeText } from './relative.ts';
import { isLongerTime, isRestLike, mayBeRecovery, mayBeRestOfSeries } from './recovery.ts';
import { isEasy, isWarmUp } from './targets.ts';

/** '1:30', '1:05:00': a form that the grammar reads as this many seconds. */
export function clockOf(sec: number): string {
  const minutes = Math.floor(sec / 60);
  const [two, seconds] = [minutes % 60, sec % 60].map((part) => String(part).padStart(2, '0'));
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${two}:${seconds}`;
}

export function paceOf(paceSec: number): string {
  const tenths = Math.round(paceSec * 10);
  const whole = clockOf(Math.floor(tenths / 10));
  return tenths % 10 === 0 ? whole : `${whole}.${tenths % 10}`;
}

export function workOf(piece: PlannedPiece): string {
  if (piece.kind === 'calories') return `${piece.calories} cal`;
  return piece.kind === 'distance' ? `${piece.distanceM} m` : clockOf(piece.durationSec);
}

/** Written as a range, also for one value before the effort 'max': 'rate 20 max' is a maximum. */
function bandOf({ min, max }: Band, intensity = ''): string {
  if (min === max) return /^max\b/i.test(intensity) ? `${max}-${max}` : `${max}`;
  return min === 0 ? `<${max}` : `${min}-${max}`;
}

/** ' @ 2:05 rate 18-20'. Not 'r20', which can be a rest. */
function targetText(piece: PlannedPiece): string {
  const { paceSec, relative, strokeRate, heartRate, powerW, intensity }: PieceTarget = piece.target ?? {};
  const per500 = paceSec !== undefined && isPaceUnclear(piece, paceSec, 'bare') ? '/500m' : '';
  const parts = [
    paceSec === undefined ? [] : `@ ${paceOf(paceSec)}${per500}`,
    strokeRate === undefined ? [] : `rate ${bandOf(strokeRate, intensity)}`,
    heartRate === undefined ? [] : `hr ${bandOf(heartRate, intensity)}`,
    powerW === undefined ? [] : `${powerW} w`,
    relative === undefined ? [] : `@ ${relativeText(relative)}`,
    intensity ?? [],
  ].flat();
  return parts.map((part) => ` ${part}`).join('');
}

function restText(restSec: number | null): string {
  return restSec === null ? ' / undefined rest' : ` / ${clockOf(restSec)} rest`;
}

function pieceText(piece: PlannedPiece): string {
  return workOf(piece) + targetText(piece);
}

/** Equal pieces have equal text with their rest. */
function fullText(piece: PlannedPiece): string {
  return pieceText(piece) + restText(piece.restSec);
}

/** Consecutive pieces that the plan repeats `count` times. */
type Run = { pieces: readonly PlannedPiece[]; count: number };

/** The repeating part at a place that covers the most pieces; if several cover the same number, the shortest. */
function runAt(pieces: readonly PlannedPiece[], texts: readonly string[], start: number): Run {
  let best = { length: 1, count: 1 };
  for (let length = 1; length <= (pieces.length - start) / 2; length += 1) {
    let end = start + length;
    while (end < texts.length && texts[end] === texts[end - length]) end += 1;
    const count = Math.floor((end - start) / length);
    if (count > 1 && count * length > best.count * best.length) best = { length, count };
  }
  return { pieces: pieces.slice(start, start + best.length), count: best.count };
}

export function runsOf(pieces: readonly PlannedPiece[]): Run[] {
  const texts = pieces.map(fullText);
  const runs: Run[] = [];
  for (let start = 0; start < pieces.length;) {
    const run = runAt(pieces, texts, start);
    runs.push(run);
    start += run.count * run.pieces.length;
  }
  return runs;
}

function timesOf(count: number): string {
  return count > 1 ? `${count} x ` : '';
}

function isInBrackets({ pieces: [first, ...others], count }: Run): boolean {
  return others.length > 0 || (count > 1 && first !== undefined && isRatioLike(first));
}

function repeated(count: number, piece: PlannedPiece, text: string): string {
  return timesOf(count) + (count > 1 && isRatioLike(piece) ? `(${text})` : text);
}

/** Pieces that differ only in the last one's rest: '4 x 500 m / 1:00 rest', then the rest of the set. */
function seriesOf(pieces: readonly PlannedPiece[]): { text: string; setRestSec: number | null } | null {
  const [first] = pieces;
  if (!first) return null;
  const isSame = pieces.every(
    (piece, index) =>
      pieceText(piece) === pieceText(first) &&
      (index === pieces.length - 1 || piece.restSec === first.restSec),
  );
  if (!isSame) return null;
  return {
    text: repeated(pieces.length, first, fullText(first)),
    setRestSec: pieces.at(-1)?.restSec ?? null,
  };
}

/** A run with every rest stated. */
function runText({ pieces, count }: Run): string {
  const [first] = pieces;
  if (pieces.length === 1 && first) return repeated(count, first, fullText(first));
  const series = seriesOf(pieces);
  return series
    ? `${timesOf(count)}(${series.text})${restText(series.setRestSec)}`
    : `${timesOf(count)}(${sequenceText(pieces, true)})`;
}

/** Whether the last target clearly belongs to the last piece: the text has a set or an earlier target. */
function isEndClear(runs: readonly Run[]): boolean {
  const isTargeted = (run: Run | undefined) =>
    run?.pieces.some(({ target }) => target !== undefined) === true;
  const hasSet = runs.some(isInBrackets);
  return hasSet || !isTargeted(runs.at(-1)) || runs.length === 1 || runs.slice(0, -1).some(isTargeted);
}

/** "3 x 1000 m + 3:00", '20:00 + 3:00 + 20:00': a piece that may be the rest. `isRepeated`: the first run follows the last. */
function isAddedRest(runs: readonly Run[], index: number, isRepeated: boolean): boolean {
  const [run, before] = [runs[index], runs[index - 1]];
  const [work] = run?.pieces ?? [];
  if (!run || !before || !work || work.target || run.count > 1) return false;
  if (before.count > 1) return mayBeRestOfSeries(work);
  const isStep = isLongerTime(runs[index - 2]?.pieces[0], before.pieces[0]);
  const [workAfter] = (runs[index + 1] ?? (isRepeated && !isStep ? runs[0] : undefined))?.pieces ?? [];
  return isRestLike(work, before.pieces[0], workAfter);
}

/** '10 x 1:00 hard + 1:00 easy': the athlete may row the easy piece after each of the others. */
function isRecovery({ pieces: [piece], count }: Run, index: number, runs: readonly Run[]): boolean {
  const before = runs[index - 1];
  const [pieceBefore] = before?.pieces ?? [];
  if (!piece || !pieceBefore || count > 1 || before?.count === 1) return false;
  return mayBeRecovery(partOf(piece), partOf(pieceBefore));
}

const partOf = (piece: PlannedPiece) => ({ work: piece, target: piece.target });

/** Runs without their rests: the plan has none, or one at the end of the text applies to all. */
function plainText(runs: readonly Run[]): string {
  return runs
    .map(({ pieces, count }) => {
      const [first] = pieces;
      if (pieces.length === 1 && first) return repeated(count, first, pieceText(first));
      return `${timesOf(count)}(${sequenceText(pieces, false, count > 1)})`;
    })
    .join(' + ');
}

/**
 * `isStated`: the text must state each rest, even the absence of a rest, or a later one could apply to it.
 * `isRepeated`: the first piece follows the last one.
 */
function sequenceText(pieces: readonly PlannedPiece[], isStated = false, isRepeated = false): string {
  const runs = runsOf(pieces);
  const [first] = pieces;
  const isOneRest = pieces.every(({ restSec }) => restSec === first?.restSec);
  const hasSet = runs.some(isInBrackets);
  const hasApart =
    runs.length > 1 && pieces.some(({ target }) => isWarmUp(target?.intensity) || isEasy(target?.intensity));
  if (first && isOneRest && isEndClear(runs) && !runs.some(isRecovery)) {
    const added = runs.filter((_, index) => isAddedRest(runs, index, isRepeated));
    if (first.restSec === 0 && !isStated && added.length === 0) return plainText(runs);
    // The rest after a series belongs to the pieces before it only if they are series too.
    const isLastSingle = runs.at(-1)?.count === 1;
    const isOfAll = isLastSingle || runs.every(({ count }) => count > 1);
    // After a series only the last piece can't be one of its rests, because it has its own rest.
    const isClear = added.every((run) => run === runs.at(-1)) || runs.every(({ count }) => count === 1);
    if (!hasSet && !hasApart && isOfAll && isClear) return plainText(runs) + restText(first.restSec);
  }
  return runs.map(runText).join(' + ');
}

/** Formats a plan as one line: '2000 m', '4 x 500 m / 1:00 rest'. `parseWorkoutText` parses it back to the same plan. */
export function describePlan(plan: WorkoutPlan): string {
  return plan.pieces.length === 0 ? 'Just row' : sequenceText(plan.pieces);
}

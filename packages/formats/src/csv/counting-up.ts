import { type FileStroke, rounded } from './strokes.ts';

type Field = 'time' | 'distance';

/**
 * Makes times and distances count up if they count down, as a monitor shows them in a workout of a set time or
 * distance: subtracts the remaining amount of each interval from its set amount.
 */
export function countingUp(strokes: readonly FileStroke[]): FileStroke[] {
  const parts: FileStroke[][] = [];
  for (const stroke of strokes) {
    const before = parts.at(-1)?.at(-1);
    const isSame =
      before !== undefined && before.lap === stroke.lap && (before.rest ?? false) === (stroke.rest ?? false);
    if (isSame) parts.at(-1)?.push(stroke);
    else parts.push([stroke]);
  }
  return parts.flatMap((part) => {
    const turned = countsDown(part, 'distance') ? fromTop(part, 'distance') : part;
    return countsDown(turned, 'time') ? fromTop(turned, 'time') : turned;
  });
}

/** Whether nearly all steps of a column go down; figures that restart go down only once in each interval. */
function countsDown(part: readonly FileStroke[], field: Field): boolean {
  let [down, up] = [0, 0];
  for (const [at, stroke] of part.entries()) {
    const before = part[at - 1];
    if (before === undefined) continue;
    if (stroke[field] < before[field]) down += 1;
    else if (stroke[field] > before[field]) up += 1;
  }
  return down >= 2 && down > up * 4;
}

/** Splits a column that counts down at its restarts, and counts each piece up from 0. */
function fromTop(part: readonly FileStroke[], field: Field): FileStroke[] {
  const pieces: FileStroke[][] = [];
  for (const stroke of part) {
    const before = pieces.at(-1)?.at(-1);
    if (before !== undefined && stroke[field] <= before[field] + smallStepUp[field])
      pieces.at(-1)?.push(stroke);
    else pieces.push([stroke]);
  }
  return pieces.flatMap((piece) => {
    const top = topOf(piece, field);
    return piece.map((stroke) => ({ ...stroke, [field]: Math.max(0, rounded(top - stroke[field])) }));
  });
}

const smallStepUp = { time: 2.5, distance: 10 };

/**
 * Returns the set amount of an interval: a round amount just above the first row, or else the amount that the speed
 * before that row adds.
 */
function topOf(piece: readonly FileStroke[], field: Field): number {
  const [first, last] = [piece[0], piece.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const other: Field = field === 'time' ? 'distance' : 'time';
  const gone = Math.abs(last[other] - first[other]);
  const perOther = gone > 0 ? Math.abs(first[field] - last[field]) / gone : 0;
  // The other column's value at the first row, if it counts up, plus a second or a few meters lost before that row.
  const before = last[other] > first[other] ? first[other] : 0;
  const most = first[field] + perOther * (before + (other === 'time' ? 2 : 6)) + 2;
  for (const step of field === 'time' ? [60, 10, 1] : [100, 50, 10]) {
    const round = Math.ceil(first[field] / step) * step;
    if (round <= most) return round;
  }
  return rounded(first[field] + perOther * before);
}

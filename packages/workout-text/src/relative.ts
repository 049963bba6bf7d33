/** Reads and writes targets that depend on the athlete's own best: '2k+10', '5k pace', '70% 2k watts'. */
import { programLimits, type RelativeTarget } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { unitOf } from './quantities.ts';
import { calorieWords, metersByUnit, restWords, secondsByUnit } from './words.ts';

/** A larger offset in seconds per 500 m has another meaning. */
const mostOffsetSec = 45;
/** Shares of the watts of a best, in percent, inclusive. */
const [leastPercent, mostPercent] = [20, 150];

const units = new Set(['k', 'km', 'm']);
const seconds = new Set(['s', 'sec', 'secs', 'second', 'seconds', '"']);
const ofBest = new Set(['pb', 'pr', 'best']);
const paces = new Set(['pace', 'split']);
const watts = new Set(['watts', 'watt', 'w', 'power']);
/** Nouns of a percentage that does not refer to a best: it is kept as words. */
const shareNouns = new Set([
  'effort',
  'pressure',
  'intensity',
  'power',
  'max',
  'hrmax',
  'mhr',
  'hrr',
  'ftp',
  'max hr',
  'hr max',
  'max heart rate',
]);

/** '2k', '500m' */
function readDistanceOfBest(cursor: Cursor): number | null {
  const number = cursor.takeNumber();
  if (number === null || !cursor.isWord(units)) return null;
  const distanceM = Math.round(number.value * (metersByUnit.get(unitOf(cursor.peek())) ?? 0));
  cursor.skip();
  const isDistance = distanceM >= programLimits.shortestDistanceM && distanceM <= 50_000;
  return isDistance ? distanceM : null;
}

function takeSign(cursor: Cursor): { sign: number; isTight: boolean } | null {
  const isTight = cursor.peek()?.isSpaced === false;
  const mark = cursor.takeMark('+-');
  const word = mark === null ? cursor.takeWord('plus', 'minus') : null;
  if (mark === null && word === null) return null;
  return { sign: mark === '-' || word === 'minus' ? -1 : 1, isTight };
}

/** Whether the number before may have another meaning: the rest in "2k pace - 60 rest", a band, a count. */
function isOther(cursor: Cursor): boolean {
  const [next, after] = [cursor.peek(), cursor.peek(1)];
  const isShare = unitOf(after) === '%' || watts.has(unitOf(after));
  if (next?.kind === 'number') return !isShare;
  if (next?.kind === 'clock') return true;
  if (cursor.isWord(restWords)) return !(unitOf(next) === 'r' && after?.kind === 'number');
  const unitAfter = unitOf(cursor.peek(2));
  const isRest = secondsByUnit.has(unitAfter) || metersByUnit.has(unitAfter) || restWords.has(unitAfter);
  const isTightSlash = cursor.isMark('/') && after?.kind === 'number' && !after.isSpaced && !isRest;
  const isAmount = metersByUnit.has(unitOf(next)) || secondsByUnit.has(unitOf(next));
  return (
    isTightSlash ||
    isAmount ||
    cursor.isMark('-:%*') ||
    cursor.isWord(calorieWords) ||
    cursor.isWord(new Set(['x', 'to']))
  );
}

/** The 12 of '+10-12', '+10/12' and '+10 to 12', or the 70 of '65-70%'; null above `most`. */
function readEndOfBand(cursor: Cursor, most: number): number | null {
  return cursor.attempt(() => {
    const isTight = !cursor.peek()?.isSpaced && !cursor.peek(1)?.isSpaced;
    if ((!isTight || cursor.takeMark('-/') === null) && cursor.takeWord('to') === null) return null;
    const last = cursor.takeNumber();
    if (last === null || last.decimals > 1 || last.value > most) return null;
    if (seconds.has(unitOf(cursor.peek()))) cursor.skip();
    return secondsByUnit.has(unitOf(cursor.peek())) ? null : last.value;
  });
}

/** '+10', '- 1.5 s', 'plus 8 sec', '+0:05'. A spaced '+ 30s' may be the next piece. */
function readOffsetSec(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    const found = takeSign(cursor);
    const amount = cursor.peek();
    if (found === null || amount === undefined) return null;
    const isTight = found.isTight && !amount.isSpaced;
    cursor.skip();
    if (amount.kind === 'clock') {
      // '-0:45' after a space may be a rest.
      const isGlued = !amount.isSpaced && (isTight || found.sign > 0);
      const isOffset = isGlued && !amount.hasHours && amount.sec <= mostOffsetSec;
      return isOffset && !isOther(cursor) ? found.sign * (amount.sec + (amount.tenths ?? 0) / 10) : null;
    }
    if (amount.kind !== 'number' || amount.decimals > 1 || amount.value > mostOffsetSec) return null;
    const hasUnit = seconds.has(unitOf(cursor.peek()));
    const mayBePiece = hasUnit && amount.isSpaced && amount.value >= programLimits.shortestDurationSec;
    if (mayBePiece && !cursor.assume.isTrusting) return null;
    if (hasUnit) cursor.skip();
    const last = cursor.assume.isTrusting ? readEndOfBand(cursor, mostOffsetSec) : null;
    const [least, most] = [amount.value, last ?? amount.value]
      .map((sec) => found.sign * sec)
      .toSorted((a, b) => a - b);
    const chosen = cursor.assume.band === 'slowest' ? most : least;
    return isOther(cursor) ? null : (chosen ?? null);
  });
}

/** '/500m' after an offset. */
function skipPer500(cursor: Cursor): void {
  cursor.attempt(() => {
    if (cursor.takeMark('/') === null || cursor.takeNumber()?.value !== 500) return null;
    return cursor.takeWord('m');
  });
}

/** '2k+10', '2k pace', '2k pace - 2', '5k split plus 3 sec'. */
export function readPaceOfBest(cursor: Cursor): RelativeTarget | null {
  return cursor.attempt(() => {
    const isApart = cursor.peek()?.isSpaced === true || cursor.isMark('@(', -1);
    const hasAt = cursor.isMark('@(', -1) || cursor.isWord(new Set(['at']), -1);
    const ofDistanceM = isApart ? readDistanceOfBest(cursor) : null;
    if (ofDistanceM === null) return null;
    const isOfBest = cursor.isWord(ofBest);
    if (isOfBest) cursor.skip();
    const isPace = cursor.isWord(paces);
    if (isPace) cursor.skip();
    // '20 min, 2k + 10' has no '@', so its plus must be tight.
    const isTight = cursor.peek()?.isSpaced === false && cursor.peek(1)?.isSpaced === false;
    const offsetSec = hasAt || isPace || isOfBest || isTight ? readOffsetSec(cursor) : null;
    const isPaceOfBest = isPace || (isOfBest && hasAt);
    if (offsetSec === null)
      return isPaceOfBest && !isPaceOfOther(cursor) ? { ofDistanceM, offsetSec: 0 } : null;
    skipPer500(cursor);
    if (!isPace && cursor.isWord(paces)) cursor.skip();
    return { ofDistanceM, offsetSec };
  });
}

/** '2k pace +10-12': the text after the pace belongs to it, though it is not understood. */
function isPaceOfOther(cursor: Cursor): boolean {
  const number = cursor.peek(1);
  return cursor.isMark('+-') && number?.kind === 'number' && unitOf(cursor.peek(2)) === '-';
}

/** A trusting reader uses one end of a band. */
function readPercent(cursor: Cursor): number | null {
  const number = cursor.takeNumber();
  if (number === null || number.decimals > 0) return null;
  if (cursor.assume.isTrusting && cursor.isMark('%') && cursor.isMark('-', 1)) cursor.skip();
  const last = cursor.assume.isTrusting ? readEndOfBand(cursor, mostPercent) : null;
  if (cursor.takeMark('%') === null) return null;
  const percent = cursor.assume.band === 'slowest' ? number.value : (last ?? number.value);
  return percent < leastPercent || percent > mostPercent ? null : percent;
}

/** '70% 2k watts', '85% of 2k power'. */
export function readPowerOfBest(cursor: Cursor): RelativeTarget | null {
  return cursor.attempt(() => {
    const percent = readPercent(cursor);
    if (percent === null) return null;
    cursor.takeWord('of');
    const ofDistanceM = readDistanceOfBest(cursor);
    if (ofDistanceM === null || !cursor.isWord(watts)) return null;
    cursor.skip();
    return { ofDistanceM, powerShare: percent / 100 };
  });
}

/** '90%', '75% HRmax', '80% effort': a share of a figure that is not stored, kept as the coach wrote it. */
export function readShareInWords(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const percent = readPercent(cursor);
    if (percent === null) return null;
    const noun = cursor.takePhrase(shareNouns);
    const isOfMore =
      cursor.isWord(new Set(['of'])) || cursor.peek()?.kind === 'number' || cursor.isMark('-%');
    if (isOfMore) return null;
    return noun === null ? `${percent}%` : `${percent}% ${noun.written}`;
  });
}

function distanceText(distanceM: number): string {
  return distanceM % 100 === 0 && distanceM >= 1000 ? `${distanceM / 1000}k` : `${distanceM}m`;
}

/** Names the best that a target depends on: '2k' */
export function bestName({ ofDistanceM }: RelativeTarget): string {
  return distanceText(ofDistanceM);
}

/** Formats a relative target as the grammar reads it: '2k pace', '2k+10', '70% 2k watts'. */
export function relativeText(target: RelativeTarget): string {
  const distance = bestName(target);
  if ('powerShare' in target) return `${Math.round(target.powerShare * 100)}% ${distance} watts`;
  const { offsetSec } = target;
  if (offsetSec === 0) return `${distance} pace`;
  return `${distance}${offsetSec < 0 ? '-' : '+'}${Math.abs(offsetSec)}`;
}

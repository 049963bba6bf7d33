import { lengthLimits, lengthOf, programLimits, type Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import type { NumberToken, Token } from './tokens.ts';
import {
  calorieWords,
  metersByUnit,
  minuteWords,
  namedDistances,
  restWords,
  secondsByUnit,
} from './words.ts';

/** Longer pieces in 'm' would be meters; shorter ones do not exist, so a rest of '2m' is minutes. */
const mostMinutesAsM = 15;

/** Returns whole meters or seconds, the monitor's smallest unit, or null. */
function wholeOf(amount: number, factor: number): number | null {
  const value = amount * factor;
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-6 ? whole : null;
}

/** The word or mark of a token, or an empty text. */
export function unitOf(token: Token | undefined): string {
  if (token?.kind === 'word') return token.word;
  return token?.kind === 'mark' ? token.mark : '';
}

function readDistanceM(cursor: Cursor): number | null {
  const number = cursor.takeNumber();
  if (number === null) return null;
  const factor = metersByUnit.get(unitOf(cursor.peek()));
  // '2.000 m' is 2 km in half of the world.
  if (factor === undefined || (factor === 1 && number.decimals > 0)) return null;
  cursor.skip();
  return wholeOf(number.value, factor);
}

function readClockSec(cursor: Cursor): number | null {
  const token = cursor.peek();
  if (token?.kind !== 'clock' || token.tenths !== null) return null;
  cursor.skip();
  // '1:30 min' is 1:30. Not '1:30 h', which some coaches use for one and a half hours and others for 1:30.
  if (!token.hasHours && cursor.isWord(minuteWords)) cursor.skip();
  return token.sec;
}

/** The seconds of "1'30" or the minutes of '1h30': two digits, directly after the unit and without a unit. */
function readShortPart(cursor: Cursor, factor: number): number | null {
  const number = cursor.peek();
  if (factor === 1 || number?.kind !== 'number' || number.decimals > 0) return null;
  // '1 h 30'
  if (number.isSpaced && !(cursor.assume.isTrusting && factor === 3600)) return null;
  if (number.end - number.start !== 2 || number.value > 59) return null;
  const after = cursor.peek(1);
  const isAlone = !after || after.isSpaced || cursor.isMark(',;/)]}+-', 1) || cursor.isWord(restWords, 1);
  if (!isAlone || secondsByUnit.has(unitOf(after)) || metersByUnit.has(unitOf(after))) return null;
  cursor.skip();
  return (number.value * factor) / 60;
}

/** '1:30', '90 s', '2min', '1 min 30 s', '1h', "1'30". */
export function readDurationSec(cursor: Cursor): number | null {
  const clock = cursor.attempt(() => readClockSec(cursor));
  if (clock !== null) return clock;
  return cursor.attempt(() => {
    let totalSec: number | null = null;
    let lastFactor = Number.POSITIVE_INFINITY;
    for (;;) {
      const number = cursor.peek();
      const factor = secondsByUnit.get(unitOf(cursor.peek(1)));
      // Units must decrease: '30 s 1 min' is more likely two durations than one.
      if (number?.kind !== 'number' || factor === undefined || factor >= lastFactor) return totalSec;
      // '1.30 min' is 1:30 to some coaches and 1.3 min to others.
      const seconds = factor > 1 && number.decimals > 1 ? null : wholeOf(number.value, factor);
      if (seconds === null) return null;
      cursor.skip(2);
      totalSec = (totalSec ?? 0) + seconds;
      lastFactor = factor;
      const short = readShortPart(cursor, factor);
      if (short !== null) return totalSec + short;
    }
  });
}

/**
 * A duration up to the longest that a monitor accepts; here '2m' is 2 minutes. `mayBeBare`: a trusting reader takes a
 * number without a unit.
 */
export function readRestDurationSec(cursor: Cursor, mayBeBare: boolean): number | null {
  return cursor.attempt(() => {
    const restSec =
      readDurationSec(cursor) ??
      readMinutesAsM(cursor) ??
      (mayBeBare ? cursor.assume.rules?.readBareRestSec(cursor) : null) ??
      null;
    return restSec === null || restSec > programLimits.longestDurationSec ? null : restSec;
  });
}

function readMinutesAsM(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    const number = cursor.takeNumber();
    if (number === null || number.decimals > 0 || number.value < 1 || number.value > mostMinutesAsM)
      return null;
    return cursor.takeWord('m') === null ? null : number.value * 60;
  });
}

/** Returns the work if a monitor accepts its amount. */
export function checkedWork(work: Work): Work | null {
  const { least, most } = lengthLimits[work.kind];
  const length = lengthOf(work);
  return length >= least && length <= most ? work : null;
}

/** The work of one piece with its unit, within the monitor's limits: '500 m', '10:00', '20 cal', 'half marathon'. */
export function readWork(cursor: Cursor): Work | null {
  const withUnit = cursor.attempt(() => {
    const named = cursor.takePhrase(namedDistances);
    if (named) return checkedWork({ kind: 'distance', distanceM: namedDistances.get(named.phrase) ?? 0 });
    const distanceM = cursor.attempt(() => readDistanceM(cursor));
    if (distanceM !== null) return checkedWork({ kind: 'distance', distanceM });
    const amount = cursor.peek();
    if (amount?.kind === 'number' && amount.decimals === 0 && cursor.isWord(calorieWords, 1)) {
      cursor.skip(2);
      return checkedWork({ kind: 'calories', calories: amount.value });
    }
    // '500s' means pieces of 500 m to coaches, not 8:20.
    if (amount?.kind === 'number' && amount.value % 250 === 0 && unitOf(cursor.peek(1)) === 's') return null;
    const durationSec = readDurationSec(cursor);
    return durationSec === null ? null : checkedWork({ kind: 'time', durationSec });
  });
  return withUnit ?? cursor.assume.rules?.readBareWork(cursor) ?? null;
}

/** '8 x 40:20' is 40 s of work and 20 s of rest to some. */
export function isRatioLike(work: Work): boolean {
  return (
    work.kind === 'time' && work.durationSec >= 600 && work.durationSec < 3600 && work.durationSec % 60 !== 0
  );
}

/** A number before the unit that follows the last step of a ladder: the 1 of '1-2-3 min'. */
export function workInUnitOf({ value, decimals }: NumberToken, unit: Token | undefined): Work | null {
  const word = unitOf(unit);
  const meters = metersByUnit.get(word);
  const seconds = secondsByUnit.get(word);
  if (meters !== undefined) {
    const distanceM = meters === 1 && decimals > 0 ? null : wholeOf(value, meters);
    return distanceM === null ? null : checkedWork({ kind: 'distance', distanceM });
  }
  if (seconds !== undefined) {
    const durationSec = seconds > 1 && decimals > 1 ? null : wholeOf(value, seconds);
    return durationSec === null ? null : checkedWork({ kind: 'time', durationSec });
  }
  return calorieWords.has(word) && decimals === 0 ? checkedWork({ kind: 'calories', calories: value }) : null;
}

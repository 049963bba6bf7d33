import type { Band } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { isSecondPace } from './pace-form.ts';
import { unitOf } from './quantities.ts';
import { readPaceOfBest, readPowerOfBest, readShareInWords } from './relative.ts';
import type { ReadTarget } from './syntax.ts';
import {
  bpmWords,
  calorieWords,
  caps,
  capsBehind,
  easyEfforts,
  fillers,
  heartRateWords,
  intensities,
  metersByUnit,
  paceWords,
  rateWords,
  restWords,
  secondsByUnit,
  spmWords,
  warmUps,
  wattWords,
} from './words.ts';

/** Limit for two joined intensities, so that every plan has a text within the longest. */
const longestIntensity = 24;

const shortRate = new Set(['r']);
/** The last word of each unit of a rate. */
const lastSpmWords = new Set(['spm', 'minute', 'min']);
const otherUnits = new Set(['bpm', 'stroke', 'strokes', 'spm']);
/** Bare numbers after an 'r' that some coaches use for seconds of rest. */
const likelyRestsSec = [15, 20, 30, 40, 45];

/** Strokes per minute, beats per minute and watts that a coach can mean, inclusive. */
const ranges = {
  strokeRate: [10, 60],
  bareRate: [14, 50],
  heartRate: [50, 230],
  powerW: [20, 1500],
} as const;
const [fastestPaceSec, slowestPaceSec] = [60, 600];
/** A band of slower times has another meaning. */
const slowestBandSec = 180;

function isIn([least, most]: readonly [number, number], value: number): boolean {
  return value >= least && value <= most;
}

function takeWhole(cursor: Cursor): number | null {
  const number = cursor.takeNumber();
  return number === null || number.decimals > 0 ? null : number.value;
}

/** '20', '18-20', '18 to 20', '<20', '20 max', each with or without its unit; null outside the range. */
function readBand(cursor: Cursor, range: readonly [number, number], units: ReadonlySet<string>): Band | null {
  return cursor.attempt(() => {
    const isCap = cursor.takeMark('<') !== null || cursor.takePhrase(caps) !== null;
    if (isCap) cursor.takeMark('=');
    const first = takeWhole(cursor);
    if (first === null) return null;
    const last = cursor.attempt(() => {
      if (cursor.takeMark('-') === null && cursor.takeWord('to') === null) return null;
      return takeWhole(cursor);
    });
    if (!isIn(range, first) || (last !== null && (isCap || last < first || !isIn(range, last)))) return null;
    const hasCapBehind = !isCap && last === null && cursor.takePhrase(capsBehind) !== null;
    cursor.takePhrase(units);
    const isCapped = isCap || hasCapBehind || (last === null && cursor.takePhrase(capsBehind) !== null);
    // In 'r24 max hr 150' the cap may belong to either figure.
    const isRate =
      cursor.isWord(shortRate) &&
      cursor.peek(1)?.kind === 'number' &&
      !secondsByUnit.has(unitOf(cursor.peek(2)));
    const isFigureNext = isRate || cursor.isWord(rateWords) || cursor.isWord(heartRateWords);
    if (cursor.isWord(capsBehind, -1) && isFigureNext) return null;
    return { min: isCapped ? 0 : first, max: last ?? first };
  });
}

/** Whether the next token makes the number before it an amount of something else: 'r20s', '@ 20 cal'. */
function isUnitNext(cursor: Cursor): boolean {
  const next = cursor.peek();
  if (next?.kind === 'mark') return '\'":%'.includes(next.mark);
  if (next?.kind !== 'word') return false;
  if (!next.isSpaced) return true;
  // 'hr' before a number is the heart rate, and 'w/' is 'with'.
  if (next.word === 'hr') return cursor.peek(1)?.kind !== 'number' && !cursor.isMark(':=<', 1);
  if (next.word === 'w') return !cursor.isMark('/', 1);
  const amounts = [metersByUnit, secondsByUnit, calorieWords, wattWords, otherUnits];
  return amounts.some((units) => units.has(next.word));
}

function readNamedRate(cursor: Cursor): ReadTarget | null {
  return cursor.attempt(() => {
    const isCap = cursor.takeWord('max', 'cap') !== null;
    const isNamed = cursor.takePhrase(rateWords) !== null;
    if (!isNamed && (cursor.takeWord('r') === null || cursor.assume.shortRest === 'rest')) return null;
    if (cursor.takeMark(':=') === null) cursor.takeWord('of', 'at');
    const before = cursor.peek();
    const band = readBand(cursor, isNamed ? ranges.strokeRate : ranges.bareRate, spmWords);
    if (band === null || isUnitNext(cursor) || (isCap && band.min !== band.max)) return null;
    const isBare = !isNamed && !isCap && before === cursor.peek(-1) && likelyRestsSec.includes(band.max);
    return {
      strokeRate: isCap ? { min: 0, max: band.max } : band,
      ...(isBare ? { isRateLikeRest: true } : {}),
    };
  });
}

function readHeartRate(cursor: Cursor): ReadTarget | null {
  return cursor.attempt(() => {
    const isCap = cursor.takeWord('max', 'cap') !== null;
    const isNamed = cursor.takePhrase(heartRateWords) !== null;
    if (isNamed && cursor.takeMark(':=') === null) cursor.takeWord('of', 'at');
    const band = readBand(cursor, ranges.heartRate, bpmWords);
    if (band === null || isUnitNext(cursor) || (isCap && band.min !== band.max)) return null;
    if (!isNamed && !cursor.isWord(bpmWords, -1)) return null;
    return { heartRate: isCap ? { min: 0, max: band.max } : band };
  });
}

/** The 220 of '200-220 W', '200W-220W' and '200/220 watts'; a plan has no band of watts. */
function readEndOfPower(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    if (cursor.isWord(wattWords)) cursor.skip();
    if (cursor.takeMark('-/') === null && cursor.takeWord('to') === null) return null;
    const last = takeWhole(cursor);
    return last !== null && isIn(ranges.powerW, last) && cursor.isWord(wattWords) ? last : null;
  });
}

function readPower(cursor: Cursor): ReadTarget | null {
  return cursor.attempt(() => {
    const isNamed = cursor.takeWord('watts', 'power') !== null;
    if (isNamed) cursor.takeMark(':=');
    const first = takeWhole(cursor);
    const last = first === null || !cursor.assume.isTrusting ? null : readEndOfPower(cursor);
    const powerW = cursor.assume.band === 'slowest' ? first : (last ?? first);
    if (powerW === null || !isIn(ranges.powerW, powerW)) return null;
    const unit = cursor.peek();
    // In '500 w/ 2:00' the w is 'with'.
    const isWith = unit?.isSpaced === true && cursor.isMark('/', 1) && cursor.peek(1)?.isSpaced === false;
    const hasUnit = cursor.isWord(wattWords) && !isWith;
    if (hasUnit) cursor.skip();
    else if (!isNamed || isUnitNext(cursor)) return null;
    return { powerW };
  });
}

/** '/500m' after a pace. */
function skipPer500(cursor: Cursor): boolean {
  return (
    cursor.attempt(() => {
      if (cursor.takeMark('/') === null || cursor.takeNumber()?.value !== 500) return null;
      cursor.takeWord('m');
      return true;
    }) ?? false
  );
}

function readPace(cursor: Cursor, hasAt: boolean): ReadTarget | null {
  return cursor.attempt(() => {
    const name = cursor.takePhrase(paceWords)?.phrase;
    if (name !== undefined && cursor.takeMark(':=') === null) cursor.takeWord('of', 'at');
    const clock = cursor.peek();
    if (clock?.kind !== 'clock' || clock.hasHours) return null;
    cursor.skip();
    const isPer500 = skipPer500(cursor);
    const nameBehind = cursor.takePhrase(paceWords)?.phrase;
    const isNamed = name !== undefined || nameBehind !== undefined;
    if (!hasAt && !isNamed && !isPer500) return null;
    const paceSec = clock.sec + (clock.tenths ?? 0) / 10;
    if (paceSec < fastestPaceSec || paceSec > slowestPaceSec) return null;
    // A plan has no band of paces: '@ 2:05-2:10'. In '@ 2:05/2:10' the second is a pace to some coaches, a rest to
    // others.
    const next = cursor.peek(1);
    const isSecond = next?.kind === 'clock' && cursor.assume.isTrusting && isSecondPace(paceSec, next.sec);
    const isBand =
      next?.kind === 'clock' && (cursor.isMark('-') || (cursor.isMark('/') && (!next.isSpaced || isSecond)));
    if (isBand) {
      if (!cursor.assume.isTrusting) return null;
      cursor.skip(2);
      skipPer500(cursor);
      const both = [paceSec, next.sec + (next.tenths ?? 0) / 10];
      const chosen = cursor.assume.band === 'slowest' ? Math.max(...both) : Math.min(...both);
      const isPace = both.every((sec) => sec >= fastestPaceSec && sec <= slowestBandSec);
      return isPace ? { paceSec: chosen } : null;
    }
    const isPace = name === 'pace' || nameBehind === 'pace';
    return isPer500 ? { paceSec } : { paceSec, paceForm: isPace ? 'pace' : isNamed ? 'split' : 'bare' };
  });
}

function readStrokesPerMinute(cursor: Cursor, hasAt: boolean): ReadTarget | null {
  return cursor.attempt(() => {
    const strokeRate = readBand(cursor, ranges.strokeRate, spmWords);
    if (strokeRate === null) return null;
    const hasUnit = cursor.isWord(lastSpmWords, -1);
    if (hasUnit) return { strokeRate };
    return hasAt && isIn(ranges.bareRate, strokeRate.max) && !isUnitNext(cursor) ? { strokeRate } : null;
  });
}

function readRelative(cursor: Cursor): ReadTarget | null {
  const relative = readPaceOfBest(cursor) ?? readPowerOfBest(cursor);
  return relative && { relative };
}

/** AT, TR and AN in capitals: in lower case, and before a value, 'at' and 'an' are ordinary words. */
function readZoneLetters(cursor: Cursor): ReadTarget | null {
  return cursor.attempt(() => {
    const zone = cursor.peek();
    if (zone === undefined || cursor.takeWord('at', 'tr', 'an') === null) return null;
    const intensity = cursor.writtenBetween(zone, zone);
    if (intensity !== intensity.toUpperCase()) return null;
    const next = cursor.peek();
    const isRest =
      cursor.isWord(restWords) &&
      !(cursor.peek(1)?.kind === 'number' && !secondsByUnit.has(unitOf(cursor.peek(2))));
    const isRate =
      cursor.hasSmallLetters &&
      next?.kind === 'word' &&
      (rateWords.has(next.word) || next.word === 'r') &&
      cursor.peek(1)?.kind === 'number';
    const isEnd = next === undefined || (next.kind === 'mark' && next.mark !== '@' && next.mark !== '<');
    return isEnd || isRest || isRate || cursor.isWord(new Set(['x'])) ? { intensity } : null;
  });
}

function readIntensity(cursor: Cursor): ReadTarget | null {
  return (
    readZoneLetters(cursor) ??
    cursor.attempt(() => {
      const found = cursor.takePhrase(intensities);
      if (found === null) return null;
      // 'max 200 w' is a limit, not an effort.
      const isLimit = found.phrase === 'max' && cursor.peek()?.kind === 'number';
      return isLimit ? null : { intensity: found.written };
    }) ??
    cursor.attempt(() => {
      const intensity = readShareInWords(cursor);
      return intensity === null ? null : { intensity };
    })
  );
}

/** 'at'. In '20 min AT 2:00' it is the zone, and the 2:00 may be a rest. */
function takeAt(cursor: Cursor): boolean {
  const word = cursor.peek();
  if (word === undefined || cursor.takeWord('at') === null) return false;
  return !cursor.hasSmallLetters || cursor.writtenBetween(word, word) !== 'AT';
}

/** One target, with or without '@': '@ 2:05', 'r18-20', 'hr <150', '200w', 'UT2'. */
export function readTarget(cursor: Cursor): ReadTarget | null {
  const read = (hasAt: boolean): ReadTarget | null =>
    readNamedRate(cursor) ??
    readHeartRate(cursor) ??
    readPower(cursor) ??
    readPace(cursor, hasAt) ??
    readStrokesPerMinute(cursor, hasAt) ??
    readRelative(cursor) ??
    readIntensity(cursor);
  return (
    read(false) ??
    cursor.attempt(() => {
      const hasAt = cursor.takeMark('@') !== null || takeAt(cursor);
      return hasAt ? read(true) : null;
    })
  );
}

/** Targets that may precede the work, joined to others: 'easy 10k', 'watts 200 20 min'. */
export function readLeadingTargets(cursor: Cursor, others: ReadTarget): ReadTarget | null {
  let all = others;
  for (;;) {
    const found = cursor.attempt(() => {
      const intensity = readIntensity(cursor);
      if (intensity !== null || cursor.takeWord(...wattWords) === null) return intensity;
      const powerW = takeWhole(cursor);
      const isAlone = cursor.peek()?.kind === 'number' || cursor.peek()?.kind === 'clock';
      return powerW === null || !isIn(ranges.powerW, powerW) || !isAlone ? null : { powerW };
    });
    if (found === null) return all;
    cursor.takeMark(':-');
    const joined = joinTargets(all, found);
    if (joined === null) return null;
    all = joined;
  }
}

/** Whether the effort is a warm-up or cool-down: no rest or target of the main part applies to it. */
export function isWarmUp(intensity: string | undefined): boolean {
  const words = (intensity ?? '').toLowerCase().split(/[ -]/);
  return words.some((word, index) => warmUps.has(word) || warmUps.has(`${word} ${words[index + 1] ?? ''}`));
}

/** An effort beside the main part, like a warm-up: a rest of the main part may not apply to it. */
export function isEasy(intensity: string | undefined): boolean {
  return (intensity ?? '')
    .toLowerCase()
    .split(/[ -]/)
    .some((word) => easyEfforts.has(word));
}

const zoneLetters = /\b(?:AT|TR|AN)$/;

/** 'UT2', 'zone 3', 'AT', '90%'. */
export function isZone(intensity: string | undefined): boolean {
  return /\d/.test(intensity ?? '') || zoneLetters.test(intensity ?? '');
}

/** Joins two targets of one piece; null if both have the same figure. Two intensities become one text. */
export function joinTargets(one: ReadTarget, other: ReadTarget): ReadTarget | null {
  // 'warm up easy' and 'easy UT2' have two meanings, 'hard easy' contradicts itself.
  const isOneMore =
    isWarmUp(one.intensity) !== isWarmUp(other.intensity) ||
    isZone(one.intensity) !== isZone(other.intensity);
  const isBoth = one.intensity !== undefined && other.intensity !== undefined;
  if (isBoth && (one.isTwoWords || other.isTwoWords)) return null;
  // 'AT easy' would be read as 'at easy'.
  if (isBoth && (!isOneMore || zoneLetters.test(one.intensity ?? ''))) return null;
  const isTwice = (['paceSec', 'relative', 'strokeRate', 'heartRate', 'powerW'] as const).some(
    (figure) => one[figure] !== undefined && other[figure] !== undefined,
  );
  if (isTwice) return null;
  const intensity = [one.intensity, other.intensity].filter((each) => each !== undefined).join(' ');
  if (intensity.length > longestIntensity) return null;
  return {
    ...one,
    ...other,
    ...(intensity === '' ? {} : { intensity }),
    ...(isBoth ? { isTwoWords: true } : {}),
  };
}

export function skipFillers(cursor: Cursor): void {
  while (cursor.isWord(fillers)) cursor.skip();
}

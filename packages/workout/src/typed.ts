/**
 * Reads times and distances as people type them from a monitor's screen or paste them from a spreadsheet. A text that can
 * mean two things is refused: a wrong result is worse than none.
 */
import { figuresOn, formatPaceOn } from './machine.ts';
import { paceSecOf } from './pace.ts';

/** The value of a text, or why it has none, as a sentence for the user who typed it. */
type Typed = { value: number; problem: null } | { value: null; problem: string };

const read = (value: number): Typed => ({ value, problem: null });
const refused = (problem: string): Typed => ({ value: null, problem });

const exampleTime = 'Type a time such as 7:05.3.';
const exampleDistance = 'Type a distance such as 2000 or 2,000 m.';

/**
 * Reads a duration: `7:05.3`, `7:05,3`, `7.05,3`, `7'05"3`, `1:02:03`; without separators the digits of a clock, `705` and
 * `705.3`; up to two digits are seconds, `45.2`. A number with a point and two digits, `7.05`, is refused: it can be
 * minutes and seconds, or seconds. Returns seconds, in hundredths.
 */
export function readTime(text: string): Typed {
  const written = text.trim().replaceAll(/['’′]/g, ':').replaceAll(/["”″]/g, '.').replace(/[:.]$/, '');
  if (!/^\d+(?:[:.,]\d+)*$/.test(written)) return refused(exampleTime);
  const digits = written.split(/[:.,]/);
  const marks = written.replaceAll(/\d/g, '');
  const isDecimal = hasDecimals(digits, marks);
  if (typeof isDecimal === 'string') return refused(isDecimal);
  const decimals = isDecimal ? (digits.pop() ?? '') : '';
  if (decimals.length > 2) return refused('A time has hundredths of a second at most.');
  const clock = digits.length === 1 ? clockOf(digits[0] ?? '') : digits;
  const [sec = '', min = '0', hours = '0', ...more] = clock.toReversed();
  if (more.length > 0 || hours.length > 2 || min.length > 3) return refused(exampleTime);
  if (digits.length > 1 && (sec.length !== 2 || (clock.length === 3 && min.length !== 2))) {
    return refused(`Write minutes and seconds with two digits: ${exampleTime}`);
  }
  if (Number(sec) > 59 || (clock.length === 3 && Number(min) > 59)) {
    return refused(`Minutes and seconds go up to 59. ${exampleTime}`);
  }
  const hundredths = Number(decimals.padEnd(2, '0'));
  const value = (Number(hours) * 3_600 + Number(min) * 60 + Number(sec)) * 100 + hundredths;
  return value > 0 ? read(value / 100) : refused('The time must be more than 0.');
}

/** Whether the last digits are a fraction of a second, or why that is not clear. */
function hasDecimals(digits: readonly string[], marks: string): boolean | string {
  const before = marks.slice(0, -1);
  const last = marks.slice(-1);
  const fraction = digits.at(-1) ?? '';
  if (last === '') return false;
  if (marks.includes(':')) {
    // A point or comma is valid only before the fraction.
    if (!/^:*$/.test(before)) return exampleTime;
    return last !== ':';
  }
  if (before === '') {
    const [whole = ''] = digits;
    const isEither = fraction.length === 2 && whole.length <= 2;
    return isEither
      ? `${whole}${last}${fraction} can be ${whole}:${fraction} or seconds. ${exampleTime}`
      : true;
  }
  const isOneMark = new Set(before).size === 1;
  if (!isOneMark) return exampleTime;
  if (!before.includes(last) || fraction.length === 1 || digits.length > 3) return true;
  const [first = ''] = digits;
  return `${digits.join(last)} can be ${first} minutes or ${first} hours. ${exampleTime}`;
}

/** The digits of a clock without its colons: `705` is 7:05. */
function clockOf(digits: string): string[] {
  if (digits.length <= 2) return [digits];
  const parts = [digits.slice(0, -4), digits.slice(-4, -2), digits.slice(-2)];
  return parts.filter((part) => part !== '');
}

/**
 * Reads a distance: `2000`, `2000 m`, `2,000`, `2.000`, `7850.5`, `2k`, `7.85 km`. A point or comma before three digits
 * groups thousands, before one it is decimal. Returns meters.
 */
export function readDistance(text: string): Typed {
  const value = distanceOf(text);
  if (value === null) return refused(exampleDistance);
  return value > 0 ? read(value) : refused('The distance must be more than 0.');
}

/**
 * Reads whole meters from 0, such as a goal or the bound of a filter, written as a distance; null for any other text.
 */
export function readMeters(text: string): number | null {
  const value = distanceOf(text);
  return value !== null && Number.isInteger(value) ? value : null;
}

/** Reads a number with one decimal mark, a point or a comma: `481.5`, `7,5`; null for any other text. */
export function readNumber(text: string): number | null {
  const number = text.trim();
  return /^\d{1,9}(?:[.,]\d{1,3})?$/.test(number) ? Number(number.replace(',', '.')) : null;
}

/** Reads a time in a field that asks for seconds: a number is seconds, `7:05.3` is a clock; null for any other text. */
export function readSeconds(text: string): number | null {
  return /[:'’′]/.test(text) ? readTime(text).value : readNumber(text);
}

function distanceOf(text: string): number | null {
  const [, number = '', unit = ''] = /^([\d.,'’\s]*?)\s*(m|meters?|metres?|k|km)?$/i.exec(text.trim()) ?? [];
  return /^k/i.test(unit) ? kilometersOf(number) : metersOf(number);
}

function kilometersOf(number: string): number | null {
  return /^\d+(?:[.,]\d{1,3})?$/.test(number) ? Math.round(Number(number.replace(',', '.')) * 1_000) : null;
}

function metersOf(number: string): number | null {
  if (/^\d+(?:[.,]\d)?$/.test(number)) return Number(number.replace(',', '.'));
  const [, mark = ''] = /^\d{1,3}([.,'’\s])\d{3}/.exec(number) ?? [];
  if (mark === '') return null;
  const [whole = '', ...groups] = number.split(mark);
  const last = groups.pop() ?? '';
  const [lastGroup = '', decimal = '0', ...more] = last.split(/[.,]/);
  const areThousands = [...groups, lastGroup].every((group) => /^\d{3}$/.test(group));
  if (!areThousands || more.length > 0 || !/^\d$/.test(decimal)) return null;
  return Number(`${whole}${groups.join('')}${lastGroup}.${decimal}`);
}

/**
 * Average paces outside are slips of typing, in seconds per 500 m. Sprints over 100 m on a RowErg take about 1:04; on a
 * BikeErg, whose meters are longer, they are twice as fast. The slowest pace is the one at which the flywheel nearly
 * stops.
 */
const fastestSec = 55;
const fastestOfOthersSec = 20;
const slowestSec = 1_800;
const asFastAsRowing = ['rower', 'skierg', 'dynamic', 'slides', 'otherrower'];

/**
 * Returns why a distance and a time can't be one result on this machine, for the user who typed them; null if they can.
 */
export function problemOfResult(machine: string, distanceM: number, elapsedSec: number): string | null {
  const paceSec = paceSecOf(distanceM, elapsedSec);
  const fastest = asFastAsRowing.includes(machine) ? fastestSec : fastestOfOthersSec;
  if (paceSec !== null && paceSec >= fastest && paceSec <= slowestSec) return null;
  return `An average of ${formatPaceOn(machine, paceSec)} ${figuresOn(machine).paceUnit} isn't possible. Check the time and the distance.`;
}

import { type Interval, type MachineType, newInterval } from '../workout.ts';
import { rounded } from './strokes.ts';

/** The programmed amount of one interval: one of these. */
type Amount = { time: number | null; distance: number | null; calories: number | null };

/** A workout in the words of the Logbook: `8x500m/0:30r SkiErg`, `v2000m/3:00r...3 BikeErg`, `30:01 row`. */
type Description = {
  count: number;
  /** The amount of each interval, or of the first one if they vary. */
  amount: Amount;
  rest: number | null;
  varies: boolean;
};

/** The Logbook's names of its machines: `Type` of a season, and the last word of a description. */
const machineWords: Record<string, MachineType> = {
  'indoor rower': 'rower',
  rowerg: 'rower',
  row: 'rower',
  skierg: 'skierg',
  bikeerg: 'bike',
  dynamic: 'dynamic',
  'dynamic indoor rower': 'dynamic',
  'dynamic rowerg': 'dynamic',
  'rowerg dynamic': 'dynamic',
  slides: 'slides',
  'on slides': 'slides',
  'indoor rower on slides': 'slides',
  'rowerg on slides': 'slides',
  multierg: 'multierg',
  water: 'other',
  'on water': 'other',
  snow: 'other',
  'on snow': 'other',
  rollerski: 'other',
  rollerskis: 'other',
  'roller skis': 'other',
  paddle: 'other',
  'paddle adapter': 'other',
  // This app's own words.
  other: 'other',
  'other rower': 'otherrower',
};

export function machineOfWords(text: string): MachineType | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, ' ');
  return Object.hasOwn(machineWords, words) ? (machineWords[words] ?? null) : null;
}

/** Returns null for a text that does not follow the Logbook's grammar. */
export function describedBy(text: string): Description | null {
  const words = text.trim().split(/\s+/);
  const piece = words[0] ?? '';
  const varied = /^v([^/]+?)(?:\/([\d:.]+)r)?(?:\.\.\.(\d+))?$/.exec(piece);
  const repeated = /^(\d+)x([^/]+?)(?:\/([\d:.]+)r)?$/.exec(piece);
  const [count, amountText, restText] =
    varied !== null
      ? [varied[3] ?? '1', varied[1], varied[2]]
      : (repeated?.slice(1) ?? ['1', piece, undefined]);
  const amount = amountOf(amountText ?? '');
  const number = Number(count);
  if (amount === null || number < 1 || number > 1_000) return null;
  return {
    count: number,
    amount,
    rest: restText === undefined ? null : secondsOfClock(restText),
    varies: varied !== null,
  };
}

function amountOf(text: string): Amount | null {
  const none = { time: null, distance: null, calories: null };
  const [, digits, unit] = /^([\d,]+)(m|c|cal)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const value = Number(digits.replaceAll(',', ''));
    return unit === 'm' ? { ...none, distance: value } : { ...none, calories: value };
  }
  const time = secondsOfClock(text);
  return time === null ? null : { ...none, time };
}

function secondsOfClock(text: string): number | null {
  const [, hours = '0', minutes = '0', seconds] = /^(?:(?:(\d+):)?(\d*):)?(\d{2}(?:\.\d)?)$/.exec(text) ?? [];
  if (seconds === undefined || !text.includes(':')) return null;
  return rounded((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
}

type Totals = {
  elapsedTime: number | null;
  distance: number | null;
  restTime: number | null;
  restDistance: number | null;
};

/**
 * Returns the intervals that a description and the totals of work and rest describe together, or none if they
 * contradict each other. An athlete may have stopped early: `15x3:00/0:30r` with three minutes of work is one interval.
 */
export function intervalsOf({ count, amount, rest, varies }: Description, totals: Totals): Interval[] {
  if (count === 1 && (rest === null || totals.restTime === null)) return [];
  if (varies) return alternating(variedParts(count, amount), [restPart(rest), ...restParts(null, count - 2)]);
  const works = workParts(count, amount, totals);
  if (works === null) return [];
  const rests = restsOf(rest, totals, works.length);
  const [only] = works;
  if (works.length === 1 && only !== undefined)
    return alternating([{ ...only, time: totals.elapsedTime, distance: totals.distance }], rests);
  return alternating(works, rests);
}

function variedParts(count: number, amount: Amount): Interval[] {
  return Array.from({ length: count }, (_, at) => newInterval({ kind: 'work', ...(at === 0 ? amount : {}) }));
}

function workParts(count: number, amount: Amount, totals: Totals): Interval[] | null {
  const part = (known: Partial<Interval>) => newInterval({ kind: 'work', ...known });
  const lengths =
    amount.time !== null
      ? lengthsOf(totals.elapsedTime, amount.time, count)
      : amount.distance !== null
        ? lengthsOf(totals.distance, amount.distance, count)
        : Array.from({ length: count }, () => null);
  if (lengths === null) return null;
  if (amount.time !== null) return lengths.map((time) => part({ time }));
  if (amount.distance !== null) return lengths.map((distance) => part({ distance }));
  return lengths.map(() => part({ calories: amount.calories }));
}

/** A total divided into equal lengths; the last may be shorter. Null if the total is more than all of them together. */
function lengthsOf(total: number | null, each: number, count: number): number[] | null {
  // The Logbook rounds: ten times 40.3 s may be 403.1 s.
  const tolerance = Math.max(0.5, count * 0.1);
  if (total === null || each <= 0 || total > each * count + tolerance) return null;
  const full = Math.min(count, Math.floor((total + tolerance) / each));
  const left = rounded(total - full * each);
  return [...Array.from({ length: full }, () => each), ...(full < count && left > tolerance ? [left] : [])];
}

function restsOf(rest: number | null, { restTime, restDistance }: Totals, works: number): Interval[] {
  if (restTime === null || restTime === 0) return rest === null ? [] : restParts(null, works - 1);
  const lengths = rest === null ? null : lengthsOf(restTime, rest, works);
  if (lengths === null) return restParts(null, works - 1);
  const [only] = lengths;
  if (lengths.length === 1 && only !== undefined) return [{ ...restPart(only), distance: restDistance }];
  return lengths.map(restPart);
}

function restParts(time: number | null, count: number): Interval[] {
  return Array.from({ length: Math.max(0, count) }, () => restPart(time));
}

function restPart(time: number | null): Interval {
  return newInterval({ kind: 'rest', time });
}

function alternating(works: readonly Interval[], rests: readonly Interval[]): Interval[] {
  return works.flatMap((work, at) => [work, ...rests.slice(at, at + 1)]);
}

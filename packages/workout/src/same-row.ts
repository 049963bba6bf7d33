/**
 * Whether two records describe one row. An athlete rows only one row at a time, so two records of the same minutes
 * describe one row; the figures decide if a clock can be wrong. Each source rounds in its own way: the Concept2 Logbook
 * has tenths of a second and whole meters, and the end by the monitor's clock, to the minute; watches have whole
 * seconds; Strava has multiples of ten meters, and the time without pauses; a CSV has the clock of a zone that it does
 * not name, or a day alone.
 */

/** `probable` is asked of the athlete. */
type SameRow = 'same' | 'probable' | 'different';

/** Milliseconds since 1970, with rests and pauses. */
export type RowSpan = { startMs: number; endMs: number };

/**
 * The accuracy of the spans: `set` are instants; `local` come from a clock without a zone, read in some zone; `day` has
 * a day and no time of day; `typed` comes from a user's memory.
 */
type RowClock = 'set' | 'local' | 'day' | 'typed';

export type RowRecord = {
  /** The contract's name; null if the source does not contain it. */
  machine: string | null;
  isSimulated: boolean;
  /** The row's number at each service that numbers it. */
  serviceIds: Readonly<Record<string, string>>;
  clock: RowClock;
  /** The day as YYYY-MM-DD, of the clock `day`. */
  day: string | null;
  /** One span for each clock; empty without a date. */
  spans: readonly RowSpan[];
  /** Of the work. */
  elapsedSec: number;
  distanceM: number;
  /** Work intervals or splits, in order; empty if unknown. */
  parts: readonly RowPart[];
};
export type RowPart = { timeSec: number; distanceM: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Zones reach from UTC−12 to UTC+14. */
const zonesApartMs = 26 * hourMs;
/**
 * Zones differ by quarters of an hour; two rows a quarter of an hour apart are more often two rows than one row in two
 * zones.
 */
const zoneStepMs = 15 * minuteMs;
const zoneShiftMinMs = 30 * minuteMs;
/** A typed time of day is at most this wrong. */
const typedApartMs = 12 * hourMs;
const dayMs = 24 * hourMs;

/**
 * Spans of two records that are not `different` are at most this far apart, unless a record has no date or both have
 * the same number.
 */
export const sameRowReachMs = zonesApartMs + dayMs;
/** Their times (s) and distances (m) then differ by at most this, unless their spans overlap. */
export const sameRowFigures = { sec: 1 + 1e-6, m: 10 + 1e-6 } as const;

/** Rounding errors of sums in floating point. */
const lost = 1e-6;
const exact = { sec: 0.05 + lost, m: 0.05 + lost };
/** The last shown digit of the Logbook. */
const shown = { sec: 0.1 + lost, m: 1 + lost };

/** Compares two sources' records of a row. Symmetric. */
export function compareRows(one: RowRecord, two: RowRecord): SameRow {
  if (one.isSimulated !== two.isSimulated) return 'different';
  const numbered = compareNumbers(one.serviceIds, two.serviceIds);
  if (numbered !== null) return numbered;
  const machines = compareMachines(one.machine, two.machine);
  if (machines === 'different') return 'different';
  const verdict = compareMoments(one, two);
  return verdict === 'same' ? machines : verdict;
}

/**
 * Equal ids at a service mean one row, and different ids two, regardless of other fields; null without a common
 * service.
 */
function compareNumbers(one: RowRecord['serviceIds'], two: RowRecord['serviceIds']): SameRow | null {
  let verdict: SameRow | null = null;
  // An import compares thousands of rows: it makes no list of the entries for each.
  for (const service in one) {
    const id = one[service];
    const other = two[service];
    if (other === undefined) continue;
    if (other === id) return 'same';
    verdict = 'different';
  }
  return verdict;
}

/** Watches only know indoor rowing, and can't distinguish rowers. */
const rowers: readonly string[] = ['rower', 'dynamic', 'slides', 'otherrower'];

function compareMachines(one: string | null, two: string | null): SameRow {
  const isNamed = (machine: string | null) => machine !== null && machine !== 'other';
  if (one === two || !isNamed(one) || !isNamed(two)) return 'same';
  return [one, two].every((machine) => machine !== null && rowers.includes(machine))
    ? 'probable'
    : 'different';
}

function compareMoments(one: RowRecord, two: RowRecord): SameRow {
  const isEqual = haveEqualFigures(one, two);
  const parts = compareParts(one.parts, two.parts);
  /** Used if no clock shows that they are one row. */
  const byFigures: SameRow = isEqual && parts !== 'other' ? 'probable' : 'different';
  if (one.spans.length === 0 || two.spans.length === 0) return byFigures;
  if (one.clock === 'day' || two.clock === 'day') return areOfOneDay(one, two) ? byFigures : 'different';
  const pairs = one.spans.flatMap((span) => two.spans.map((other) => [span, other] as const));
  const overlaps = pairs.map(([span, other]) => compareSpans(span, other, isEqual));
  if (overlaps.includes('same')) return parts === 'other' ? 'probable' : 'same';
  if (overlaps.includes('probable')) return 'probable';
  if (byFigures === 'different') return 'different';
  const isTyped = one.clock === 'typed' ? two.clock !== 'typed' : two.clock === 'typed';
  if (isTyped && pairs.some(([span, other]) => gapMs(span, other) <= typedApartMs)) return 'probable';
  if (one.clock !== 'local' && two.clock !== 'local') return 'different';
  const shifts = pairs.flatMap(([span, other]) => zoneShiftMs(span, other) ?? []);
  if (shifts.length === 0) return 'different';
  // Each part to its last digit, and the seconds of the clock: the same file, read in two zones.
  const isSameFile =
    parts === 'exact' && isWithin(one, two, exact) && shifts.some((leftMs) => leftMs < 1_000);
  return isSameFile ? 'same' : 'probable';
}

const lengthMs = ({ startMs, endMs }: RowSpan) => endMs - startMs;
/** Negative if they overlap. */
const gapMs = (one: RowSpan, two: RowSpan) =>
  Math.max(one.startMs, two.startMs) - Math.min(one.endMs, two.endMs);

/** A monitor's end is cut to the minute; two equal rows begin at least their own length apart. */
const togetherMs = (shorterMs: number) => Math.min(minuteMs, shorterMs / 2);

function compareSpans(one: RowSpan, two: RowSpan, isEqual: boolean): SameRow {
  const shorterMs = Math.min(lengthMs(one), lengthMs(two));
  const overlapMs = -gapMs(one, two);
  const startsMs = Math.abs(one.startMs - two.startMs);
  const endsMs = Math.abs(one.endMs - two.endMs);
  // A row without a length is at one moment.
  if (shorterMs <= 0) return isEqual && Math.min(startsMs, endsMs) < minuteMs ? 'same' : 'different';
  if (overlapMs > 0) {
    if (isEqual) return Math.min(startsMs, endsMs) < togetherMs(shorterMs) ? 'same' : 'probable';
    return overlapMs >= shorterMs / 2 ? 'probable' : 'different';
  }
  // One end is cut to the minute, and the row is shorter than that; the other is cut to seconds.
  const isOfMinute = [one, two].some(({ endMs }) => endMs % minuteMs === 0);
  const isNear = endsMs <= minuteMs + 1_000;
  return isEqual && shorterMs < minuteMs && isOfMinute && isNear ? 'probable' : 'different';
}

/** Returns the remainder of a difference between two zones; null if zones don't explain the difference. */
function zoneShiftMs(one: RowSpan, two: RowSpan): number | null {
  const left = [two.startMs - one.startMs, two.endMs - one.endMs].flatMap((signedMs) => {
    const ms = Math.abs(signedMs);
    const stepped = Math.round(ms / zoneStepMs) * zoneStepMs;
    const isShift = stepped >= zoneShiftMinMs && stepped <= zonesApartMs;
    return isShift ? [Math.abs(ms - stepped)] : [];
  });
  const leftMs = Math.min(...left);
  return leftMs < togetherMs(Math.min(lengthMs(one), lengthMs(two))) ? leftMs : null;
}

/** A row with a time is on the day in some zone; two days without a time are either equal or not. */
function areOfOneDay(one: RowRecord, two: RowRecord): boolean {
  if (one.clock === 'day' && two.clock === 'day') return one.day === two.day;
  const [dayOnly, timed] = one.clock === 'day' ? [one, two] : [two, one];
  if (dayOnly.day === null) return false;
  const startMs = Date.parse(`${dayOnly.day}T00:00:00Z`);
  const anywhere = { startMs: startMs - 14 * hourMs, endMs: startMs + dayMs + 12 * hourMs };
  return timed.spans.some((span) => gapMs(anywhere, span) <= 0);
}

type Figures = Pick<RowRecord, 'elapsedSec' | 'distanceM'>;

function isWithin(one: Figures, two: Figures, { sec, m }: { sec: number; m: number }): boolean {
  return Math.abs(one.elapsedSec - two.elapsedSec) <= sec && Math.abs(one.distanceM - two.distanceM) <= m;
}

/** Whether the figures can be of one row, each as its source rounds it. */
export function haveEqualFigures(one: Figures, two: Figures): boolean {
  return (
    isRoundedAlike(one.elapsedSec, two.elapsedSec, 1, shown.sec) &&
    isRoundedAlike(one.distanceM, two.distanceM, 10, shown.m)
  );
}

/** Whether two values differ by at most `apart`, or one is the other rounded, or cut, to a step. */
function isRoundedAlike(one: number, two: number, step: number, apart: number): boolean {
  if (Math.abs(one - two) <= apart) return true;
  const [isOneRound, isTwoRound] = [one, two].map(
    (value) => Math.abs(value - Math.round(value / step) * step) < lost,
  );
  // Both are rounded, and one of them may be cut off.
  if (isOneRound && isTwoRound) return step === 1 && Math.abs(one - two) <= step + lost;
  const isOf = (rounded: number, value: number) =>
    value - rounded >= -step / 2 - lost && value - rounded < step;
  return (isOneRound === true && isOf(one, two)) || (isTwoRound === true && isOf(two, one));
}

/** `unknown` if either has no parts, or if they divide the row differently. */
function compareParts(
  one: readonly RowPart[],
  two: readonly RowPart[],
): 'exact' | 'alike' | 'other' | 'unknown' {
  if (one.length < 2 || one.length !== two.length) return 'unknown';
  const pairs = one.flatMap((part, at) => {
    const other = two[at];
    return other === undefined ? [] : [[figuresOfPart(part), figuresOfPart(other)] as const];
  });
  if (pairs.every(([part, other]) => isWithin(part, other, exact))) return 'exact';
  return pairs.every(([part, other]) => haveEqualFigures(part, other)) ? 'alike' : 'other';
}

const figuresOfPart = ({ timeSec, distanceM }: RowPart): Figures => ({ elapsedSec: timeSec, distanceM });

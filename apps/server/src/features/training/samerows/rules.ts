import type { ActivitySource, Machine, WorkoutSummary } from '@boathouse/contract/activities';
import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import type { RowPart, RowRecord, RowSpan } from '@boathouse/workout/same-row';
import { compareRows } from '@boathouse/workout/same-row';
import type { StoredStroke } from '../../../infra/packed-strokes.ts';

const hourMs = 3_600_000;

/**
 * Every span of a stored row is within this of its stored start and end: a more distant span comes from a wrong clock.
 */
export const spanSlackMs = 50 * hourMs;

/** No one rows for longer: a longer span comes from a wrong clock. */
const spanMaxMs = 100 * hourMs;

/** Returns the span of a record that has a start and an end. */
export function spanOf(startMs: number, endMs: number): RowSpan {
  return { startMs, endMs: Math.min(endMs, startMs + spanMaxMs) };
}

/** A stored activity that another record of the row may complete. */
export type Completable = {
  source: ActivitySource;
  strokes: number;
  /** How many splits or intervals its summary has; null without a summary. */
  splits: number | null;
  heartRate: number | null;
};

/** A completed activity. */
export type StoredRow = RowRecord &
  Completable & { id: string; title: string; machine: Machine; hasSession: boolean };

/** The times of a stored activity that show when it was rowed. */
type Moments = {
  source: ActivitySource;
  createdAt: Date;
  completedAt: Date | null;
  rowingSince: Date | null;
  /** The work and its rests. */
  tookSec: number;
  /** From a file or a service: its start and end are the row's. */
  isImported: boolean;
  monitorEndMs: number | null;
};

/** Returns the spans of a stored activity, one for each clock that recorded its beginning or end. */
export function spansOf(moments: Moments): RowSpan[] {
  const { source, createdAt, completedAt, rowingSince, tookSec, isImported, monitorEndMs } = moments;
  const [startMs, endMs] = [createdAt.getTime(), (completedAt ?? createdAt).getTime()];
  if (isImported || source === 'entered') return [spanOf(startMs, endMs)];
  const tookMs = tookSec * 1_000;
  // A page begins an activity before the first stroke, and a device without a connection ends it late.
  const spans = [
    ...(monitorEndMs === null ? [] : [{ startMs: monitorEndMs - tookMs, endMs: monitorEndMs }]),
    ...[rowingSince?.getTime() ?? startMs, startMs].map((fromMs) => ({
      startMs: fromMs,
      endMs: fromMs + tookMs,
    })),
    { startMs: endMs - tookMs, endMs },
  ];
  return spans.filter((span) => span.startMs >= startMs - spanSlackMs && span.endMs <= endMs + spanSlackMs);
}

/** Returns the end of a row by its monitor's clock, which has a day and a minute; null if unknown. */
export function monitorEndMs(
  summary: Pick<WorkoutSummary, 'logEntryDate' | 'logEntryTime'> | null,
  timeZone: string | undefined,
): number | null {
  const { logEntryDate: date, logEntryTime: time } = summary ?? {};
  if (!date || !time || timeZone === undefined) return null;
  try {
    const wall = Temporal.PlainDateTime.from({ ...date, ...time }, { overflow: 'reject' });
    return wall.toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return null;
  }
}

/** Returns splits or intervals as the comparison has them. */
export function partsOf(splits: WorkoutSummary['splits'] | null): RowPart[] {
  return (splits ?? []).map(({ time, distance }) => ({ timeSec: time, distanceM: distance }));
}

/** A record of the same row; `isProbable` if that is not certain. */
type Found<R> = { row: R; isProbable: boolean };

/**
 * Records among which to find the same row. Compares only records of the same hours, with equal figures or with the
 * same number: by the rule no others are the same.
 */
export class KnownRows<R extends RowRecord> {
  readonly #byNumber = new Map<string, R>();
  readonly #byHour = new Map<number, R[]>();
  readonly #byFigures = new Map<string, R[]>();

  constructor(known: readonly R[]) {
    for (const each of known) this.add(each);
  }

  add(known: R): void {
    for (const number of numbersOf(known)) this.#byNumber.set(number, known);
    for (const hour of hoursOf(known)) put(this.#byHour, hour, known);
    put(this.#byFigures, figuresKey(secStep(known), meterStep(known)), known);
  }

  /** Returns the same row, otherwise one that is probably the same. */
  find(wanted: RowRecord): Found<R> | null {
    for (const number of numbersOf(wanted)) {
      const named = this.#byNumber.get(number);
      if (named !== undefined && compareRows(named, wanted) === 'same')
        return { row: named, isProbable: false };
    }
    let probable: R | null = null;
    for (const near of this.#near(wanted)) {
      const verdict = compareRows(near, wanted);
      if (verdict === 'same') return { row: near, isProbable: false };
      if (verdict === 'probable') probable ??= near;
    }
    return probable === null ? null : { row: probable, isProbable: true };
  }

  findSame(wanted: RowRecord): R | null {
    const found = this.find(wanted);
    return found?.isProbable === false ? found.row : null;
  }

  *#near(wanted: RowRecord): Generator<R, void, undefined> {
    for (const hour of hoursOf(wanted)) yield* this.#byHour.get(hour) ?? [];
    for (const sec of [0, -1, 1]) {
      for (const meters of [0, -1, 1]) {
        const key = figuresKey(secStep(wanted) + sec, meterStep(wanted) + meters);
        yield* this.#byFigures.get(key) ?? [];
      }
    }
  }
}

function put<K, R>(map: Map<K, R[]>, key: K, value: R): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [value]);
  else there.push(value);
}

const numbersOf = ({ serviceIds }: RowRecord) =>
  Object.entries(serviceIds).map(([service, id]) => `${service} ${id}`);

/** Two spans that overlap share at least one hour; other rows are found by their figures. */
function hoursOf({ spans }: RowRecord): Set<number> {
  const hours = new Set<number>();
  for (const { startMs, endMs } of spans) {
    const last = Math.floor(endMs / hourMs);
    for (let hour = Math.floor(startMs / hourMs); hour <= last; hour += 1) hours.add(hour);
  }
  return hours;
}

// Steps wider than the difference between equal figures (`sameRowFigures`).
const secStep = ({ elapsedSec }: RowRecord) => Math.floor(elapsedSec / 1.5);
const meterStep = ({ distanceM }: RowRecord) => Math.floor(distanceM / 11);
const figuresKey = (sec: number, meters: number) => `${sec} ${meters}`;

type Side = Pick<StoredRow, 'id' | 'source' | 'strokes'>;

/**
 * Returns which of two activities would be merged into which: the monitor's measurement stays, otherwise the record
 * with more strokes.
 */
export function pairOf(one: Side, two: Side): { activityId: string; otherId: string } {
  const isOneKept = one.source === 'monitor' || (two.source !== 'monitor' && one.strokes > two.strokes);
  const [kept, merged] = isOneKept ? [one, two] : [two, one];
  return { activityId: merged.id, otherId: kept.id };
}

/** The data of another record of a row. */
type Other = { strokes: number; splits: number; heartRate: number | null };

/**
 * Returns the data that a live row lacks and another record of it has. The figures of the result are never among it.
 */
export function gainsOf(row: Completable, other: Other): ImportedWorkout['completes'] {
  if (row.source !== 'monitor') return [];
  const gains: ImportedWorkout['completes'] = [];
  if (row.strokes === 0 && other.strokes > 0) gains.push('strokes');
  if (row.splits === 0 && other.splits > 1) gains.push('intervals');
  if (!row.heartRate && other.heartRate) gains.push('heartRates');
  return gains;
}

/** A stroke of a file is that of a row if both end within this time. */
const sameStrokeSec = 5;

/** Returns the strokes of a row with the heart rates of a file's strokes of the same workout, by the time rowed. */
export function withHeartRates(
  strokes: readonly StoredStroke[],
  ofFile: readonly StoredStroke[],
): StoredStroke[] {
  let at = 0;
  return strokes.map((stroke) => {
    const distanceTo = (place: number) => {
      const other = ofFile[place];
      return other === undefined ? Infinity : Math.abs(other.elapsedTime - stroke.elapsedTime);
    };
    while (at + 1 < ofFile.length && distanceTo(at + 1) <= distanceTo(at)) at += 1;
    const heartRate = distanceTo(at) <= sameStrokeSec ? (ofFile[at]?.heartRate ?? null) : null;
    return { ...stroke, heartRate };
  });
}

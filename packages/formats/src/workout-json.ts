import { machineNamed, newInterval, newWorkout, type Interval, type Workout } from './workout.ts';

/** A workout without its strokes. */
type Whole = Omit<Workout, 'strokes' | 'entry'>;

const texts = ['startedAt', 'endedAt', 'title', 'comments', 'logbookId', 'app'] as const;
const figures = [
  'elapsedTime',
  'distance',
  'restTime',
  'restDistance',
  'averageHeartRate',
  'strokeCount',
  'calories',
  'averageStrokeRate',
  'averagePower',
  'dragFactor',
] as const;
const ofIntervals = [
  'time',
  'distance',
  'strokeCount',
  'averageStrokeRate',
  'averagePower',
  'averageHeartRate',
  'calories',
] as const;

/** Returns a workout without its strokes as JSON; unknown fields are left out. */
export function jsonOf({ strokes: _strokes, entry: _entry, intervals, ...whole }: Workout): string {
  const known = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== false));
  return JSON.stringify({ ...known(whole), intervals: intervals.map(known) });
}

/** Parses the output of `jsonOf`; null for any other text. A field of another type is not known. */
export function wholeOfJson(text: string): Whole | null {
  const fields = fieldsOf(parsed(text));
  const list = fields?.get('intervals');
  if (fields === null || !Array.isArray(list)) return null;
  const whole: Whole = newWorkout({
    machine: machineNamed(fields.get('machine')),
    intervals: list.flatMap((each) => intervalOf(each) ?? []),
    isSimulated: fields.get('isSimulated') === true,
    isDayOnly: fields.get('isDayOnly') === true,
  });
  for (const name of texts) whole[name] = textOf(fields.get(name));
  for (const name of figures) whole[name] = figureOf(fields.get(name));
  const axis = fields.get('forceCurveAxis');
  whole.forceCurveAxis = axis === 'time' || axis === 'distance' ? axis : null;
  return whole;
}

function intervalOf(value: unknown): Interval | null {
  const fields = fieldsOf(value);
  const kind = fields?.get('kind');
  if (fields === null || (kind !== 'work' && kind !== 'rest')) return null;
  const interval = newInterval({ kind });
  for (const name of ofIntervals) interval[name] = figureOf(fields.get(name));
  return interval;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map<string, unknown>(Object.entries(value));
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const figureOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

// Developer fields that replace native ones: their description names the message and the field (14 native_mesg_num, 15
// native_field_num). Apps on watches write a monitor's figures in this way, often in another unit, together with a
// native field of 0.
import { developerKey, firstNumber, type FitValue } from './message.ts';
import { profile, type MessageName } from './profile.ts';

type Dimension = 'length' | 'speed' | 'power' | 'rate' | 'heart' | 'energy' | 'time' | 'count';

/** The description of a developer field. */
export type Described = {
  name: string;
  units: string;
  nativeMesgNum: number | null;
  nativeFieldNum: number | null;
};

const summaryFields: Readonly<Record<string, Dimension>> = {
  totalDistance: 'length',
  enhancedAvgSpeed: 'speed',
  avgPower: 'power',
  avgCadence: 'rate',
  avgHeartRate: 'heart',
  totalCalories: 'energy',
  totalElapsedTime: 'time',
  totalTimerTime: 'time',
  totalCycles: 'count',
};

/** The native fields that are replaced, by message. */
const replaceable: Partial<Record<MessageName, Readonly<Record<string, Dimension>>>> = {
  record: {
    distance: 'length',
    cycleLength16: 'length',
    enhancedSpeed: 'speed',
    speed: 'speed',
    power: 'power',
    cadence: 'rate',
    heartRate: 'heart',
    calories: 'energy',
    totalCycles: 'count',
  },
  lap: summaryFields,
  session: summaryFields,
};

/** The kind of a field that a summary refers to by the record's number. */
const ofSummary: Readonly<Record<string, string>> = {
  distance: 'totalDistance',
  speed: 'enhancedAvgSpeed',
  enhancedSpeed: 'enhancedAvgSpeed',
  power: 'avgPower',
  cadence: 'avgCadence',
  heartRate: 'avgHeartRate',
  calories: 'totalCalories',
  totalCycles: 'totalCycles',
};

/** Units as apps write them, without dots and blanks: the quantity, and the factor to FIT's unit. */
const unitsOf: Readonly<Record<string, readonly [Dimension[], number | ((value: number) => number)]>> = {
  m: [['length'], 1],
  meter: [['length'], 1],
  meters: [['length'], 1],
  metre: [['length'], 1],
  metres: [['length'], 1],
  km: [['length'], 1000],
  kilometers: [['length'], 1000],
  kilometres: [['length'], 1000],
  cm: [['length'], 0.01],
  mm: [['length'], 0.001],
  mi: [['length'], 1609.344],
  mile: [['length'], 1609.344],
  miles: [['length'], 1609.344],
  yd: [['length'], 0.9144],
  ft: [['length'], 0.3048],
  'm/s': [['speed'], 1],
  mps: [['speed'], 1],
  'mm/s': [['speed'], 0.001],
  'cm/s': [['speed'], 0.01],
  'km/h': [['speed'], 1 / 3.6],
  'km/hr': [['speed'], 1 / 3.6],
  kmh: [['speed'], 1 / 3.6],
  kph: [['speed'], 1 / 3.6],
  mph: [['speed'], 0.44704],
  'mi/h': [['speed'], 0.44704],
  's/500m': [['speed'], (value) => 500 / value],
  'sec/500m': [['speed'], (value) => 500 / value],
  'min/500m': [['speed'], (value) => 500 / (60 * value)],
  '/500m': [['speed'], (value) => 500 / value],
  'min/km': [['speed'], (value) => 1000 / (60 * value)],
  's/km': [['speed'], (value) => 1000 / value],
  w: [['power'], 1],
  watt: [['power'], 1],
  watts: [['power'], 1],
  kw: [['power'], 1000],
  mw: [['power'], 0.001],
  spm: [['rate'], 1],
  rpm: [['rate'], 1],
  's/min': [['rate'], 1],
  'strokes/min': [['rate'], 1],
  'stroke/min': [['rate'], 1],
  '1/min': [['rate', 'heart'], 1],
  '/min': [['rate', 'heart'], 1],
  hz: [['rate', 'heart'], 60],
  bpm: [['heart'], 1],
  'beats/min': [['heart'], 1],
  kcal: [['energy'], 1],
  kcals: [['energy'], 1],
  cal: [['energy'], 1],
  calories: [['energy'], 1],
  kj: [['energy'], 1 / 4.184],
  s: [['time'], 1],
  sec: [['time'], 1],
  seconds: [['time'], 1],
  ms: [['time'], 0.001],
  min: [['time'], 60],
  strokes: [['count'], 1],
  cycles: [['count'], 1],
};

/** The dimensions that names speak of, in the order of the tests. */
const byName: readonly [RegExp, Dimension][] = [
  [/heart|pulse|^hr|hr$/, 'heart'],
  [/power|watt/, 'power'],
  [/cadence|rate|spm|rpm/, 'rate'],
  [/dist|length/, 'length'],
  [/speed|velocity|pace/, 'speed'],
  [/calor|energy|kcal/, 'energy'],
  [/time|duration/, 'time'],
  [/stroke|cycle|count/, 'count'],
];

/**
 * Returns the native field of a message that a developer field replaces, and its value in FIT's unit; null for any
 * other developer field.
 */
export function replacedBy(
  described: Described,
  message: MessageName,
  found: FitValue,
): { field: string; value: number } | null {
  const { name, units, nativeMesgNum, nativeFieldNum } = described;
  const fields = replaceable[message];
  const number = firstNumber(found);
  if (fields === undefined || number === null || (nativeMesgNum === null && nativeFieldNum === null))
    return null;
  if (nativeMesgNum !== null && nativeMesgNum !== profile[message].num && message === 'record') return null;
  const key = developerKey(name);
  // The extremes of a lap are not read, and the average of a record is that of the whole.
  if (/max|^min|minimum/.test(key) || (message === 'record' && /^(?:avg|average|total(?!cycles))/.test(key)))
    return null;
  const [dimensions, factor] = unitsOf[units.replace(/[.\s]/g, '')] ?? [[], 1];
  const named = byName.find(([pattern]) => pattern.test(key))?.[1];
  const wanted = (dimension: Dimension) =>
    dimensions.length > 0 ? dimensions.includes(dimension) : named === undefined || named === dimension;
  const field = fieldsNamed(message, nativeFieldNum, named ?? dimensions[0]).find((candidate) => {
    const dimension = fields[candidate];
    return dimension !== undefined && wanted(dimension);
  });
  if (field === undefined) return null;
  const value = typeof factor === 'function' ? factor(number) : number * factor;
  return Number.isFinite(value) ? { field, value } : null;
}

/**
 * Returns the fields that a number can mean in a message: its own, the record's, and without a number the fields of the
 * same quantity.
 */
function fieldsNamed(message: MessageName, num: number | null, measured: Dimension | undefined): string[] {
  const ofRecord = nameOf('record', num);
  if (num !== null)
    return [nameOf(message, num), message === 'record' ? null : ofSummary[ofRecord ?? '']].filter(
      (name) => name != null,
    );
  return Object.entries(replaceable[message] ?? {}).flatMap(([name, dimension]) =>
    dimension === measured ? [name] : [],
  );
}

function nameOf(message: MessageName, num: number | null): string | null {
  const found = Object.entries(profile[message].fields).find(([, field]) => field.num === num);
  return found?.[0] ?? null;
}

/** Fields that hold the same value more exactly, and are wrong after a replacement. */
const beside: Readonly<Record<string, readonly string[]>> = {
  cadence: ['cadence256', 'fractionalCadence'],
  avgCadence: ['avgFractionalCadence'],
  speed: ['enhancedSpeed'],
  enhancedSpeed: ['speed'],
};

/**
 * Replaces a native field; by 0 only if there is no value, because apps write 0 for a sensor that they have not found.
 */
export function replaceField(
  fields: Map<string, FitValue>,
  { field, value }: { field: string; value: number },
): void {
  if (!(value > 0) && fields.has(field)) return;
  for (const other of beside[field] ?? []) fields.delete(other);
  fields.set(field, value);
}

import { isoOf } from '../csv/iso-dates.ts';
import { NotUnderstood, numberOf } from '../csv/values.ts';
import type { MachineType, Workout } from '../workout.ts';
import { element } from './xml.ts';

// What TCX cannot say, in an element of the activity's `Extensions`, which the schema opens to any namespace.

const namespace = 'urn:boathouse:workout:1';

const figures = [
  ['ElapsedTime', 'elapsedTime'],
  ['Distance', 'distance'],
  ['RestTime', 'restTime'],
  ['RestDistance', 'restDistance'],
  ['AverageHeartRate', 'averageHeartRate'],
  ['AverageStrokeRate', 'averageStrokeRate'],
  ['AveragePower', 'averagePower'],
  ['StrokeCount', 'strokeCount'],
  ['Calories', 'calories'],
  ['DragFactor', 'dragFactor'],
] as const;

const texts = [
  ['Title', 'title'],
  ['LogbookId', 'logbookId'],
  ['App', 'app'],
] as const;

const dates = [
  ['StartedAt', 'startedAt'],
  ['EndedAt', 'endedAt'],
] as const;

const machines: readonly MachineType[] = [
  'rower',
  'skierg',
  'bike',
  'dynamic',
  'slides',
  'multierg',
  'otherrower',
  'other',
];

export function extensionOf(workout: Workout): string {
  return [
    `<Extensions><Workout xmlns="${namespace}">`,
    element('Machine', workout.machine),
    ...[...dates, ...texts, ...figures].map(([name, field]) => element(name, workout[field])),
    workout.isSimulated ? '<Simulated>true</Simulated>' : '',
    workout.intervals.length === 0 ? '<Intervals>none</Intervals>' : '',
    '</Workout></Extensions>',
  ].join('');
}

/** Returns what the extension says, or nothing if the file has none. A missing element is a figure that is not known. */
export function readExtension(leaves: ReadonlyMap<string, string>): Partial<Workout> {
  const prefix = 'Extensions/Workout/';
  if (![...leaves.keys()].some((path) => path.startsWith(prefix))) return {};
  const text = (name: string) => leaves.get(prefix + name) ?? null;
  const known: Partial<Workout> = {
    machine: machines.find((machine) => machine === text('Machine')) ?? null,
  };
  for (const [name, field] of texts) known[field] = text(name);
  for (const [name, field] of dates) known[field] = isoOf(text(name) ?? '');
  for (const [name, field] of figures) {
    known[field] = numberOf(text(name) ?? '', '.');
    if ((known[field] ?? 0) < 0) throw new NotUnderstood(`${name} is below zero`);
  }
  if (text('Simulated') === 'true') known.isSimulated = true;
  if (text('Intervals') === 'none') known.intervals = [];
  return known;
}

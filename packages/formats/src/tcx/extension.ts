import { isoOf } from '../csv/iso-dates.ts';
import { NotUnderstood, numberOf } from '../csv/values.ts';
import { machineNamed, type Problem, type Workout } from '../workout.ts';
import type { Leaves } from './parse.ts';
import { element } from './xml.ts';

// Fields that TCX lacks, in an element of the activity's `Extensions`, which the schema opens to any namespace.

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

export function extensionOf(workout: Workout): string {
  return [
    `<Extensions><Workout xmlns="${namespace}">`,
    element('Machine', workout.machine),
    ...[...dates, ...texts, ...figures].map(([name, field]) => element(name, workout[field])),
    workout.isSimulated ? '<Simulated>true</Simulated>' : '',
    workout.isDayOnly ? '<DayOnly>true</DayOnly>' : '',
    workout.intervals.length === 0 ? '<Intervals>none</Intervals>' : '',
    '</Workout></Extensions>',
  ].join('');
}

const prefix = 'Extensions/Workout/';

/** Whether this app wrote the file. */
export function hasExtension(leaves: ReadonlyMap<string, string>): boolean {
  return [...leaves.keys()].some((path) => path.startsWith(prefix));
}

/**
 * Returns the contents of the extension, or nothing if the file has none. A missing element is an unknown figure. One
 * that is not understood is a problem, and the laps provide the figure.
 */
export function readExtension({ texts: leaves, line }: Leaves, problems: Problem[]): Partial<Workout> {
  if (!hasExtension(leaves)) return {};
  const text = (name: string) => leaves.get(prefix + name) ?? null;
  const known: Partial<Workout> = {
    machine: machineNamed(text('Machine')),
  };
  for (const [name, field] of texts) known[field] = text(name);
  const attempt = (name: string, read: (content: string) => void) => {
    try {
      read(text(name) ?? '');
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      problems.push({ message: `${name}: ${error.message}. It is left out.`, line });
    }
  };
  for (const [name, field] of dates) attempt(name, (content) => (known[field] = isoOf(content)));
  for (const [name, field] of figures) {
    attempt(name, (content) => {
      const figure = numberOf(content, '.');
      if ((figure ?? 0) < 0) throw new NotUnderstood(`“${content}” is below zero`);
      known[field] = figure;
    });
  }
  if (text('Simulated') === 'true') known.isSimulated = true;
  if (text('DayOnly') === 'true') known.isDayOnly = true;
  if (text('Intervals') === 'none') known.intervals = [];
  return known;
}

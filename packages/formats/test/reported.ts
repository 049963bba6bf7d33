// Compares what is read and written with a table of expected figures (fixtures/reported/expected.json): `npm run
// reported -w packages/formats -- FOLDER` prints a line for each file of a folder with such a table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decoder, Stream } from '@garmin/fitsdk';
import { readWorkouts } from '../src/read.ts';
import { newStroke, newWorkout, type Workout } from '../src/workout.ts';
import { writeFit, writeTcx } from '../src/write.ts';
import { testNowMs } from './read-text.ts';

export const reportedFolder = new URL('../fixtures/reported/', import.meta.url).pathname;

type Expected = Record<string, unknown>;

/** Returns the name of each file in a folder's table with which the readers or writers of this package are tested. */
export function reportedFiles(folder: string): Map<string, Expected> {
  const table = recordOf(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
  const judged = Object.entries(table).filter(
    ([name]) => /\.(?:csv|fit|tcx|zip)$/i.test(name) || name.startsWith('export-'),
  );
  return new Map(judged.map(([name, expected]) => [name, recordOf(expected)]));
}

/** Returns the differences from the expected values of a file: empty if there are none. */
export function faultsOf(folder: string, name: string, expected: Expected): string[] {
  const bytes = Uint8Array.from(readFileSync(join(folder, name)));
  return name.endsWith('.json') ? faultsOfExport(bytes, expected) : faultsOfFile(bytes, name, expected);
}

function faultsOfFile(bytes: Uint8Array, name: string, expected: Expected): string[] {
  const { workouts, problems } = readWorkouts(bytes, name, testNowMs);
  const words = problems.map(({ message }) => message).join(' | ');
  const [workout] = workouts;
  const strokes = workout?.strokes ?? [];
  const last = strokes.at(-1);
  const found: Record<string, unknown> = {
    ...workout,
    n: workouts.length,
    strokes: strokes.length,
    lastStrokeTime: last?.elapsedTime,
    lastStrokeDistance: last?.distance,
    strokeHeartRates: strokes.filter(({ heartRate }) => heartRate !== null).length,
    curvePoints: strokes.find(({ forceCurve }) => forceCurve !== null)?.forceCurve?.length,
    days: workouts.map(({ endedAt }) => endedAt?.slice(0, 10)),
    intervals: workout?.intervals.length,
  };
  const faults: string[] = [];
  for (const [field, wanted] of Object.entries(expected)) {
    if (field === 'note') continue;
    if (field === 'problem') {
      if (!new RegExp(String(wanted), 'i').test(words)) faults.push(`no problem says “${String(wanted)}”`);
    } else if (field === 'problemsMax') {
      if (problems.length > Number(wanted)) faults.push(`${problems.length} problems`);
    } else if (!isAs(found[field], wanted)) {
      faults.push(`${field} is ${JSON.stringify(found[field]) ?? 'missing'}, not ${JSON.stringify(wanted)}`);
    }
  }
  return faults.length > 0 && words !== '' ? [...faults, `said: ${words}`] : faults;
}

/** Whether a value matches the table: equal, near (`[value, tolerance]`), or one of several. */
function isAs(found: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return found === wanted;
  const [value, tolerance] = wanted.map(Number);
  if (wanted.length === 2 && wanted.every((each) => typeof each === 'number'))
    return typeof found === 'number' && Math.abs(found - (value ?? NaN)) <= (tolerance ?? 0);
  if (Array.isArray(found)) return JSON.stringify(found) === JSON.stringify(wanted);
  return wanted.includes(found ?? null);
}

function faultsOfExport(bytes: Uint8Array, expected: Expected): string[] {
  const workout = workoutOf(JSON.parse(new TextDecoder().decode(bytes)));
  return [
    ...faultsOfFit(writeFit(workout), recordOf(expected['fit'])),
    ...faultsOfTcx(new TextDecoder().decode(writeTcx(workout)), recordOf(expected['tcx'])),
  ];
}

function workoutOf(json: unknown): Workout {
  const known: Partial<Workout> = recordOf(json);
  const strokes = (known.strokes ?? []).map((stroke) => newStroke({ ...stroke }));
  return newWorkout({ ...known, strokes });
}

function faultsOfFit(fit: Uint8Array, expected: Expected): string[] {
  const { messages, errors } = new Decoder(Stream.fromByteArray([...fit])).read({
    convertDateTimesToDates: false,
  });
  const records = listOf(messages, 'recordMesgs');
  const [session] = listOf(messages, 'sessionMesgs');
  const after = (record: Expected | undefined) =>
    Number(record?.['timestamp']) - Number(session?.['startTime']);
  const cycles = new Set(
    records.map((record) => record['totalCycles']).filter((count) => count !== undefined),
  );
  const [first, last] = [records[0], records.at(-1)];
  const [wantedFirst, wantedLast] = [recordOf(expected['firstRecord']), recordOf(expected['lastRecord'])];
  return [
    ...errors.map(String),
    ...unless(isAs(after(first), wantedFirst['afterStartSec']), `FIT begins at ${after(first)} s`),
    ...unless(
      isAs(first?.['distance'], wantedFirst['distance']),
      `FIT begins at ${String(first?.['distance'])} m`,
    ),
    ...unless(isAs(after(last), wantedLast['afterStartSec']), `FIT ends at ${after(last)} s`),
    ...unless(
      isAs(last?.['distance'], wantedLast['distance']),
      `FIT ends at ${String(last?.['distance'])} m`,
    ),
    ...unless(records.length >= Number(expected['recordsAtLeast']), `FIT has ${records.length} records`),
    ...unless(cycles.size === expected['distinctTotalCycles'], `FIT has ${cycles.size} counts of cycles`),
  ];
}

function faultsOfTcx(tcx: string, expected: Expected): string[] {
  const points = tcx.match(/<Trackpoint>.*?<\/Trackpoint>/gs) ?? [];
  const metersOf = (point: string | undefined) =>
    Number(/<DistanceMeters>([^<]*)/.exec(point ?? '')?.[1] ?? Number.NaN);
  const [first, last] = [metersOf(points[0]), metersOf(points.at(-1))];
  return [
    ...unless(points.length >= Number(expected['trackpointsAtLeast']), `TCX has ${points.length} points`),
    ...unless(isAs(first, expected['firstDistance']), `TCX begins at ${first} m`),
    ...unless(isAs(last, expected['lastDistance']), `TCX ends at ${last} m`),
  ];
}

const unless = (isRight: boolean, fault: string) => (isRight ? [] : [fault]);

function recordOf(value: unknown): Expected {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function listOf(messages: object, kind: string): Expected[] {
  const found: unknown = Reflect.get(messages, kind);
  return Array.isArray(found) ? found.map(recordOf) : [];
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? reportedFolder;
  for (const [name, expected] of reportedFiles(folder)) {
    const faults = faultsOf(folder, name, expected);
    process.stdout.write(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${name}  ${faults.join('; ')}\n`);
  }
}

/**
 * Prints the values read from each file next to values found without the readers, the result of a round trip through
 * each written format, and the times of reading and writing: `npm run tables -w packages/formats -- FOLDER`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decoder, Stream } from '@garmin/fitsdk';
import { testNowMs } from './read-text.ts';
import { readWorkouts } from '../src/read.ts';
import type { ReadResult, Workout } from '../src/workout.ts';
import { writeFit, writeSeasonCsv, writeStrokesCsv, writeTcx } from '../src/write.ts';

const folder = process.argv[2] ?? new URL('../fixtures/', import.meta.url).pathname;
const files = readdirSync(folder)
  .filter((name) => /\.(?:fit|tcx|csv|gz|zip)$/i.test(name))
  .map((name) => ({ name, bytes: Uint8Array.from(readFileSync(join(folder, name))) }));

type Cell = string | number | null;

function table(title: string, head: string[], rows: Cell[][]): void {
  const line = (cells: Cell[]) => `| ${cells.map((cell) => cell ?? '-').join(' | ')} |`;
  process.stdout.write(`\n## ${title}\n\n${[head, head.map(() => '-'), ...rows].map(line).join('\n')}\n`);
}

const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
const sum = (values: readonly (number | null)[]) =>
  tenths(values.reduce<number>((all, value) => all + (value ?? 0), 0));

/** The figures that a file itself gives, as one line. */
function saysItself(name: string, bytes: Uint8Array): string {
  if (/\.fit$/i.test(name)) return ofFit(bytes);
  const text = new TextDecoder().decode(bytes);
  return /\.tcx$/i.test(name) ? ofTcx(text) : ofCsv(text);
}

function ofFit(bytes: Uint8Array): string {
  const { messages } = new Decoder(Stream.fromByteArray([...bytes])).read();
  type Message = Record<string, unknown>;
  const isList = (found: unknown): found is Message[] => Array.isArray(found);
  const listOf = (kind: string): Message[] => {
    const found: unknown = Reflect.get(messages, `${kind}Mesgs`);
    return isList(found) ? found : [];
  };
  const [session] = listOf('session');
  const [last] = listOf('record').slice(-1);
  const said = (field: string, of = session) => wordsOf(of?.[field]);
  return [
    said('sport'),
    said('subSport'),
    `${said('totalElapsedTime')} s`,
    `${said('totalDistance')} m`,
    `${listOf('lap').length} laps`,
    `${listOf('record').length} records`,
    `last at ${said('distance', last)} m`,
  ].join(', ');
}

const wordsOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

function ofTcx(text: string): string {
  const numbers = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));
  const points = text.split('<Trackpoint>').length - 1;
  const seconds = numbers(/<TotalTimeSeconds>([\d.]+)/g);
  const meters = numbers(/<TotalTimeSeconds>[\d.]+<\/TotalTimeSeconds>\s*<DistanceMeters>([\d.]+)/g);
  return `${sum(seconds)} s, ${sum(meters)} m, ${seconds.length} laps, ${points} points`;
}

/** The last row of a stroke file, or the sums of a season, without interpreting the columns. */
function ofCsv(text: string): string {
  const rows = text
    .trim()
    .split(/[\r\n]+/)
    .map((line) => (line.startsWith('"') ? line.slice(1, -1).split('","') : line.split(',')));
  const header = rows.find((cells) => cells.length > 3) ?? [];
  const at = (column: string) => header.findIndex((cell) => cell.trim() === column);
  const meters = at('Work Distance');
  if (meters >= 0) {
    const of = (column: number) => sum(rows.slice(1).map((cells) => Number(cells[column] ?? 0)));
    return `${rows.length - 1} rows, ${of(at('Work Time (Seconds)'))} s, ${of(meters)} m`;
  }
  return `${rows.length} lines, the last begins: ${(rows.at(-1) ?? []).slice(0, 9).join(' ')}`;
}

function asRead({ workouts, problems }: ReadResult): Cell[] {
  const [first] = workouts;
  if (first === undefined)
    return ['refused', null, null, null, null, null, null, problems.at(-1)?.message ?? null];
  const machines = [...new Set(workouts.map(({ machine }) => machine ?? 'not said'))].join(', ');
  const many = workouts.length > 1 ? `${workouts.length} workouts, ` : '';
  const curves = workouts.flatMap(({ strokes }) => strokes.map(({ forceCurve }) => forceCurve?.length ?? 0));
  return [
    many + machines,
    first.startedAt ?? first.endedAt,
    sum(workouts.map(({ elapsedTime }) => elapsedTime)),
    sum(workouts.map(({ distance }) => distance)),
    sum(workouts.map(({ intervals }) => intervals.length)),
    sum(workouts.map(({ strokes }) => strokes.length)),
    Math.max(0, ...curves),
    problems.map(({ message }) => message).join(' ') || null,
  ];
}

/** The largest difference of any stroke's figure, and whether all force points are there. */
function difference(before: readonly Workout[], after: readonly Workout[]): string {
  if (before.length !== after.length) return `${after.length} of ${before.length} workouts`;
  let [sec, meters, lost, points] = [0, 0, 0, 0];
  for (const [at, workout] of before.entries()) {
    const other = after[at];
    sec = Math.max(sec, Math.abs((workout.elapsedTime ?? 0) - (other?.elapsedTime ?? 0)));
    meters = Math.max(meters, Math.abs((workout.distance ?? 0) - (other?.distance ?? 0)));
    for (const [place, stroke] of workout.strokes.entries()) {
      const same = other?.strokes[place];
      if (same === undefined) {
        lost += 1;
        continue;
      }
      sec = Math.max(sec, Math.abs(stroke.elapsedTime - same.elapsedTime));
      meters = Math.max(meters, Math.abs(stroke.distance - same.distance));
      points += Math.max(0, (stroke.forceCurve?.length ?? 0) - (same.forceCurve?.length ?? 0));
    }
  }
  const missing = [lost > 0 ? `${lost} strokes` : '', points > 0 ? `${points} force points` : ''].filter(
    Boolean,
  );
  return `±${sec.toFixed(3)} s, ±${meters.toFixed(3)} m${missing.length > 0 ? `, not in it: ${missing.join(', ')}` : ''}`;
}

function timed<T>(run: () => T): [result: T, ms: number] {
  const began = performance.now();
  const result = run();
  return [result, Math.round((performance.now() - began) * 10) / 10];
}

const read = (bytes: Uint8Array, name: string) => readWorkouts(bytes, name, testNowMs);
const readings = files.map(({ name, bytes }) => {
  read(bytes, name);
  const [result, ms] = timed(() => read(bytes, name));
  return { name, bytes, result, ms };
});

table(
  'As read, and what the file says itself',
  [
    'file',
    'machine',
    'date',
    's',
    'm',
    'intervals',
    'strokes',
    'points of a curve',
    'problem',
    'the file itself',
    'ms',
  ],
  readings.map(({ name, bytes, result, ms }) => [name, ...asRead(result), saysItself(name, bytes), ms]),
);

const formats: [string, (workout: Workout) => Uint8Array][] = [
  ['fit', writeFit],
  ['tcx', writeTcx],
  ['csv', writeStrokesCsv],
];
const written: Cell[][] = [];
for (const { name, result } of readings) {
  const { workouts } = result;
  if (workouts.length === 0) continue;
  const cells = formats.map(([format, write]) => {
    if (format === 'csv' && workouts.every(({ strokes }) => strokes.length === 0)) return 'no strokes';
    const [exported, ms] = timed(() => workouts.map(write));
    const again = exported.flatMap((bytes) => read(bytes, `x.${format}`).workouts);
    return `${difference(workouts, again)}; ${ms} ms`;
  });
  const dated = workouts.filter(({ startedAt, endedAt }) => startedAt !== null || endedAt !== null);
  const season = difference(
    dated.map((workout) => ({ ...workout, strokes: [] })),
    read(writeSeasonCsv(dated), 'season.csv').workouts,
  );
  written.push([name, ...cells, dated.length === 0 ? 'no date' : season]);
}
table('Written and read again', ['file', 'FIT', 'TCX', 'stroke CSV', 'season CSV'], written);

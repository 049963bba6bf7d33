import { bounds } from './bounds.ts';
import { checkWorkout, cleanWorkout } from './check-workout.ts';
import { decodeText, otherKindOf } from './decode-text.ts';
import { isFit } from './fit/decode.ts';
import { readFit } from './fit/read.ts';
import { withSeasonTotals } from './logbook/season-totals.ts';
import { kindOfMessage, onceEach } from './problems.ts';
import { textReaderOf, unknownTextMessage } from './text-formats.ts';
import { gunzip, isGzip, isZip, type Budget } from './unpack.ts';
import type { Problem, ReadResult, TextReader, Workout } from './workout.ts';
import { sourceOf, type ByteSource, type Spill } from './zip/byte-source.ts';
import { withListed } from './zip/takeout-list.ts';
import { archiveWords, walkZip, type WalkPlace, type WalkStep } from './zip/walk.ts';

type Reading = {
  result: ReadResult;
  nowMs: number;
  budget: Budget;
  /** Strokes that may still be read. */
  strokesLeft: number;
  workoutsLeft: number;
  problemsLeft: number;
  problemsLeftOut: number;
  /** Files of an archive without a workout, by the kind of reason: the first file and their number. */
  others: Map<string, { entry: string; message: string; count: number }>;
};

type ReadOptions = {
  /** Bounds the dates. */
  nowMs?: number;
  /** Where to continue in an archive. */
  from?: WalkPlace;
  spill?: () => Spill;
};

/** How far an archive was read. */
export type ReadStep = {
  /** `at` comes before reading a file that can be a workout, which may take long; `read` after each file. */
  kind: 'at' | 'read';
  name: string;
  next: WalkPlace;
  /** Returns the findings since the last call. */
  take(): ReadResult;
};

/** The end of reading a file: `rest` is the place to continue, if a limit stopped the reading. */
export type ReadEnd = ReadResult & { rest: WalkPlace | null };

/**
 * Reads the workouts of a file of any kind: the content decides, not the name. Never throws and never waits; an
 * impossible workout, or a file that is not understood, is a problem. `readSteps` reads the rest of an archive that is
 * larger than the bounds.
 */
export function readWorkouts(bytes: Uint8Array, fileName: string, nowMs: number = Date.now()): ReadResult {
  const steps = readSteps(sourceOf(bytes), fileName, { nowMs });
  for (;;) {
    const step = steps.next();
    if (!step.done) continue;
    const { rest, ...result } = step.value;
    if (rest !== null) result.problems.push({ message: restMessage(rest) });
    return result;
  }
}

/** Reports that a limit stopped the reading of an archive. */
export function restMessage({ looked, of }: WalkPlace): string {
  return `Reading stopped after ${looked} of ${of} files in this archive: what was found so far is kept.`;
}

/**
 * Like `readWorkouts`, but step by step, so that the caller can take the findings between two files. Ends behind the
 * file of a step that is answered by true. Never throws.
 */
export function* readSteps(
  source: ByteSource,
  fileName: string,
  { nowMs = Date.now(), from, spill }: ReadOptions = {},
): Generator<ReadStep, ReadEnd, boolean | undefined> {
  const reading: Reading = {
    result: { workouts: [], problems: [] },
    nowMs,
    budget: { bytes: bounds.archiveBytesMax },
    strokesLeft: bounds.archiveStrokesMax,
    workoutsLeft: bounds.workoutsMax,
    problemsLeft: bounds.problemsMax,
    problemsLeftOut: 0,
    others: new Map(),
  };
  let rest: WalkPlace | null = null;
  if (isZip(source.read(0, Math.min(source.size, 4)))) {
    rest = yield* readArchive(reading, source, { ...(from && { from }), ...(spill && { spill }) });
  } else if (source.size > bounds.fileBytesMax) {
    report(reading, null, { message: 'This file has more than 20 MB.' });
  } else {
    const archive = readFile(reading, source.read(0, source.size), fileName, null);
    if (archive !== null) {
      rest = yield* readArchive(reading, sourceOf(archive), {
        ...(from && { from }),
        ...(spill && { spill }),
      });
    }
  }
  for (const { entry, message, count } of reading.others.values()) {
    report(reading, entry, { message: count === 1 ? message : `One of ${count} such files: ${message}` });
  }
  const { problemsLeftOut } = reading;
  const { workouts, problems } = takeAll(reading);
  if (problemsLeftOut > 0) problems.push({ message: `${problemsLeftOut} more problems.` });
  return { workouts, problems, rest };
}

/** Gives the stroke files of an archive the totals of its season, and removes their doubts. */
function joinSeason({ workouts, problems }: ReadResult): ReadResult {
  const joined = withSeasonTotals(workouts);
  const isSure = new Set(joined.flatMap(({ workout, leftOut }) => (leftOut === null ? [] : workout.entry)));
  const left = problems.filter(({ isDoubtOfRests, entry }) => isDoubtOfRests !== true || !isSure.has(entry));
  const said = joined.flatMap(({ workout: { entry }, leftOut }) =>
    (leftOut ?? []).map((message) => ({ message, ...(entry !== undefined && { entry }) })),
  );
  return {
    workouts: joined.map(({ workout }) => workout),
    problems: [...left.map(({ isDoubtOfRests: _doubt, ...problem }) => problem), ...said],
  };
}

function report(reading: Reading, entry: string | null, { message, line, isDoubtOfRests }: Problem): void {
  if (reading.problemsLeft === 0) {
    reading.problemsLeftOut += 1;
    return;
  }
  reading.problemsLeft -= 1;
  reading.result.problems.push({
    message,
    ...(line !== undefined && { line }),
    ...(entry !== null && { entry }),
    ...(isDoubtOfRests === true && { isDoubtOfRests }),
  });
}

/** Settles everything before a larger file. */
const settledBytes = 500_000;

function takeAll(reading: Reading): ReadResult {
  const all = joinSeason(reading.result);
  reading.result = { workouts: [], problems: [] };
  return all;
}

/** Takes the settled workouts: a season and the stroke files of its results wait for each other until the end. */
function takeSettled(reading: Reading): ReadResult {
  const { workouts, problems } = reading.result;
  const isSettled = ({ logbookId }: Workout) => logbookId === null;
  reading.result = {
    workouts: workouts.filter((workout) => !isSettled(workout)),
    problems: problems.filter(({ isDoubtOfRests }) => isDoubtOfRests === true),
  };
  return {
    workouts: workouts.filter(isSettled),
    problems: problems.filter(({ isDoubtOfRests }) => isDoubtOfRests !== true),
  };
}

/** Returns where to continue, if a limit stopped the reading. */
function* readArchive(
  reading: Reading,
  source: ByteSource,
  options: Pick<ReadOptions, 'from' | 'spill'>,
): Generator<ReadStep, WalkPlace | null, boolean | undefined> {
  const stepOf = (kind: ReadStep['kind'], step: WalkStep): ReadStep => ({
    kind,
    name: step.name,
    next: step.next,
    // Waiting results are lost if reading the next file crashes the thread, which a small file does not.
    take: () =>
      step.kind === 'file' && step.member.bytes > settledBytes ? takeAll(reading) : takeSettled(reading),
  });
  try {
    let [files, found] = [0, 0];
    for (const step of walkZip(source, { budget: reading.budget, ...options })) {
      found += 1;
      const { name, place } = step;
      if (step.kind === 'full' || reading.budget.bytes <= 0 || reading.strokesLeft <= 0) return place;
      if (step.kind === 'other') countOther(reading, name, step.message);
      else if (step.kind === 'file') {
        if (files === bounds.archiveFilesMax) return place;
        files += 1;
        yield stepOf('at', step);
        readMember(reading, step);
      }
      if (yield stepOf('read', step)) return step.next;
    }
    if (found === 0 && options.from === undefined) {
      report(reading, null, { message: 'This ZIP archive holds no file.' });
    }
  } catch (error) {
    report(reading, null, { message: archiveWords('This ZIP archive', error) });
  }
  return null;
}

function readMember(reading: Reading, { name, bytes, listed }: WalkStep & { kind: 'file' }): void {
  try {
    readFile(reading, bytes(), name, name);
    if (listed === null) return;
    const { result } = reading;
    result.workouts = result.workouts.map((workout) =>
      workout.entry === name ? withListed(workout, listed) : workout,
    );
  } catch (error) {
    report(reading, name, { message: archiveWords('This file', error) });
  }
}

/** Thousands of pictures are one problem. */
function countOther({ others }: Reading, entry: string, message: string): void {
  const kind = kindOfMessage(message);
  const same = others.get(kind);
  if (same === undefined) others.set(kind, { entry, message, count: 1 });
  else same.count += 1;
}

/** Returns the archive that the file contains, if it is a gz file of an archive. */
function readFile(
  reading: Reading,
  bytes: Uint8Array,
  fileName: string,
  entry: string | null,
): Uint8Array | null {
  try {
    const content = isGzip(bytes) ? gunzip(bytes, reading.budget) : bytes;
    if (entry === null && content !== bytes && isZip(content)) return content;
    const { lines, ...found } = readContent(content, fileName.replace(/\.gz$/i, ''));
    const problems = [...found.problems];
    for (const [at, workout] of found.workouts.entries()) {
      const line = lines?.[at];
      for (const message of keep(reading, workout, entry))
        problems.push({ message, ...(line !== undefined && { line }) });
    }
    problems.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    for (const problem of onceEach(problems)) report(reading, entry, problem);
    if (found.workouts.length === 0 && found.problems.length === 0) {
      report(reading, entry, { message: 'This file holds no workout.' });
    }
  } catch (error) {
    report(reading, entry, { message: archiveWords('This file', error) });
  }
  return null;
}

/** Adds a possible workout. Returns what was left out of the workout, or why it is impossible. */
function keep(reading: Reading, workout: Workout, entry: string | null): string[] {
  const { result, nowMs } = reading;
  const reason = checkWorkout(workout, nowMs) ?? roomReason(reading, workout);
  if (reason !== null) return [reason];
  const clean = cleanWorkout(workout, nowMs);
  reading.strokesLeft -= clean.workout.strokes.length;
  reading.workoutsLeft -= 1;
  result.workouts.push({ ...clean.workout, ...(entry !== null && { entry }) });
  return clean.leftOut;
}

function roomReason({ workoutsLeft, strokesLeft }: Reading, { strokes }: Workout): string | null {
  if (workoutsLeft <= 0) {
    return `There are more than ${bounds.workoutsMax} workouts: split the file.`;
  }
  // An archive continues with its next file after the last one is read.
  return strokes.length > strokesLeft + bounds.strokesMax
    ? 'There are too many strokes in all: split the file.'
    : null;
}

const problem = (message: string): ReadResult => ({ workouts: [], problems: [{ message }] });

function readContent(bytes: Uint8Array, fileName: string): ReturnType<TextReader['read']> {
  if (bytes.length === 0) return problem('This file is empty.');
  if (bytes.length > bounds.fileBytesMax) return problem('This file has more than 20 MB.');
  if (isFit(bytes)) return readFit(bytes);
  if (isZip(bytes) || isGzip(bytes)) return problem('This is an archive in an archive: unpack it first.');
  const otherKind = otherKindOf(bytes);
  if (otherKind !== null) return problem(`This is ${otherKind}, not a workout.`);
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return problem(decoded.reason);
  if (hasTooManyLines(bytes)) return problem(`This file has more than ${bounds.textLinesMax} lines.`);
  const { reader, body, hasSeparatorLine } = textReaderOf(decoded.text);
  if (reader === null) return problem(unknownTextMessage(body));
  const found = reader.read(body, fileName);
  return hasSeparatorLine ? oneLineLater(found) : found;
}

function oneLineLater({ problems, lines, ...found }: ReturnType<TextReader['read']>) {
  return {
    ...found,
    problems: problems.map((each) => (each.line === undefined ? each : { ...each, line: each.line + 1 })),
    ...(lines !== undefined && { lines: lines.map((line) => line + 1) }),
  };
}

function hasTooManyLines(bytes: Uint8Array): boolean {
  let lines = 0;
  for (const byte of bytes) if (byte === 0x0a || byte === 0x0d) lines += 1;
  // Windows ends a line with two.
  return lines > bounds.textLinesMax * 2;
}

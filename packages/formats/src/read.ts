import { bounds } from './bounds.ts';
import { checkWorkout, cleanWorkout } from './check-workout.ts';
import { decodeText, otherKindOf } from './decode-text.ts';
import { isFit } from './fit/decode.ts';
import { readFit } from './fit/read.ts';
import { textReaders } from './text-formats.ts';
import { ArchiveError, gunzip, isGzip, isZip, zipEntries, type Budget } from './unpack.ts';
import type { Problem, ReadResult, TextReader, Workout } from './workout.ts';

const headSize = 8_192;

type Reading = {
  result: ReadResult;
  nowMs: number;
  budget: Budget;
  /** Strokes that may still be read. */
  strokesLeft: number;
  problemsLeftOut: number;
};

/**
 * Reads the workouts of a file, whatever its kind: the content decides, not the name. Never throws and never waits; a
 * workout that is impossible, or a file that is not understood, is a problem. `nowMs` bounds the dates.
 */
export function readWorkouts(bytes: Uint8Array, fileName: string, nowMs: number = Date.now()): ReadResult {
  const reading: Reading = {
    result: { workouts: [], problems: [] },
    nowMs,
    budget: { bytes: bounds.archiveBytesMax },
    strokesLeft: bounds.archiveStrokesMax,
    problemsLeftOut: 0,
  };
  if (isZip(bytes)) readArchive(reading, bytes);
  else readFile(reading, bytes, fileName, null);
  const { result, problemsLeftOut } = reading;
  if (problemsLeftOut > 0) result.problems.push({ message: `${problemsLeftOut} more problems.` });
  return result;
}

function report(reading: Reading, entry: string | null, { message, line }: Problem): void {
  if (reading.result.problems.length >= bounds.problemsMax) {
    reading.problemsLeftOut += 1;
    return;
  }
  reading.result.problems.push({
    message,
    ...(line !== undefined && { line }),
    ...(entry !== null && { entry }),
  });
}

function readArchive(reading: Reading, bytes: Uint8Array): void {
  if (bytes.length > bounds.archiveBytesMax) {
    report(reading, null, { message: 'This ZIP archive has more than 200 MB.' });
    return;
  }
  try {
    const entries = zipEntries(bytes);
    if (entries.some(({ name }) => name === '[Content_Types].xml')) {
      report(reading, null, { message: 'This is an Excel or Word document: save the table as CSV.' });
      return;
    }
    if (entries.length === 0) report(reading, null, { message: 'This ZIP archive holds no file.' });
    for (const { name, unpack } of entries) {
      if (reading.budget.bytes <= 0) {
        report(reading, name, {
          message: 'This file and those after it are not read: the archive is too large.',
        });
        break;
      }
      try {
        readFile(reading, unpack(reading.budget), name, name);
      } catch (error) {
        report(reading, name, { message: archiveMessage('This file', error) });
      }
    }
  } catch (error) {
    report(reading, null, { message: archiveMessage('This ZIP archive', error) });
  }
}

/** Words an error; one that is no finding about the file is a fault of ours, and is said as such. */
function archiveMessage(what: string, error: unknown): string {
  if (error instanceof ArchiveError) return `${what} ${error.message}.`;
  return `${what} could not be read: ${error instanceof Error ? error.message : 'unknown error'}.`;
}

function readFile(reading: Reading, bytes: Uint8Array, fileName: string, entry: string | null): void {
  try {
    const content = isGzip(bytes) ? gunzip(bytes, reading.budget) : bytes;
    if (entry === null && content !== bytes && isZip(content)) {
      readArchive(reading, content);
      return;
    }
    const { lines, ...found } = readContent(content, fileName.replace(/\.gz$/i, ''));
    const problems = [...found.problems];
    for (const [at, workout] of found.workouts.entries()) {
      const reason = keep(reading, workout, entry);
      if (reason !== null)
        problems.push({ message: reason, ...(lines?.[at] !== undefined && { line: lines[at] }) });
    }
    problems.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    for (const problem of problems) report(reading, entry, problem);
    if (found.workouts.length === 0 && found.problems.length === 0) {
      report(reading, entry, { message: 'This file holds no workout.' });
    }
  } catch (error) {
    report(reading, entry, { message: archiveMessage('This file', error) });
  }
}

/** Adds a possible workout. Returns the reason against another one, or null. */
function keep(reading: Reading, workout: Workout, entry: string | null): string | null {
  const { result } = reading;
  const reason = checkWorkout(workout, reading.nowMs) ?? roomReason(reading, workout);
  if (reason === null) {
    reading.strokesLeft -= workout.strokes.length;
    result.workouts.push({ ...cleanWorkout(workout), ...(entry !== null && { entry }) });
  }
  return reason;
}

function roomReason({ result, strokesLeft }: Reading, { strokes }: Workout): string | null {
  if (result.workouts.length >= bounds.workoutsMax) {
    return `There are more than ${bounds.workoutsMax} workouts: split the file.`;
  }
  return strokes.length > strokesLeft ? 'There are too many strokes in all: split the archive.' : null;
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
  const [separatorLine = ''] = separatorLinePattern.exec(decoded.text) ?? [];
  const text = decoded.text.slice(separatorLine.length);
  const head = text.slice(0, headSize);
  const reader = textReaders.find(({ detect }) => detect(head));
  if (!reader) return problem(unknownMessage(text));
  const found = reader.read(text, fileName);
  return separatorLine === '' ? found : oneLineLater(found);
}

/** Spreadsheets begin a CSV file with a line that names its separator, which the file itself shows. */
const separatorLinePattern = /^"?sep=[,;\t|]"?(?:\r\n|\r|\n)/i;

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

function unknownMessage(text: string): string {
  const first = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? '';
  if (first === '') return 'This file holds only blank lines.';
  const shown = first.length > 80 ? `${first.slice(0, 80)}…` : first;
  return `This kind of file is not known. Its first line is: ${shown}`;
}

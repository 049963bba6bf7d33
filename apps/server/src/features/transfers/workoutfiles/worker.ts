/** The program of the threads that read files: it returns their content in the form that activities store. */
import { parentPort } from 'node:worker_threads';
import { readSteps, type ReadStep } from '@boathouse/formats/read';
import type { ReadResult } from '@boathouse/formats/workout';
import { sourceOf } from '@boathouse/formats/zip/byte-source';
import { fileWorkoutOf, type ReadAnswer, type ReadJob, type ReadPart } from './rules.ts';

parentPort?.on('message', (job: ReadJob) => {
  const answer = answerTo(job);
  post(answer, answer);
});

type Found = Pick<ReadAnswer, 'workouts' | 'problems'>;

function post(message: object, { workouts }: Found): void {
  const packed = workouts.flatMap(({ chunks }) => chunks.map((chunk) => chunk.packed.buffer));
  parentPort?.postMessage(message, packed);
}

function answerTo(job: ReadJob): ReadAnswer {
  const { bytes, fileName, nowMs, from, turn } = job;
  const steps = readSteps(sourceOf(bytes), fileName, { nowMs, ...(from && { from }) });
  const startMs = performance.now();
  const before = process.threadCpuUsage();
  let left = job.workoutsMax;
  const found = (read: ReadResult): Found => {
    const each = foundIn(read, job, left);
    left -= each.workouts.length;
    return each;
  };
  const postPart = (read: ReadResult, at: ReadPart['at']) => {
    const part: ReadPart = { ...found(read), at };
    post({ part }, part);
  };
  const isOver = ({ kind }: ReadStep) => {
    if (kind === 'at') return false;
    const { user, system } = process.threadCpuUsage(before);
    return left <= 0 || (user + system) / 1_000 > turn.processorMs || performance.now() - startMs > turn.ms;
  };
  for (let next = steps.next(); ;) {
    if (next.done) return { ...found(next.value), rest: next.value.rest };
    const step = next.value;
    // Before a file that may take too long: the findings until then are kept.
    if (step.kind === 'at') postPart(step.take(), { name: step.name, next: step.next });
    next = steps.next(isOver(step));
  }
}

function foundIn(read: ReadResult, job: ReadJob, workoutsMax: number): Found {
  const problems = read.problems.map(({ message, line = null, entry = null }) => ({ message, line, entry }));
  const fault = (message: string, entry: string | null = null) =>
    problems.push({ message, line: null, entry });
  const workouts = read.workouts.slice(0, workoutsMax).flatMap((workout) => {
    const made = fileWorkoutOf(workout, job);
    if (typeof made !== 'string') return [made];
    // A wrong date counts as missing, and the import asks for it.
    const undated = fileWorkoutOf({ ...workout, startedAt: null, endedAt: null, isDayOnly: false }, job);
    const isOnlyDate = typeof undated !== 'string';
    fault(isOnlyDate ? `${made} The date is left out.` : made, workout.entry);
    return isOnlyDate ? [undated] : [];
  });
  if (read.workouts.length > workoutsMax) {
    fault(`There are more than ${job.workoutsMax} workouts for one import: split the file.`);
  }
  return { workouts, problems };
}

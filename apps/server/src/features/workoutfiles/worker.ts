/** The program of the threads that read files: what a file holds, as activities store it. */
import { parentPort } from 'node:worker_threads';
import { readWorkouts } from '@boathouse/formats/read';
import { fileWorkoutOf, type ReadAnswer, type ReadJob } from './rules.ts';

parentPort?.on('message', (job: ReadJob) => {
  const answer = answerTo(job);
  const packed = answer.workouts.flatMap(({ chunks }) => chunks.map((chunk) => chunk.packed.buffer));
  parentPort?.postMessage(answer, packed);
});

function answerTo(job: ReadJob): ReadAnswer {
  const read = readWorkouts(job.bytes, job.fileName, job.nowMs);
  const problems = read.problems.map(({ message, line = null, entry = null }) => ({ message, line, entry }));
  const fault = (message: string, entry: string | null = null) =>
    problems.push({ message, line: null, entry });
  const workouts = read.workouts.slice(0, job.workoutsMax).flatMap((workout) => {
    const made = fileWorkoutOf(workout, job);
    if (typeof made !== 'string') return [made];
    fault(made, workout.entry);
    return [];
  });
  if (read.workouts.length > job.workoutsMax) {
    fault(`There are more than ${job.workoutsMax} workouts for one import: split the file.`);
  }
  return { workouts, problems };
}

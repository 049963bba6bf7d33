/** The program of the threads that write long workouts as files. */
import { parentPort } from 'node:worker_threads';
import { writers } from './rules.ts';
import type { WriteJob } from './service.ts';

parentPort?.on('message', ({ workout, format }: WriteJob) => {
  const bytes = writers[format](workout);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});

// Sends a large import and takes it back, again and again. In a thread of its own, as the attacker is: it reads its answers.
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { importOnce, seasonOf } from './imports.ts';

export type Importing = { port: number; token: string; workouts: number; seconds: number };

const { port, token, workouts, seconds }: Importing = workerData;
const untilMs = performance.now() + seconds * 1_000;
while (performance.now() < untilMs) {
  const { isStored } = await importOnce(port, token, seasonOf(workouts, 2001), true);
  if (!isStored) await pause(1_000);
}

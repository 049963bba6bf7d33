// Sends a large import and undoes it, again and again. Runs in a separate process, like the attacker.
import { setTimeout as pause } from 'node:timers/promises';
import { importOnce, seasonOf } from './imports.ts';

export type Importing = { port: number; token: string; workouts: number; seconds: number };

const { port, token, workouts, seconds }: Importing = JSON.parse(process.argv[2] ?? '');
const untilMs = performance.now() + seconds * 1_000;
while (performance.now() < untilMs) {
  const { isStored } = await importOnce(port, token, seasonOf(workouts, 2001), true);
  if (!isStored) await pause(1_000);
}
process.send?.({});

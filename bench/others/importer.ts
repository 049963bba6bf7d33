// Sends a large import and takes it back, again and again. In a process of its own, as the attacker is.
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

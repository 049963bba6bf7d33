import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

/** Runs steps of this duration, and returns the pauses between them, 0 for none. */
async function pausesOf(...stepsMs: number[]): Promise<number[]> {
  let nowMs = 1_000;
  let paused = 0;
  const pause = async (ms: number) => {
    nowMs += ms;
    paused = ms;
  };
  const slices = new Slices(() => nowMs, pause);
  const pauses = [];
  for (const ms of stepsMs) {
    nowMs += ms;
    paused = 0;
    await slices.rest();
    pauses.push(paused);
  }
  return pauses;
}

test('pauses work as long as it has run, after each 3 ms', async () => {
  expect(await pausesOf(1, 1, 1, 1, 1, 1)).toEqual([0, 0, 3, 0, 0, 3]);
  expect(await pausesOf(8, 1, 4)).toEqual([8, 0, 5]);
});

test('a step that took far longer does not stop the work', async () => {
  expect(await pausesOf(500, 1, 2)).toEqual([30, 0, 3]);
});

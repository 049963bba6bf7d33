import { expect, test } from 'vitest';
import { WorkoutFiles } from './service.ts';

const job = {
  bytes: new Uint8Array(),
  fileName: 'takeout.zip',
  timeZone: 'UTC',
  nowMs: Date.UTC(2026, 10, 1),
  workoutsMax: 10,
  from: null,
};
const next = { outer: 7, inner: 0, looked: 7, of: 9 };
/** A program that posts its messages and never answers. */
const hanging = (messages: readonly object[]) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => {
        for (const message of ${JSON.stringify(messages)}) parentPort.postMessage(message);
        setInterval(() => {}, 1000);
      });`)}`,
  );

test('workouts found before a file that takes too long are kept, and the rest follows after it', async () => {
  const found = { message: 'It is empty.', line: null, entry: 'a.fit' };
  const program = hanging([
    { part: { workouts: [], problems: [], at: { name: 'a.fit', next: { ...next, outer: 6, looked: 6 } } } },
    { part: { workouts: [], problems: [found], at: { name: 'slow.fit', next } } },
  ]);
  const files = new WorkoutFiles({ timeMs: 4_000, program });
  const answer = await files.read(job);
  files.close();
  expect(answer).toEqual({
    workouts: [],
    problems: [
      found,
      {
        message: 'Reading this file took longer than 4 s. Split it, or export it again.',
        line: null,
        entry: 'slow.fit',
      },
    ],
    rest: next,
  });
});

test('a file by itself that takes too long is a problem without a rest', async () => {
  const files = new WorkoutFiles({ timeMs: 1_000, program: hanging([]) });
  const { problems, rest } = await files.read(job);
  files.close();
  expect(rest).toBeNull();
  expect(problems).toMatchObject([{ entry: null }]);
});

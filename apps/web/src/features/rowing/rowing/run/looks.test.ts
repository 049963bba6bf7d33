import { expect, test } from 'vitest';
import { Looks } from './looks.ts';

/** A look at the server with answers that come when the test sends them. */
function slowLook() {
  const answers: PromiseWithResolvers<void>[] = [];
  const look = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  return { answers, look };
}

test('looks that are asked for during one become one after it, because its answer may be older', async () => {
  const looks = new Looks(() => 0);
  const { answers, look } = slowLook();
  const first = looks.run(look);
  await Promise.all([looks.run(look), looks.run(look)]);
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve();
  await first;
  expect(answers).toHaveLength(2);
});

test('a look is due 10 s after the last one, or 5 s after one that failed, and not while one runs', async () => {
  let nowMs = 0;
  const looks = new Looks(() => nowMs);
  const { answers, look } = slowLook();
  expect(looks.isDue).toBe(true);
  const first = looks.run(look);
  expect(looks.isDue).toBe(false);
  answers[0]?.resolve();
  await first;
  nowMs = 9_999;
  expect(looks.isDue).toBe(false);
  nowMs = 10_000;
  expect(looks.isDue).toBe(true);
  const failed = looks.run(look);
  // A look that is asked for then waits until it is due: the server would fail again.
  await looks.run(look);
  answers[1]?.reject(new Error('The server is gone'));
  await failed;
  expect(answers).toHaveLength(2);
  expect(looks.hasFailed).toBe(true);
  nowMs = 14_999;
  expect(looks.isDue).toBe(false);
  nowMs = 15_000;
  expect(looks.isDue).toBe(true);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseShares, readingFor, workingFor } from './shares.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens shares with a clock that the test sets, and with queries that run until the test ends them. */
function openShares(places: number) {
  let nowMs = 0;
  const shares = new DatabaseShares(places, () => nowMs);
  const atWork: Array<{ user: string; end: () => void }> = [];
  return {
    shares,
    users: () => atWork.map(({ user }) => user),
    ask: (user: string) => workingFor(user, () => shares.wait((end) => atWork.push({ user, end }))),
    /** Ends the oldest query, which took this long. */
    end: (ms: number) => {
      nowMs += ms;
      atWork.shift()?.end();
    },
    pass: (ms: number) => {
      nowMs += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

test("a user waits for the running query, and not for another user's waiting queries", () => {
  const { ask, end, users } = openShares(1);
  for (let count = 0; count < 100; count += 1) ask('ann');
  ask('ben');
  expect(users()).toEqual(['ann']);
  end(10);
  expect(users()).toEqual(['ben']);
  // The next query of the same call.
  ask('ben');
  end(1);
  expect(users()).toEqual(['ben']);
  end(1);
  expect(users()).toEqual(['ann']);
});

test('users who all want more than the available time get equal time, for queries of any length', () => {
  const { ask, end, users } = openShares(1);
  const hadMs = new Map<string, number>([
    ['ann', 0],
    ['ben', 0],
    ['cem', 0],
  ]);
  const tookMs: Record<string, number> = { ann: 20, ben: 5, cem: 1 };
  for (const user of hadMs.keys()) ask(user);
  for (let count = 0; count < 3_000; count += 1) {
    const [user = ''] = users();
    const ms = tookMs[user] ?? 0;
    hadMs.set(user, (hadMs.get(user) ?? 0) + ms);
    // Before the end, because it wants the next one at once.
    ask(user);
    end(ms);
  }
  const times = [...hadMs.values()];
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(40);
});

test('unused time is not held against a user', () => {
  const { ask, end, users, pass } = openShares(1);
  for (let count = 0; count < 50; count += 1) {
    ask('ann');
    end(100);
  }
  pass(20_000);
  for (const user of ['ann', 'ben', 'ann', 'ben']) ask(user);
  const order = [];
  for (let count = 0; count < 4; count += 1) {
    order.push(...users());
    end(10);
  }
  expect(order).toEqual(['ann', 'ben', 'ann', 'ben']);
});

test('a call of several queries waits for one query of a user who has recently had far more time', () => {
  const { ask, end, users, pass } = openShares(1);
  for (let count = 0; count < 10; count += 1) {
    ask('ann');
    end(50);
  }
  for (let count = 0; count < 3; count += 1) ask('ann');
  ask('ben');
  expect(users()).toEqual(['ann']);
  end(20);
  for (let query = 0; query < 5; query += 1) {
    expect(users()).toEqual(['ben']);
    end(2);
    // Nothing until the call's next query.
    expect(users()).toEqual([]);
    pass(1);
    if (query < 4) ask('ben');
  }
  expect(users()).toEqual([]);
  pass(6);
  expect(users()).toEqual(['ann']);
});

test('none of several connections serves a heavy user while a lighter call is in progress', () => {
  const { ask, end, users, pass } = openShares(10);
  for (let count = 0; count < 10; count += 1) {
    ask('ann');
    end(50);
  }
  ask('ben');
  for (let count = 0; count < 3; count += 1) ask('ann');
  expect(users()).toEqual(['ben']);
  end(5);
  pass(4);
  expect(users()).toEqual(['ann', 'ann', 'ann']);
});

test('a heavy user waits for lighter ones no longer than 50 ms', () => {
  const { ask, end, users } = openShares(1);
  for (let count = 0; count < 10; count += 1) {
    ask('ann');
    end(50);
  }
  ask('ben');
  ask('ann');
  const order: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    order.push(...users());
    ask('ben');
    end(6);
  }
  expect(order.indexOf('ann')).toBe(9);
});

test('users with similar shares do not wait for each other’s calls', () => {
  const { ask, end, users } = openShares(1);
  for (const user of ['ann', 'ben', 'ann', 'ben', 'ann']) {
    ask(user);
    end(30);
  }
  ask('ben');
  ask('ann');
  end(5);
  expect(users()).toEqual(['ann']);
});

test('no user has all of several connections, and the installation may', () => {
  const { ask, users, end } = openShares(10);
  for (let count = 0; count < 20; count += 1) ask('ann');
  expect(users()).toEqual(['ann', 'ann', 'ann', 'ann']);
  for (let count = 0; count < 20; count += 1) ask('');
  expect(users().filter((user) => user === '').length).toBe(6);
  ask('ben');
  end(1);
  expect(users().at(-1)).toBe('ben');
});

test('a wait that is given up never begins', () => {
  const { ask, users, end, shares } = openShares(1);
  ask('ann');
  const leave = ask('ben');
  ask('cem');
  expect(shares.waiting).toBe(2);
  leave();
  end(1);
  expect(users()).toEqual(['cem']);
  expect(shares.waiting).toBe(0);
});

test("later reads of a stream count as its user's, in any reader's context", async () => {
  const { shares, users } = openShares(10);
  const atWork: string[] = [];
  const rows = async function* rowsOf() {
    for (let row = 0; row < 8; row += 1) {
      shares.wait(() => atWork.push(`row ${row}`));
      yield row;
      await Promise.resolve();
    }
  };
  const read = readingFor('ann', rows());
  await workingFor('ben', async () => {
    for await (const row of read) if (row === 6) break;
  });
  // Only one user's places, because all calls were from one user.
  expect(atWork).toEqual(['row 0', 'row 1', 'row 2', 'row 3']);
  expect(users()).toEqual([]);
});

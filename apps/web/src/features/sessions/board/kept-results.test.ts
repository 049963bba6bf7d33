import type { Board } from '@boathouse/contract/sessions/boards';
import { describe, expect, test } from 'vitest';
import { buildBoard, buildBoardActivity, buildLanes } from '../../../../test/board/factory.ts';
import { boardViewOf } from './board-standings.ts';
import { finishesAtFirst, finishesBy, keptMs, nextItemOf, podiumOf } from './kept-results.ts';

const wallMs = Date.parse('2026-05-01T18:00:00.000Z');
const done = { isCompleted: true, distance: 2000, averagePace: 108.1 };
const rower = (name: string, parts: Parameters<typeof buildBoardActivity>[1] = {}) =>
  buildBoardActivity(name, { heardAt: new Date(wallMs).toISOString(), ...parts });

/** Returns the item whose results stay after each of these boards, given at these milliseconds. */
function keptOver(...boards: [atMs: number, board: Board][]): (number | null)[] {
  const [atMs, first] = boards[0] ?? [0, buildBoard()];
  let finishes = finishesAtFirst(first, buildLanes({}), {
    wallMs: wallMs + atMs,
    loadedMs: wallMs,
    monotonicMs: atMs,
  });
  return boards.map(([atMs, board]) => {
    finishes = finishesBy(finishes, board, buildLanes({}), {
      wallMs: wallMs + atMs,
      loadedMs: wallMs,
      monotonicMs: atMs,
    });
    return finishes.last?.item ?? null;
  });
}

describe('the results of an item', () => {
  const rowing = buildBoard(rower('Ann'), rower('Ben', done));
  const over = buildBoard(rower('Ann', done), rower('Ben', done));

  test('stay for a minute after the last finish', () => {
    expect(keptOver([0, rowing], [1_000, over], [keptMs, over], [keptMs + 1_000, over])).toEqual([
      null,
      0,
      0,
      null,
    ]);
  });

  test('stay while others begin the next item, and disappear when an athlete rows this one again', () => {
    const next = buildBoard(...over.activities, rower('Cleo', { workoutItemIndex: 1 }));
    const again = buildBoard(...over.activities, rower('Cleo'));
    expect(keptOver([0, rowing], [1_000, over], [2_000, next], [3_000, again])).toEqual([null, 0, 0, null]);
  });

  test('do not wait for an athlete who sends nothing, and stay longer when that athlete finishes', () => {
    const silent = buildBoard(rower('Ann'), rower('Ben', done), rower('Cleo', done));
    expect(
      keptOver(
        [0, rowing],
        [31_000, silent],
        [80_000, buildBoard(...over.activities, rower('Cleo', done))],
        [100_000, buildBoard(...over.activities, rower('Cleo', done))],
      ),
    ).toEqual([null, 0, 0, 0]);
  });

  test('are new on a board opened within that minute, for the rest of the minute', () => {
    const ago = (ms: number) =>
      buildBoard(
        rower('Ann', { ...done, completedAgoMs: ms }),
        rower('Ben', { ...done, completedAgoMs: ms + 90_000 }),
      );
    expect(keptOver([0, ago(20_000)], [39_000, ago(59_000)], [40_000, ago(60_000)])).toEqual([0, 0, null]);
    expect(keptOver([0, ago(keptMs)])).toEqual([null]);
  });

  test('are not new on a board that is opened while others still row the item', () => {
    const rowed = buildBoard(rower('Ann', { ...done, completedAgoMs: 1_000 }), rower('Ben'));
    expect(keptOver([0, rowed])).toEqual([null]);
  });

  test('are not new on the board of a server that does not know when they were rowed', () => {
    expect(keptOver([0, over], [1_000, over])).toEqual([null, null]);
  });
});

describe('the next item', () => {
  const nextAfter = (...activities: ReturnType<typeof rower>[]) => {
    const board = buildBoard(...activities);
    const at = { wallMs, loadedMs: wallMs, monotonicMs: 0 };
    return nextItemOf(board, boardViewOf(board, buildLanes({}), at, [], null));
  };

  test('is the item after the results, when no one rows them any longer', () => {
    expect(nextAfter(rower('Ann', done), rower('Ben', done))).toBe(1);
    expect(nextAfter(rower('Ann', done), rower('Ben'))).toBeNull();
  });

  test('is not one that others have begun, and none before the first result or after the last item', () => {
    expect(nextAfter()).toBeNull();
    expect(nextAfter(rower('Ann', { ...done, workoutItemIndex: 1 }))).toBeNull();
    expect(nextAfter(rower('Ann', done), rower('Ben', { workoutItemIndex: 1 }))).toBeNull();
  });
});

describe('the podium', () => {
  const stepsOf = (...activities: ReturnType<typeof rower>[]) => {
    const { lines } = boardViewOf(
      buildBoard(...activities),
      buildLanes({}),
      { wallMs, loadedMs: wallMs, monotonicMs: 0 },
      [],
      0,
    );
    return podiumOf(lines).map(({ rank, lines: level }) => [rank, level.map(({ name }) => name)]);
  };
  const result = (name: string, elapsedTime: number, parts = {}) =>
    rower(name, { ...done, elapsedTime, ...parts });

  test('has the first three on the machine that most are on', () => {
    expect(stepsOf(result('Bix', 200, { machine: 'bike' }), result('Ann', 430), result('Ben', 420))).toEqual([
      [1, ['Ben']],
      [2, ['Ann']],
    ]);
  });

  test('has the first three of one item', () => {
    expect(
      stepsOf(
        result('Ann', 430),
        result('Ben', 420),
        result('Cleo', 440),
        result('Dan', 450),
        result('Eve', 300, { workoutItemIndex: 1 }),
      ),
    ).toEqual([
      [1, ['Ben']],
      [2, ['Ann']],
      [3, ['Cleo']],
    ]);
  });

  test('has one step for tied athletes, and none for the rank that they skip', () => {
    expect(stepsOf(result('Ann', 420), result('Ben', 420), result('Cleo', 440), result('Dan', 450))).toEqual([
      [1, ['Ann', 'Ben']],
      [3, ['Cleo']],
    ]);
  });

  test('is without partial results and athletes who are still rowing', () => {
    expect(
      stepsOf(result('Ann', 430), result('Ben', 200, { distance: 900, isPartial: true }), rower('Cleo')),
    ).toEqual([[1, ['Ann']]]);
  });
});

import type { Board } from '@boathouse/contract/sessions/boards';
import type { LiveSample } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { buildBoard, buildBoardActivity, buildLanes } from '../../../../test/board/factory.ts';
import { boardViewOf } from './board-standings.ts';
import { podiumOf } from './kept-results.ts';

const wallMs = Date.parse('2026-05-01T18:00:00.000Z');
const sample = (distance: number, parts: Partial<LiveSample> = {}): LiveSample => ({
  phase: 'rowing',
  elapsedTime: 100,
  distance,
  currentPace: 118.4,
  averagePace: 120,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
  left: { kind: 'distance', value: 2000 - distance },
  ...parts,
});
const viewOf = (shown: Board, samples: Record<string, LiveSample> | null, freshAtMs?: number) =>
  boardViewOf(
    shown,
    buildLanes(samples, freshAtMs),
    { wallMs, loadedMs: wallMs, monotonicMs: 2_000 },
    [],
    null,
  );

describe('a board', () => {
  test('shows rank, distance left and pace of everyone who rows, in order', () => {
    const { lines, workout, rowing } = viewOf(
      buildBoard(buildBoardActivity('Ann'), buildBoardActivity('Ben')),
      {
        Ann: sample(400),
        Ben: sample(500),
      },
    );
    expect([workout, rowing]).toEqual(['2000m', 2]);
    expect(lines.map(({ rank, name, progress, pace }) => [rank, name, progress, pace])).toEqual([
      [1, 'Ben', '1,500 m left', '1:58.4'],
      [2, 'Ann', '1,600 m left', '1:58.4'],
    ]);
    expect(lines[0]?.position).toBeCloseTo(0.25);
  });

  test('shows results before those who still row, and marks partial ones', () => {
    const done = { isCompleted: true, elapsedTime: 432.3, averagePace: 108.1, distance: 2000 };
    const { lines, rowing } = viewOf(
      buildBoard(
        buildBoardActivity('Ann'),
        buildBoardActivity('Cleo', done),
        buildBoardActivity('Dan', { ...done, distance: 900, isPartial: true }),
      ),
      { Ann: sample(400) },
    );
    expect(rowing).toBe(1);
    expect(lines.map(({ rank, name, progress, state }) => [rank, name, progress, state])).toEqual([
      [1, 'Cleo', '7:12.3, 2,000 m', 'finished'],
      [2, 'Ann', '1,600 m left', 'rowing'],
      [null, 'Dan', '7:12.3, 900 m, partial', 'finished'],
    ]);
  });

  test('detects by the server’s clock who is rowing, even on a screen with a wrong clock', () => {
    const longAgo = new Date(wallMs - 86_400_000).toISOString();
    const shown = buildBoard(buildBoardActivity('Ann', { heardAt: longAgo, heardAgoMs: 5_000 }));
    const rowingAfter = (ms: number) => {
      const at = { wallMs: wallMs + ms, loadedMs: wallMs, monotonicMs: ms };
      const { rowing, noSignal } = boardViewOf(shown, buildLanes({}), at, [], null);
      return { rowing, noSignal };
    };
    expect([rowingAfter(0), rowingAfter(11_000), rowingAfter(11 * 60_000)]).toEqual([
      { rowing: 1, noSignal: 0 },
      { rowing: 0, noSignal: 1 },
      { rowing: 0, noSignal: 0 },
    ]);
  });

  test('names the workout of athletes who began before the item was edited, and ranks them with each other', () => {
    const done = { isCompleted: true, elapsedTime: 600, averagePace: 150, distance: 2000, workout: '2 km' };
    const { lines } = viewOf(
      buildBoard(
        buildBoardActivity('Ann', { workout: '1000m' }),
        buildBoardActivity('Ben', done),
        buildBoardActivity('Cleo', { workout: '1 km' }),
      ),
      { Ann: sample(400), Cleo: sample(500) },
    );
    expect(lines.map(({ rank, name, otherWorkout }) => [rank, name, otherWorkout])).toEqual([
      [1, 'Ben', null],
      [1, 'Cleo', '1 km'],
      [2, 'Ann', '1000m'],
    ]);
    expect(podiumOf(lines).map(({ rank, lines: step }) => [rank, step.map(({ name }) => name)])).toEqual([
      [1, ['Ben']],
    ]);
  });

  test('ranks results of calories by their time', () => {
    const done = { isCompleted: true, distance: 500, totalCalories: 20 };
    const board = buildBoard(
      buildBoardActivity('Ann', { ...done, elapsedTime: 80 }),
      buildBoardActivity('Ben', { ...done, elapsedTime: 70 }),
    );
    const { lines } = viewOf({ ...board, workoutItems: ['20 cal'] }, {});
    expect(lines.map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'Ben'],
      [2, 'Ann'],
    ]);
  });

  test('shows a dash for the distance of a machine that sends none', () => {
    const noMeters = sample(0, { elapsedTime: 60 });
    const { left: _none, ...bare } = noMeters;
    expect(viewOf(buildBoard(buildBoardActivity('Ann')), { Ann: bare }).lines[0]?.progress).toBe('–');
  });

  test('shows the item in progress that was begun last, or else the item of the last results', () => {
    const first = buildBoardActivity('Ann', { isCompleted: true });
    const second = buildBoardActivity('Ben', { workoutItemIndex: 1 });
    expect(viewOf(buildBoard(second, first), {}).item).toBe(1);
    expect(viewOf(buildBoard({ ...second, isCompleted: true }, first), {}).item).toBe(0);
    expect(viewOf(buildBoard(), {})).toMatchObject({ item: 0, lines: [] });
  });

  test('leaves an activity without messages for 10 minutes out of the item in progress', () => {
    const stale = buildBoardActivity('Ben', { workoutItemIndex: 1, heardAt: '2026-05-01T17:40:00.000Z' });
    expect(viewOf(buildBoard(buildBoardActivity('Ann'), stale), {})).toMatchObject({ item: 0, rowing: 1 });
  });

  test('shows who sends no signal, with the last distance', () => {
    const { lines } = viewOf(buildBoard(buildBoardActivity('Ann')), { Ann: sample(400) }, -5_000);
    expect(lines).toMatchObject([{ progress: 'No signal, 400 m', state: 'silent' }]);
  });

  test('is gray for athletes whose last value is older than 1.5 s, and ranks them by their estimated position', () => {
    const board = buildBoard(buildBoardActivity('Ann'), buildBoardActivity('Ben'));
    const lanes = {
      getLane: (id: string) => ({
        sample: sample(id === 'Ann' ? 402 : 400),
        freshAtMs: id === 'Ann' ? 1_900 : 400,
      }),
      hasLanes: () => true,
    };
    const at = (monotonicMs: number) =>
      boardViewOf(board, lanes, { wallMs, loadedMs: wallMs, monotonicMs }, [], null).lines.map(
        ({ name, state, progress }) => [name, state, progress],
      );
    expect(at(2_000)).toEqual([
      ['Ben', 'silent', '1,600 m left'],
      ['Ann', 'rowing', '1,598 m left'],
    ]);
  });

  test('does not show a missing signal before the server has sent its data', () => {
    const board = buildBoard(buildBoardActivity('Ann', { distance: 300 }));
    expect(viewOf(board, null).lines).toMatchObject([{ progress: '300 m', state: 'rowing' }]);
    expect(viewOf(board, {}).lines).toMatchObject([{ progress: 'No signal, 300 m', state: 'silent' }]);
  });

  test('ranks athletes who began late at equal time, like the page of the session', () => {
    const { lines } = viewOf(
      buildBoard(buildBoardActivity('Ann'), buildBoardActivity('Ben', { startOffset: 30 })),
      { Ann: sample(520, { elapsedTime: 130 }), Ben: sample(417) },
    );
    expect(lines.map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'Ben'],
      [2, 'Ann'],
    ]);
  });

  test.each([
    [{ left: { kind: 'time', value: 99.6 } }, '1:40 left'],
    [{ left: { kind: 'rest', value: 41.2 } }, 'rest 0:41'],
    [{ left: { kind: 'calories', value: 12 } }, '12 cal left'],
  ] as const)('shows what is left as %o', (parts, progress) => {
    expect(
      viewOf(buildBoard(buildBoardActivity('Ann')), { Ann: sample(400, parts) }).lines[0]?.progress,
    ).toBe(progress);
  });
});

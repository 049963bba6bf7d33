import { emptyRowerData, type RowerData } from '@boathouse/pm5/ftms/rower-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginRow, finishByHand, reduceRow, takeStrokes, tickRow, type RowProgress } from '../progress.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { passedOf, toldSecOf } from './clock.ts';

type Told = Partial<Omit<RowerData, 'kind'>>;

const after = (progress: RowProgress, atSec: number, told: Told) =>
  reduceRow(progress, { ...emptyRowerData, ...told }, atSec * 1_000);

/** Rows 180 s at 4 m/s; `clockAt` is the machine's clock. */
function rowed(clockAt: (sec: number) => number | null, everySec = 1): RowProgress {
  let progress = beginRow();
  for (let sec = 0; sec <= 180; sec += everySec) {
    const [distanceM, strokeCount] = [Math.floor(4 * sec), Math.floor(sec / 3)];
    progress = after(progress, sec, { elapsedSec: clockAt(sec), distanceM, strokeCount });
  }
  return progress;
}

describe("a machine's clock that contradicts ours", () => {
  test.each<[string, (sec: number) => number | null]>([
    ['stands for a minute', (sec) => (sec < 60 ? sec : Math.max(60, sec - 60))],
    ['stands from the begin', () => 0],
    ['stands at the end', (sec) => Math.min(sec, 100)],
    ['runs at half speed', (sec) => Math.floor(sec / 2)],
    ['runs at nine tenths', (sec) => Math.floor(sec * 0.9)],
    ['runs double', (sec) => 2 * sec],
    ['runs a tenth too fast', (sec) => Math.floor(sec * 1.1)],
    ['counts tenths', (sec) => 10 * sec],
    ['counts minutes', (sec) => Math.floor(sec / 60)],
    ['counts down', (sec) => 600 - sec],
    ['begins again each half minute', (sec) => sec % 30],
    ['jumps by a minute', (sec) => (sec < 90 ? sec : sec + 60)],
    ['jumps by 4 s each 10 s', (sec) => sec + 4 * Math.floor(sec / 10)],
    ['jumps back', (sec) => (sec < 90 ? sec : sec - 45)],
    ['is told now and then', (sec) => (sec % 7 === 0 ? sec : null)],
    ['is told nowhere', () => null],
    ['is right', (sec) => sec],
  ])('and %s is not used: 720 m take 180 s', (_, clockAt) => {
    for (const everySec of [0.25, 1, 2]) {
      const progress = rowed(clockAt, everySec);
      expect(progress.distanceM).toBe(720);
      expect(Math.abs(progress.elapsedSec - 180)).toBeLessThanOrEqual(1);
      expect(finishByHand(progress, 180_000).result?.averagePaceSec).toBeCloseTo(125, -0.5);
    }
  });

  test('never makes the time longer or shorter than ours', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 181, maxLength: 181 }),
        (clock) => {
          expect(Math.abs(rowed((sec) => clock[sec] ?? null).elapsedSec - 180)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('our clock that the meters contradict', () => {
  test('is not used if records come in a twentieth of their time, and no rate is impossible', () => {
    let progress = beginRow();
    for (let sec = 0; sec <= 60; sec += 1) {
      progress = after(progress, sec / 20, {
        elapsedSec: sec,
        distanceM: 4 * sec,
        strokeCount: Math.floor(sec / 2),
      });
    }
    expect(progress).toMatchObject({ distanceM: 240, elapsedSec: 60, strokeRateSpm: 30 });
    const rates = takeStrokes(progress).strokes.map(({ strokeRate }) => strokeRate ?? 0);
    expect(Math.max(...rates)).toBeLessThanOrEqual(84);
  });

  test('is not used in intervals either, whose rests go by it', () => {
    const plan = parseWorkoutText('2x100m/0:03r') ?? { pieces: [] };
    let progress = beginRow();
    let atMs = 0;
    const row = (fromSec: number, toSec: number) => {
      for (let sec = fromSec; sec <= toSec; sec += 1) {
        atMs += 50;
        const counts = { elapsedSec: sec, distanceM: 4 * sec, strokeCount: Math.floor(sec / 2) };
        progress = reduceRow(progress, { ...emptyRowerData, ...counts, plan }, atMs);
      }
    };
    row(0, 0);
    atMs += 2_000;
    row(1, 25);
    expect(progress).toMatchObject({ phase: 'resting', elapsedSec: 25 });
    for (let tick = 0; tick < 8; tick += 1) progress = tickRow(progress, (atMs += 500));
    row(26, 50);
    expect(progress.result).toMatchObject({ distanceM: 200, elapsedSec: 50 });
  });

  test('is used if records come unevenly', () => {
    let progress = beginRow();
    const late = [0, 0.4, -0.3, 0.9, 0, 0.6, 0.2];
    for (let sec = 0; sec <= 182; sec += 1) {
      const told = { elapsedSec: 2 * sec, distanceM: 4 * sec, strokeCount: Math.floor(sec / 2) };
      progress = after(progress, sec + (late[sec % late.length] ?? 0), told);
    }
    expect(progress.elapsedSec).toBeCloseTo(182, 0);
  });
});

describe("the machine's clock in a silence of the link", () => {
  const steady = (sec: number): Told => ({
    elapsedSec: sec,
    distanceM: 4 * sec,
    strokeCount: Math.floor(sec / 2),
  });
  const first = () => {
    let progress = beginRow();
    for (let sec = 0; sec <= 60; sec += 1) progress = after(progress, sec, steady(sec));
    return progress;
  };

  test('shows how long the athlete rowed, if the meters agree', () => {
    // A link that was lost for half a minute; the athlete rowed 20 s of it.
    let progress = first();
    for (let sec = 90; sec <= 100; sec += 1) progress = after(progress, sec, steady(sec - 10));
    expect(progress).toMatchObject({ distanceM: 360, elapsedSec: 90 });
  });

  test('shows nothing if the meters contradict it', () => {
    let progress = first();
    for (let sec = 90; sec <= 100; sec += 1)
      progress = after(progress, sec, { ...steady(sec), elapsedSec: 62 });
    expect(progress).toMatchObject({ distanceM: 400, elapsedSec: 100 });
  });

  test('spreads records that were delayed and arrive at once', () => {
    let progress = first();
    for (let sec = 61; sec <= 70; sec += 1) progress = after(progress, 70 + sec / 1_000, steady(sec));
    for (let sec = 71; sec <= 80; sec += 1) progress = after(progress, sec, steady(sec));
    expect(progress).toMatchObject({ distanceM: 320 });
    expect(progress.elapsedSec).toBeCloseTo(80, 0);
  });

  test('spreads at most the rest of the silence', () => {
    let progress = first();
    for (let sec = 61; sec <= 66; sec += 1) progress = after(progress, 63.5 + (sec - 61) / 10, steady(sec));
    expect(progress.elapsedSec).toBeCloseTo(64, 5);
  });
});

test("meters of several records that no one rows in our time get the machine's time for all of them", () => {
  const part = { toldSec: 10, wallSec: 1, meters: 40, strokes: 3 };
  const row = { elapsedSec: 100, distanceM: 400, strokeCount: 30, owedSec: 0 };
  const recent = [1, 2, 3].map(() => ({ ...part, passedSec: 1 }));
  // 160 m in 40 s, less the 3 s that are counted.
  expect(passedOf({ ...row, recent }, part).passedSec).toBe(37);
});

type Since = Parameters<typeof passedOf>[1];

describe('the time of a record', () => {
  const steadyRow = { elapsedSec: 100, distanceM: 400, strokeCount: 30, owedSec: 0, recent: [] };
  const silence: Since = { toldSec: 20, wallSec: 30, meters: 80, strokes: 6 };

  test.each<[string, Partial<typeof steadyRow>, Partial<Since>, number]>([
    ["is the machine's", {}, {}, 20],
    ['is ours if the machine has no clock', {}, { toldSec: null }, 30],
    ["is the machine's up to a quarter above the speed so far", {}, { meters: 100 }, 20],
    ['is ours above that speed', {}, { meters: 101 }, 30],
    ["is the machine's up to a quarter above the stroke rate so far", {}, { meters: 0, strokes: 7 }, 20],
    ['is ours above that stroke rate', {}, { meters: 0, strokes: 8 }, 30],
    ["is the machine's if meters came without strokes", {}, { strokes: 0 }, 20],
    ['is ours in a pause', {}, { meters: 0, strokes: 0 }, 30],
    ["is the machine's up to 7 m/s early in a row", { elapsedSec: 9.9 }, { meters: 140 }, 20],
    ['is ours above 7 m/s', { elapsedSec: 9.9 }, { meters: 141 }, 30],
    ['goes by the speed so far after 10 s', { elapsedSec: 10, distanceM: 40 }, { meters: 101 }, 30],
    [
      "is the machine's up to a stroke a second after a row without strokes",
      { strokeCount: 0 },
      { meters: 0, strokes: 20 },
      20,
    ],
    ['is ours if the clocks differ by 2 s', {}, { toldSec: 28 }, 30],
    ["is the machine's if the clocks differ by more", {}, { toldSec: 27.9 }, 27.9],
    ['is ours after 3 s, which are no silence', {}, { wallSec: 3, toldSec: 0.9, meters: 3 }, 3],
  ])('after a silence %s', (_, row, since, passedSec) => {
    expect(passedOf({ ...steadyRow, ...row }, { ...silence, ...since }).passedSec).toBeCloseTo(passedSec, 9);
  });

  test.each([
    ['the rest of the silence', 30, 10],
    ['at most 2 minutes', 200, 120],
  ])('leaves %s to delayed records', (_, wallSec, owedSec) => {
    expect(passedOf(steadyRow, { ...silence, wallSec })).toEqual({ passedSec: 20, owedSec, recent: [] });
  });

  const delayed: Since = { toldSec: 1, wallSec: 0.1, meters: 4, strokes: 0 };
  test.each<[string, number, Partial<Since>, number, number]>([
    ["is the machine's", 10, {}, 1, 9.1],
    ['is ours if the machine has no clock', 10, { toldSec: null }, 0.1, 10],
    ["is ours if the machine's clock stands", 10, { toldSec: 0 }, 0.1, 10],
    ['is no more than the silence left', 0.5, {}, 0.6, 0],
    ['is ours if no silence came before', 0, {}, 0.1, 0],
    ['is ours if it came 0.15 s after the previous one', 10, { wallSec: 0.15 }, 0.15, 0],
  ])('of a delayed record %s', (_, owedSec, since, passedSec, owedAfter) => {
    const passed = passedOf({ ...steadyRow, owedSec }, { ...delayed, ...since });
    expect(passed.passedSec).toBeCloseTo(passedSec, 9);
    expect(passed.owedSec).toBeCloseTo(owedAfter, 9);
    expect(passed.recent).toEqual([{ ...delayed, ...since, passedSec: passed.passedSec }]);
  });

  const burst: Since = { toldSec: 2, wallSec: 0.1, meters: 10, strokes: 1 };
  const two = [1, 2].map(() => ({ ...burst, passedSec: 0.1 }));
  test('is corrected with 30 m that our clock makes impossible, for the earlier records too', () => {
    const { passedSec, recent } = passedOf({ ...steadyRow, recent: two }, burst);
    expect(passedSec).toBeCloseTo(5.8, 9);
    expect(recent).toEqual([1, 2, 3].map(() => ({ ...burst, passedSec: 2 })));
  });

  test.each<[string, Partial<Since>, number]>([
    ['below 30 m', { meters: 9.9 }, 0.1],
    ['that the machine makes impossible too', { meters: 30 }, 0.1],
    ['without a clock of the machine', { toldSec: null }, 0.1],
    ['that our clock makes possible', { wallSec: 1.3 }, 1.5],
  ])('is not corrected with meters %s', (_, since, earlierWallSec) => {
    const recent = two.map((earlier) => ({ ...earlier, wallSec: earlierWallSec }));
    const record = { ...burst, ...since };
    expect(passedOf({ ...steadyRow, recent }, record).passedSec).toBe(record.wallSec);
  });

  const part = { toldSec: 1, wallSec: 1, meters: 0, strokes: 0, passedSec: 1 };
  test.each([
    ['5 m', { meters: 5, strokes: 0 }, 2],
    ['less than 5 m', { meters: 4.9, strokes: 2 }, 1],
    ['two strokes without meters', { meters: 0, strokes: 2 }, 2],
    ['one stroke without meters', { meters: 0, strokes: 1 }, 1],
  ])('is stored as a part of its own after a part of %s', (_, counts, parts) => {
    const since = { toldSec: 1, wallSec: 1, meters: 1, strokes: 1 };
    const { recent } = passedOf({ ...steadyRow, recent: [{ ...part, ...counts }] }, since);
    expect(recent).toHaveLength(parts);
    const sum = (key: keyof typeof part) => recent.reduce((total, one) => total + (one[key] ?? 0), 0);
    expect([sum('toldSec'), sum('wallSec'), sum('passedSec')]).toEqual([2, 2, 2]);
    expect([sum('meters'), sum('strokes')]).toEqual([counts.meters + 1, counts.strokes + 1]);
  });

  test.each([
    ['30 m', 5, 0, 6],
    ['10 strokes without meters', 0, 2, 5],
  ])('forgets the parts before the last %s', (_, meters, strokes, parts) => {
    const recent = Array.from({ length: parts }, () => ({ ...part, meters, strokes }));
    const since = { toldSec: 1, wallSec: 1, meters, strokes };
    expect(passedOf({ ...steadyRow, recent }, since).recent).toHaveLength(parts);
    expect(passedOf({ ...steadyRow, recent: recent.slice(1) }, since).recent).toHaveLength(parts);
  });
});

test.each([
  ['exactly 7 m/s', { meters: 70, strokes: 1 }, 10],
  ['above 7 m/s', { meters: 71, strokes: 1 }, Infinity],
  ['a stroke a second', { meters: 1, strokes: 10 }, 10],
  ['more than a stroke a second', { meters: 1, strokes: 11 }, Infinity],
])("the machine's time is possible up to 7 m/s and a stroke a second: %s", (_, counts, sec) => {
  expect(toldSecOf({ toldSec: 10, wallSec: 1, ...counts })).toBe(sec);
  expect(toldSecOf({ toldSec: null, wallSec: 1, ...counts })).toBe(Infinity);
});

import { emptyRowerData, type RowerData } from '@boathouse/pm5/ftms/rower-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginRow, finishByHand, reduceRow, takeStrokes, tickRow, type RowProgress } from '../progress.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { passedOf } from './clock.ts';

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

  test('shows how much of it was rowed, if the meters agree', () => {
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

  test('spreads no more than the silence has left over', () => {
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

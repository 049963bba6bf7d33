import { emptyRowerData, type RowerData } from '@boathouse/pm5/ftms/rower-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginRow, finishByHand, reduceRow, takeStrokes, tickRow, type RowProgress } from '../progress.ts';
import { finishedSplits } from '../splits.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

type Told = Partial<Omit<RowerData, 'kind'>>;
const device = { id: 'a', name: 'WaterRower' };

/** A rower and its console: rows at 4 m/s and a stroke every 2 s, one record a second, and can be reset. */
class Machine {
  progress: RowProgress = beginRow();
  atSec = 0;
  #counts = { elapsedSec: 0, distanceM: 700, strokeCount: 90 };
  readonly #plan;
  readonly #tells: (counts: Told) => Told;

  constructor(text: string | null, tells: (counts: Told) => Told = (counts) => counts) {
    const plan = text === null ? null : parseWorkoutText(text);
    this.#plan = plan === null ? {} : { plan };
    this.#tells = tells;
    this.#tell();
  }

  row(seconds: number): this {
    for (let sec = 0; sec < seconds; sec += 1) {
      this.atSec += 1;
      const { elapsedSec, distanceM, strokeCount } = this.#counts;
      const isStroke = elapsedSec % 2 === 1;
      this.#counts = {
        elapsedSec: elapsedSec + 1,
        distanceM: distanceM + 4,
        strokeCount: strokeCount + Number(isStroke),
      };
      this.#tell();
    }
    return this;
  }

  stand(seconds: number, isQuiet = false): this {
    for (let sec = 0; sec < seconds; sec += 1) {
      this.atSec += 1;
      if (isQuiet) this.progress = tickRow(this.progress, this.atSec * 1_000);
      else this.#tell();
    }
    return this;
  }

  reset(): this {
    this.#counts = { elapsedSec: 0, distanceM: 0, strokeCount: 0 };
    return this;
  }

  #tell(): void {
    const told = { ...emptyRowerData, ...this.#tells(this.#counts), ...this.#plan, device };
    this.progress = tickRow(reduceRow(this.progress, told, this.atSec * 1_000), this.atSec * 1_000);
  }
}

const numbersOf = (progress: RowProgress) =>
  takeStrokes(progress).strokes.map(
    ({ pieceNumber, interval, number }) => `${pieceNumber}/${interval}/${number}`,
  );

describe('a console that is reset', () => {
  test('a console that is reset in the rests of intervals gives one result with all intervals', () => {
    const machine = new Machine('3 x 100m / 0:15 rest').row(25);
    expect(machine.progress).toMatchObject({ phase: 'resting', distanceM: 100 });
    machine.stand(8).reset().stand(7).row(25);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, distanceM: 200 });
    machine.stand(8).reset().stand(7).row(26);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, phase: 'finished' });
    expect(machine.progress.result).toMatchObject({ distanceM: 300 });
    expect(machine.progress.result?.elapsedSec).toBeCloseTo(75, 0);
    expect(finishedSplits(machine.progress).map(({ distanceM }) => distanceM)).toEqual([100, 100, 100]);
    const strokes = numbersOf(machine.progress);
    expect(new Set(strokes).size).toBe(strokes.length);
    expect(strokes.length).toBeGreaterThanOrEqual(36);
  });

  test('a console that is reset in the rest, while the handle still moves, continues as well', () => {
    const machine = new Machine('2 x 100m / 0:15 rest').row(28).reset().row(12).row(26);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, phase: 'finished', result: { distanceM: 200 } });
  });

  test.each([
    ['that tells zeros', false],
    ['that tells nothing while it stands', true],
  ])('a console that is reset after a stop of 10 s, on a machine %s, gives one row', (_, isQuiet) => {
    const machine = new Machine('300m')
      .row(31)
      .stand(10, isQuiet)
      .reset()
      .stand(isQuiet ? 0 : 3)
      .row(45);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, phase: 'finished', result: { distanceM: 300 } });
    expect(machine.progress.result?.elapsedSec).toBeGreaterThan(74);
    expect(machine.progress.result?.elapsedSec).toBeLessThan(isQuiet ? 87 : 77);
    expect(numbersOf(machine.progress)).toEqual(
      Array.from({ length: 37 }, (__, index) => `1/1/${index + 1}`),
    );
  });

  test('a console that is reset while its rower moves begins another workout', () => {
    const machine = new Machine('300m').row(31).reset().row(20);
    expect(machine.progress).toMatchObject({ pieceNumber: 2, distanceM: 80 });
  });

  test('a console that is reset while its rower moves, and then stays at zero for long, begins another workout', () => {
    const machine = new Machine('300m').row(31).reset().stand(30).row(20);
    expect(machine.progress).toMatchObject({ pieceNumber: 2, distanceM: 80 });
  });

  test('a console that is reset in a pause, on a page that is reloaded before the next stroke, gives one row', () => {
    const machine = new Machine(null).row(31).stand(10).reset().stand(3);
    machine.progress = JSON.parse(JSON.stringify(machine.progress));
    machine.row(20);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, distanceM: 4 * 51 });
  });

  test('a console that is reset in a pause, on a machine that only sends strokes, gives one row with each stroke once', () => {
    const machine = new Machine(null, ({ strokeCount = null }) => ({ strokeCount }))
      .row(30)
      .stand(10)
      .reset()
      .row(30);
    expect(machine.progress).toMatchObject({ pieceNumber: 1, strokeCount: 30 });
    expect(machine.progress.elapsedSec).toBeCloseTo(60, -1);
  });

  test('a console that is reset in a pause at any moment loses no meter and no stroke, and counts nothing twice', () => {
    const step = fc.record({
      rowSec: fc.integer({ min: 4, max: 60 }),
      standSec: fc.integer({ min: 8, max: 40 }),
      resetAfterSec: fc.option(fc.integer({ min: 7, max: 40 })),
      isQuiet: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const machine = new Machine(null);
        let rowedSec = 0;
        let strokes = 0;
        for (const { rowSec, standSec, resetAfterSec, isQuiet } of steps) {
          // An even number of seconds, so that the last stroke has ended.
          const evenSec = rowSec + (rowSec % 2);
          machine.row(evenSec);
          rowedSec += evenSec;
          strokes += evenSec / 2;
          const beforeSec = Math.min(resetAfterSec ?? standSec, standSec);
          machine.stand(beforeSec, isQuiet);
          if (resetAfterSec !== null) machine.reset();
          machine.stand(standSec - beforeSec, isQuiet);
        }
        machine.row(2);
        expect(machine.progress).toMatchObject({
          pieceNumber: 1,
          distanceM: 4 * (rowedSec + 2),
          strokeCount: strokes + 1,
        });
        expect(takeStrokes(machine.progress).strokes.map(({ number }) => number)).toEqual(
          Array.from({ length: strokes + 1 }, (_, index) => index + 1),
        );
      }),
    );
  });
});

describe('a machine that sends no meters', () => {
  const strokesOnly = ({ strokeCount = null }: Told): Told => ({ strokeCount, powerW: 150 });

  test('has no distance left, and is rowed by time until Finish', () => {
    const machine = new Machine('300m', strokesOnly).row(100);
    expect(machine.progress).toMatchObject({ phase: 'rowing', remaining: null, strokeCount: 50 });
    expect(finishByHand(machine.progress, 100_000).result).toMatchObject({ averagePaceSec: null });
    expect(finishByHand(machine.progress, 100_000).result?.elapsedSec).toBeCloseTo(99, -1);
  });

  test('ends a workout of time by itself', () => {
    const machine = new Machine('1:00', strokesOnly).row(70);
    expect(machine.progress.result).toMatchObject({ elapsedSec: 60 });
  });
});

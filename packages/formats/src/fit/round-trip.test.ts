import { Decoder, Stream } from '@garmin/fitsdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from '../../test/fixtures.ts';
import { isPossible } from '../../test/read-text.ts';
import { workouts } from '../../test/workout-factory.ts';
import { readWorkouts } from '../read.ts';
import type { Workout } from '../workout.ts';
import { writeFit } from '../write.ts';

function again(workout: Workout): Workout {
  const { workouts: read, problems } = readWorkouts(writeFit(workout), 'again.fit');
  expect(problems).toEqual([]);
  const [only] = read;
  if (!only || read.length > 1) throw new Error(`${read.length} workouts`);
  return only;
}

test('any workout is read from its FIT file as it was written, to the last stroke and force point', () => {
  fc.assert(
    fc.property(workouts, (workout) => {
      expect(again(workout)).toEqual(workout);
    }),
    { numRuns: 100 },
  );
});

describe('recordings of other apps are the same after FIT, within 1 ms, 1 mm, 0.1 N, 1 W and 1 J', () => {
  const rounded = (workout: Workout): Workout => ({
    ...workout,
    strokes: workout.strokes.map((stroke) => ({
      ...stroke,
      power: stroke.power === null ? null : Math.round(stroke.power),
      workPerStroke: stroke.workPerStroke === null ? null : Math.round(stroke.workPerStroke),
      elapsedTime: thousandths(stroke.elapsedTime) ?? 0,
      distance: thousandths(stroke.distance) ?? 0,
      rowedAfter: thousandths(stroke.rowedAfter),
      driveTime: thousandths(stroke.driveTime),
      driveLength: thousandths(stroke.driveLength),
      pace: thousandths(stroke.pace),
      recoveryTime: thousandths(stroke.recoveryTime),
      peakForce: tenths(stroke.peakForce),
      averageForce: tenths(stroke.averageForce),
      forceCurve: stroke.forceCurve?.map((force) => tenths(force) ?? 0) ?? null,
    })),
  });
  const thousandths = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);
  const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

  test.each(fixtureNames)('%s', (name) => {
    const [workout] = readWorkouts(fixture(name), name).workouts;
    if (name === 'broken-scales.fit') expect(workout).toBeUndefined();
    else if (!workout) throw new Error('not read');
    else expect(again(workout)).toEqual(rounded(workout));
  });
});

test('a simulated workout is marked', () => {
  const [workout] = readWorkouts(fixture('3x250m.fit'), '3x250m.fit').workouts;
  if (!workout) throw new Error('not read');
  expect(again(workout).isSimulated).toBe(false);
  expect(again({ ...workout, isSimulated: true }).isSimulated).toBe(true);
});

test('texts are cut between characters at 254 bytes', () => {
  const [workout] = readWorkouts(fixture('3x250m.fit'), '3x250m.fit').workouts;
  if (!workout) throw new Error('not read');
  const { comments } = again({ ...workout, comments: `a${'é'.repeat(200)}` });
  expect(comments).toBe(`a${'é'.repeat(126)}`);
});

test('any FIT file begins with a record at 0, ends with one at the result, and counts only strokes', () => {
  fc.assert(
    fc.property(workouts.filter(isPossible), (workout) => {
      const { messages, errors } = new Decoder(Stream.fromByteArray([...writeFit(workout)])).read({
        convertDateTimesToDates: false,
      });
      expect(errors).toEqual([]);
      const listOf = (kind: string): Record<string, unknown>[] => Reflect.get(messages, kind) ?? [];
      const records = listOf('recordMesgs');
      const [session] = listOf('sessionMesgs');
      const [first, last] = [records[0], records.at(-1)];
      const after = Number(last?.['timestamp']) - Number(session?.['startTime']);
      expect(first).toMatchObject({ timestamp: session?.['startTime'], distance: 0 });
      expect(last?.['distance']).toBeCloseTo((workout.distance ?? 0) + (workout.restDistance ?? 0), 1);
      expect(Math.abs(after - (workout.elapsedTime ?? 0) - (workout.restTime ?? 0))).toBeLessThanOrEqual(1);
      const cycles = new Set(
        records.flatMap(({ totalCycles }) => (totalCycles === undefined ? [] : [totalCycles])),
      );
      expect(cycles.size).toBe(workout.strokes.length);
    }),
    { numRuns: 60 },
  );
});

test.each([30, 150, 270])(
  'a record has room for exactly the %i points of the longest force curve',
  (count) => {
    const [workout] = readWorkouts(fixture('3x250m.fit'), '3x250m.fit').workouts;
    if (!workout) throw new Error('not read');
    const sizeOf = (points: number) => {
      const forceCurve = Array.from({ length: points }, () => 100);
      const strokes = workout.strokes.map((stroke, at) => (at === 0 ? { ...stroke, forceCurve } : stroke));
      return writeFit({ ...workout, strokes }).length;
    };
    const records = workout.strokes.length + 2;
    expect(sizeOf(count) - sizeOf(count - 1)).toBe(2 * records);
  },
);

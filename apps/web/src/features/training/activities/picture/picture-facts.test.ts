import { describe, expect, test } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { lanesOf, pictureFactsOf, pictureInWords } from './picture-facts.ts';

const around = { product: 'Boathouse', club: null, bestName: null };
const split = (splitNumber: number, time: number, distance = 500) => ({
  splitNumber,
  time,
  distance,
  averagePace: null,
  restTime: 0,
  strokeRate: null,
  heartRate: null,
});

describe('the picture of a result', () => {
  test.each([
    ['a distance', '2000m', 'Time'],
    ['intervals', '4 x 500m / 1:00 rest', 'Time'],
    ['a time', '20:00', 'Distance'],
    ['mixed pieces', '1000m + 4:00', 'Distance'],
    ['Just Row', 'Just row', 'Distance'],
  ])('has the deciding figure of %s first', (_, workout, first) => {
    expect(pictureFactsOf(buildActivity({ workout }), around).figures[0].label).toBe(first);
  });

  test('shows its special features', () => {
    const marks = (parts: object, bestName: string | null = null) =>
      pictureFactsOf(buildActivity(parts), { ...around, bestName }).marks;
    expect(marks({}, '2k')).toEqual(['Personal best 2k']);
    expect(marks({ isPartial: true })).toEqual(['Partial']);
    expect(marks({ isSimulated: true })).toEqual(['Simulated']);
    expect(marks({ source: 'entered' })).toEqual(['Entered']);
    expect(marks({})).toEqual([]);
  });

  test('is described in words', () => {
    const activity = buildActivity({
      name: 'Mara',
      workout: '2000m',
      distance: 2_000,
      elapsedTime: 440.3,
      averagePace: 110.1,
    });
    expect(pictureInWords(pictureFactsOf(activity, { ...around, club: 'Harbour' }))).toBe(
      '2,000 m by Mara, Harbour. Time 7:20.3. Pace /500 m 1:50.1. Distance 2,000 m.',
    );
  });
});

describe('the lanes', () => {
  test('have a boat for each split, the faster the farther', () => {
    const lanes = lanesOf({ splits: [split(1, 112), split(2, 110), split(3, 108)], machine: 'rower' }, 8);
    expect(lanes.map(({ label, pace }) => [label, pace])).toEqual([
      ['1', '1:52.0'],
      ['2', '1:50.0'],
      ['3', '1:48.0'],
    ]);
    const [slow = 0, middle = 0, fast = 0] = lanes.map(({ position }) => position);
    expect(slow).toBeLessThan(middle);
    expect(middle).toBeLessThan(fast);
  });

  test('combine splits if there are more than lanes', () => {
    const splits = Array.from({ length: 9 }, (_, index) => split(index + 1, 110));
    expect(lanesOf({ splits: splits, machine: 'rower' }, 4).map(({ label }) => label)).toEqual([
      '1–3',
      '4–6',
      '7–9',
    ]);
    expect(lanesOf({ splits: splits, machine: 'rower' }, 8).map(({ label }) => label)).toEqual([
      '1–2',
      '3–4',
      '5–6',
      '7–8',
      '9',
    ]);
  });

  test('the lanes with equal paces are side by side', () => {
    expect(
      new Set(
        lanesOf({ splits: [split(1, 110), split(2, 110)], machine: 'rower' }, 8).map(
          ({ position }) => position,
        ),
      ).size,
    ).toBe(1);
  });

  test.each([
    ['without splits', []],
    ['without a pace', [split(1, 0, 0)]],
  ])('are none %s', (_, splits) => {
    expect(lanesOf({ splits: splits, machine: 'rower' }, 8)).toEqual([]);
  });

  test('stay on the water, for any difference of the paces', () => {
    for (const { position } of lanesOf({ splits: [split(1, 90), split(2, 200)], machine: 'rower' }, 8)) {
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(1);
    }
  });
});

import fc from 'fast-check';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describe, expect, test } from 'vitest';
import { momentOf, plannedTrack, rowedTrack, steadyTrack } from './track.ts';

const stroke = (elapsedTime: number, distance: number, pace: number | null = 120) => ({
  elapsedTime,
  distance,
  pace,
  strokeRate: 24,
  heartRate: 150,
});

describe('a stored row', () => {
  const track = rowedTrack([stroke(2, 10, 130), stroke(4, 20, 110)], { elapsedTime: 10, distance: 60 });

  test('has the position of each stroke, and is even between strokes', () => {
    expect(momentOf(track, 2)).toMatchObject({ distanceM: 10, elapsedSec: 2, isOver: false });
    expect(momentOf(track, 3)).toMatchObject({ distanceM: 15, paceSec: 110, strokeRateSpm: 24 });
    expect(momentOf(track, 7).distanceM).toBe(40);
  });

  test('has the pace of the stroke under way', () => {
    expect(momentOf(track, 1).paceSec).toBe(130);
    expect(momentOf(track, 2.5).paceSec).toBe(110);
  });

  test('ends with the result, not with the last stroke', () => {
    expect(momentOf(track, 10)).toMatchObject({ distanceM: 60, elapsedSec: 10, isOver: true });
    expect(momentOf(track, 500)).toMatchObject({
      distanceM: 60,
      elapsedSec: 10,
      averagePaceSec: 500 / 6,
      isOver: true,
    });
    expect(momentOf(track, 9.99).isOver).toBe(false);
  });

  test('is at the start before its time', () => {
    expect(momentOf(track, -1)).toMatchObject({ distanceM: 0, elapsedSec: 0, averagePaceSec: null });
  });

  test('leaves out strokes that go back, and strokes beyond the result', () => {
    const bent = rowedTrack([stroke(4, 20), stroke(3, 30), stroke(5, 15), stroke(6, 30), stroke(12, 70)], {
      elapsedTime: 10,
      distance: 60,
    });
    expect(bent.map(({ elapsedSec, distanceM }) => [elapsedSec, distanceM])).toEqual([
      [0, 0],
      [4, 20],
      [6, 30],
      [10, 60],
    ]);
  });

  test('a stored row without strokes goes evenly to its result', () => {
    expect(momentOf(rowedTrack([], { elapsedTime: 100, distance: 400 }), 25).distanceM).toBe(100);
    expect(momentOf(rowedTrack([], { elapsedTime: 0, distance: 0 }), 0)).toMatchObject({
      isOver: true,
      distanceM: 0,
    });
  });
});

test('a steady pace ends with the plan, in meters and in time', () => {
  const at = (text: string, sec: number) => momentOf(steadyTrack(120, parseWorkoutText(text)), sec);
  expect(at('2000m', 240)).toMatchObject({ distanceM: 1_000, paceSec: 120, isOver: false });
  expect(at('2000m', 480)).toMatchObject({ distanceM: 2_000, isOver: true });
  expect(at('4 x 500m / 2:00', 480)).toMatchObject({ distanceM: 2_000, isOver: true });
  expect(at('30:00', 1_800)).toMatchObject({ distanceM: 7_500, isOver: true });
  expect(at('500m + 2:00', 240)).toMatchObject({ distanceM: 1_000, isOver: true });
});

test('a steady pace without an end in meters or time continues', () => {
  for (const plan of [null, parseWorkoutText('100cal')])
    expect(momentOf(steadyTrack(125, plan), 10_000)).toMatchObject({ distanceM: 40_000, isOver: false });
});

test('a plan with a pace for each piece makes a track, and other plans do not', () => {
  const track = plannedTrack({
    pieces: [
      { kind: 'distance', distanceM: 500, restSec: 60, target: { paceSec: 110 } },
      { kind: 'time', durationSec: 60, restSec: 0, target: { paceSec: 120 } },
    ],
  });
  expect(track && momentOf(track, 140)).toMatchObject({ distanceM: 625, paceSec: 120, isOver: false });
  expect(track && momentOf(track, 170)).toMatchObject({ distanceM: 750, isOver: true });
  expect(plannedTrack({ pieces: [] })).toBeNull();
  expect(plannedTrack({ pieces: [{ kind: 'distance', distanceM: 500, restSec: 0 }] })).toBeNull();
  expect(
    plannedTrack({ pieces: [{ kind: 'calories', calories: 100, restSec: 0, target: { paceSec: 110 } }] }),
  ).toBeNull();
});

test('no row goes back, and each reaches its result exactly', () => {
  const anyStroke = fc.tuple(
    fc.double({ min: 0, max: 600, noNaN: true }),
    fc.double({ min: 0, max: 2_500, noNaN: true }),
  );
  const anyResult = fc.record({
    elapsedTime: fc.double({ min: 0.1, max: 500, noNaN: true }),
    distance: fc.double({ min: 0, max: 2_000, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anyStroke), anyResult, (strokes, result) => {
      const track = rowedTrack(
        strokes.map(([sec, meters]) => stroke(sec, meters)),
        result,
      );
      const way = Array.from({ length: 41 }, (_, step) => momentOf(track, (step * result.elapsedTime) / 40));
      expect(way.every(({ distanceM }, index) => distanceM >= (way[index - 1]?.distanceM ?? 0) - 1e-9)).toBe(
        true,
      );
      expect(momentOf(track, result.elapsedTime)).toMatchObject({ distanceM: result.distance, isOver: true });
    }),
  );
});

describe('a stored row without even strokes', () => {
  test('leaves out a second point at the same time, and keeps one at the same meters', () => {
    const track = rowedTrack([stroke(10, 40), stroke(10, 41), stroke(12, 40)], {
      elapsedTime: 20,
      distance: 80,
    });
    expect(track.map(({ elapsedSec, distanceM }) => [elapsedSec, distanceM])).toEqual([
      [0, 0],
      [10, 40],
      [12, 40],
      [20, 80],
    ]);
  });

  test('keeps the pace of the last stroke to its end', () => {
    const track = rowedTrack([stroke(10, 40, 130)], { elapsedTime: 20, distance: 80 });
    expect(track.at(-1)?.paceSec).toBe(130);
  });

  test('is between the points around a time, and at a point at its time', () => {
    const track = rowedTrack([stroke(10, 30), stroke(20, 80)], { elapsedTime: 30, distance: 100 });
    expect([5, 10, 15, 20, 25, 30, 99].map((sec) => momentOf(track, sec).distanceM)).toEqual([
      15, 30, 55, 80, 90, 100, 100,
    ]);
  });
});

test('the pace at the moment of a stroke is that of the next one', () => {
  const track = rowedTrack([stroke(10, 40, 130), stroke(20, 80, 110)], { elapsedTime: 20, distance: 80 });
  expect([9.9, 10].map((sec) => momentOf(track, sec).paceSec)).toEqual([130, 110]);
});

import { describe, expect, test } from 'vitest';
import { startSec } from '../../test/fit-bytes.ts';
import { testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';
import { FitEncoder } from './encode.ts';

type Lap = Parameters<typeof FitEncoder.prototype.write>[1];

/** Reads a file that has laps, but neither a session nor records. */
function readLaps(...laps: Lap[]) {
  const encoder = new FitEncoder();
  encoder.write('fileId', { type: 4, manufacturer: 999 });
  for (const lap of laps) encoder.write('lap', lap);
  const { workouts, problems } = readWorkouts(encoder.finish(), 'x.fit', testNowMs);
  return { workouts, words: problems.map(({ message }) => message).join(' ') };
}

describe('a file with only laps', () => {
  test('has their time and distance', () => {
    const { workouts, words } = readLaps(
      { startTime: startSec, totalElapsedTime: 120, totalDistance: 480 },
      { startTime: startSec + 120, totalElapsedTime: 60, totalDistance: 240 },
    );
    expect(workouts).toMatchObject([{ startedAt: '2024-06-01T08:00:00Z', elapsedTime: 180, distance: 720 }]);
    expect(words).toMatch(/has no session\. Its time and distance are those of its records and laps/);
  });

  test.each<[string, Lap]>([
    ['a time', { startTime: startSec, totalDistance: 480 }],
    ['a start', { totalElapsedTime: 120, totalDistance: 480 }],
  ])('has no workout if they lack %s', (_, lap) => {
    const { workouts, words } = readLaps(lap);
    expect(workouts).toEqual([]);
    expect(words).toMatch(/has no session, no records and no laps/);
  });
});

test.each([
  ['the creation of the file up to 10 s before its first record', -10, '2024-06-01T07:59:50Z'],
  ['its first record if the file was created earlier', -11, '2024-06-01T08:00:00Z'],
  ['its first record if the file was created later', 3, '2024-06-01T08:00:00Z'],
])('a workout without a session begins with %s', (_, createdSec, startedAt) => {
  const encoder = new FitEncoder();
  encoder.write('fileId', { type: 4, manufacturer: 999, timeCreated: startSec + createdSec });
  for (let stroke = 0; stroke <= 10; stroke += 1)
    encoder.write('record', {
      timestamp: startSec + 3 * stroke,
      distance: 12 * stroke,
      totalCycles: stroke + 1,
    });
  expect(readWorkouts(encoder.finish(), 'x.fit', testNowMs).workouts).toMatchObject([{ startedAt }]);
});

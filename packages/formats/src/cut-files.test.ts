// Files that end too early: a full disk, a flat battery or a broken download.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from '../test/fixtures.ts';
import { testNowMs } from '../test/read-text.ts';
import { readWorkouts } from './read.ts';
import type { Workout } from './workout.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 12);

const files: [string, Uint8Array<ArrayBuffer>][] = fixtureNames.map((name) => [name, fixture(name)]);

/** Returns the data of a cut file that exceed the complete file's, or lack a problem. */
function flawsOf(part: Uint8Array, whole: readonly Workout[], mustSay: boolean): string[] {
  const { workouts, problems } = readWorkouts(part, 'cut', testNowMs);
  const flaws: string[] = [];
  if (workouts.length > whole.length) flaws.push(`${workouts.length} workouts of ${whole.length}`);
  if (mustSay && problems.length === 0) flaws.push('nothing is said');
  for (const { message } of problems) if (message.includes('could not be read')) flaws.push(message);
  for (const [at, { elapsedTime, distance, strokes, calories }] of workouts.entries()) {
    const own = whole[at];
    const more = (field: string, value: number | null, of: number | null | undefined) => {
      if ((value ?? 0) > (of ?? 0) + 0.05) flaws.push(`${field} ${value} of ${of}`);
    };
    more('s', elapsedTime, own?.elapsedTime);
    more('m', distance, own?.distance);
    more('kcal', calories, own?.calories);
    more('strokes', strokes.length, own?.strokes.length);
  }
  return flaws;
}

describe.each(files)('%s, cut anywhere', (name, bytes) => {
  const whole = readWorkouts(bytes, name, testNowMs).workouts;

  test('is never more than the total, and a problem reports it', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (end) => {
        const part = bytes.slice(0, end);
        // A file cut at the end of a line, or within its last value, looks like a shorter workout.
        const mustSay = /\.(?:fit|tcx)$/.test(name) && end < bytes.length - 2;
        expect(flawsOf(part, whole, mustSay)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture, fixtureNames } from '../../test/fixtures.ts';
import { readWorkouts } from '../read.ts';

const textFiles = fixtureNames.filter((name) => /\.(?:csv|tcx)$/.test(name));

test.each(textFiles)('a copy of %s with flipped bits is read or refused, and never throws', (name) => {
  const bytes = fixture(name).slice(0, 20_000);
  const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(flips, (places) => {
      const copy = bytes.slice();
      for (const [at, bits] of places) copy[at] = (copy[at] ?? 0) ^ bits;
      const { workouts, problems } = readWorkouts(copy, name);
      expect(workouts.length + problems.length).toBeGreaterThan(0);
      for (const { elapsedTime, distance } of workouts) {
        expect(elapsedTime ?? 0).toBeGreaterThanOrEqual(0);
        expect(distance ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 15 },
  );
});

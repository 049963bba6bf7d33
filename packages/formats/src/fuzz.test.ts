// Damaged files: bit flips and truncations of every fixture, also inside gz and ZIP, and FIT files whose checksum is
// right again, so that the decoder sees the damage. FUZZ_RUNS=5000 is the long form.
import * as fc from 'fast-check';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from '../test/fixtures.ts';
import { fitCrc } from './fit/crc.ts';
import { readWorkouts } from './read.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 12);
/** Of a text file, its first kilobytes show all that a reader does. */
const textBytes = 12_000;

type Damage = { flips: number[]; keep: number };
const damages: fc.Arbitrary<Damage> = fc.record({
  flips: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 6 }),
  keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
});

function damaged(bytes: Uint8Array, { flips, keep }: Damage): Uint8Array {
  const copy = bytes.slice(0, Math.round(bytes.length * keep));
  for (const flip of flips) {
    const bit = Math.floor(flip * copy.length * 8);
    const at = bit >> 3;
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7));
  }
  return copy;
}

/** Gives a damaged FIT file a right size and checksum again. */
function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16) return bytes;
  const view = new DataView(bytes.buffer);
  const header = bytes[0] === 12 ? 12 : 14;
  bytes[0] = header;
  bytes.set([0x2e, 0x46, 0x49, 0x54], 8);
  view.setUint32(4, bytes.length - header - 2, true);
  view.setUint16(bytes.length - 2, fitCrc(bytes, 0, bytes.length - 2), true);
  return bytes;
}

function expectSane(bytes: Uint8Array): void {
  const { workouts, problems } = readWorkouts(bytes, 'damaged');
  expect(workouts.length + problems.length).toBeGreaterThan(0);
  for (const { message } of problems) expect(message).not.toContain('could not be read');
  for (const workout of workouts) {
    for (const value of numbersIn(workout)) if (!Number.isFinite(value)) expect(value).toBe('a number');
    let [sec, meters] = [0, 0];
    for (const { elapsedTime, distance } of workout.strokes) {
      if (elapsedTime < sec || distance < meters)
        expect([elapsedTime, distance]).toBe('not less than before');
      [sec, meters] = [elapsedTime, distance];
    }
  }
}

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* numbersIn(part);
  }
}

describe('a damaged file gives workouts that are possible or problems in words', () => {
  test.each(fixtureNames)('%s', (name) => {
    const isFit = name.endsWith('.fit');
    const bytes = isFit ? fixture(name) : fixture(name).slice(0, textBytes);
    fc.assert(
      fc.property(damages, (damage) => {
        const bad = damaged(bytes, damage);
        expectSane(bad);
        if (isFit) expectSane(sealed(bad));
      }),
      { numRuns: runs },
    );
  });

  test.each(['gz', 'zip'])('%s', (kind) => {
    const bytes = fixture('3x250m.fit');
    const packed = kind === 'gz' ? gzipSync(bytes) : zipSync({ 'a.fit': bytes, 'b.fit': bytes });
    fc.assert(
      fc.property(damages, (damage) => {
        expectSane(damaged(packed, damage));
      }),
      { numRuns: runs * 4 },
    );
  });
});

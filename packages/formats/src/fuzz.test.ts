// Damaged files: flipped bits and truncations of every fixture, also inside gz and ZIP, and FIT files with a corrected
// checksum, so that the decoder reads the damage. FUZZ_RUNS=5000 is the long form.
import * as fc from 'fast-check';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from '../test/fixtures.ts';
import { fitCrc } from './fit/crc.ts';
import { readWorkouts } from './read.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 12);
/** The first kilobytes of a text file exercise all of its reader. */
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

/** Returns the flaws in the result of reading: none, for any bytes. */
function flawsOf(bytes: Uint8Array): string[] {
  const { workouts, problems } = readWorkouts(bytes, 'damaged');
  const flaws: string[] = [];
  if (workouts.length + problems.length === 0) flaws.push('nothing is said');
  for (const { message } of problems) if (message.includes('could not be read')) flaws.push(message);
  for (const workout of workouts) {
    for (const value of numbersIn(workout)) if (!Number.isFinite(value)) flaws.push(`a number is ${value}`);
    let [sec, meters] = [0, 0];
    for (const { elapsedTime, distance } of workout.strokes) {
      if (elapsedTime < sec || distance < meters) flaws.push(`back to ${elapsedTime} s, ${distance} m`);
      [sec, meters] = [elapsedTime, distance];
    }
  }
  return flaws;
}

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* numbersIn(part);
  }
}

describe('a damaged file gives possible workouts, or problems as texts', () => {
  test.each(fixtureNames)('%s', (name) => {
    const isFit = name.endsWith('.fit');
    const bytes = isFit ? fixture(name) : fixture(name).slice(0, textBytes);
    fc.assert(
      fc.property(damages, (damage) => {
        const bad = damaged(bytes, damage);
        expect(flawsOf(bad)).toEqual([]);
        if (isFit) expect(flawsOf(sealed(bad))).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  test.each(['gz', 'zip'])('%s', (kind) => {
    const bytes = fixture('3x250m.fit');
    const packed = kind === 'gz' ? gzipSync(bytes) : zipSync({ 'a.fit': bytes, 'b.fit': bytes });
    fc.assert(
      fc.property(damages, (damage) => {
        expect(flawsOf(damaged(packed, damage))).toEqual([]);
      }),
      { numRuns: runs * 4 },
    );
  });
});

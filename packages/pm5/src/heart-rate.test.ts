import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHeartRate, HeartRate, heartRateOf, standardUuid } from './heart-rate.ts';

const read = (...bytes: number[]) => {
  const measurement = decodeHeartRate(Uint8Array.from(bytes));
  return measurement && heartRateOf(measurement);
};

test('the service and its characteristic have the standard numbers', () => {
  expect(standardUuid(HeartRate.service)).toBe('0000180d-0000-1000-8000-00805f9b34fb');
  expect(standardUuid(HeartRate.measurement)).toBe('00002a37-0000-1000-8000-00805f9b34fb');
});

test.each([
  ['8 bits', [0x00, 128], 128],
  ['16 bits', [0x01, 128, 0], 128],
  ['contact', [0x06, 128], 128],
  ['a contact bit of a belt that tells none', [0x02, 128], 128],
  ['no contact', [0x04, 128], null],
  ['0, before the first beat', [0x06, 0], null],
  ['29', [0x00, 29], null],
  ['30', [0x00, 30], 30],
  ['240', [0x00, 240], 240],
  ['241', [0x00, 241], null],
  ['a value in 16 bits that no heart has', [0x01, 128, 1], null],
  ['nothing', [], null],
  ['flags alone', [0x00], null],
  ['half of a value', [0x01, 128], null],
  ['a value without its energy', [0x08, 128, 1], null],
])('%s: %j is %s', (_, bytes, bpm) => {
  expect(read(...bytes)).toBe(bpm);
});

const u16 = (value: number) => [value & 0xff, value >> 8];

test('every combination of flags is read back, with any values of the unused bits', () => {
  fc.assert(
    fc.property(
      fc.record({
        bpm: fc.integer({ min: 0, max: 0xffff }),
        is16Bit: fc.boolean(),
        contact: fc.constantFrom(null, false, true),
        contactBit: fc.boolean(),
        energyKj: fc.option(fc.integer({ min: 0, max: 0xffff })),
        beats: fc.option(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })),
        reserved: fc.integer({ min: 0, max: 7 }),
      }),
      ({ bpm, is16Bit, contact, contactBit, energyKj, beats, reserved }) => {
        const valueBpm = is16Bit ? bpm : bpm & 0xff;
        const flags =
          (is16Bit ? 1 : 0) |
          ((contact ?? contactBit) ? 2 : 0) |
          (contact === null ? 0 : 4) |
          (energyKj === null ? 0 : 8) |
          (beats === null ? 0 : 16) |
          (reserved << 5);
        const bytes = [
          flags,
          ...(is16Bit ? u16(valueBpm) : [valueBpm]),
          ...(energyKj === null ? [] : u16(energyKj)),
          ...(beats ?? []).flatMap(u16),
        ];
        expect(decodeHeartRate(Uint8Array.from(bytes))).toEqual({
          valueBpm,
          hasSkinContact: contact,
          energyKj,
          beatsSec: (beats ?? []).map((beat) => beat / 1024),
        });
      },
    ),
  );
});

test('no bytes throw, and no heart rate is outside 30 to 240', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
      const bpm = read(...bytes);
      expect(bpm === null || (bpm >= 30 && bpm <= 240)).toBe(true);
    }),
  );
});

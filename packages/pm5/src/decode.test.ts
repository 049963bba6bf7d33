import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeMultiplexed, decodeNotification } from './decode.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe('decoding a notification', () => {
  it('[ERG-3] knows the record type codes 49-51 and 53-60 and no other', () => {
    const handled = Array.from({ length: 256 }, (_, code) => code).filter((code) => {
      const record = decodeMultiplexed(Uint8Array.of(code, ...new Uint8Array(19)));
      return record.kind !== 'unknown';
    });
    expect(handled).toEqual([49, 50, 51, 53, 54, 55, 56, 57, 58, 59, 60]);
  });

  it('[ERG-3] returns an unhandled record type with its code and its bytes', () => {
    expect(decodeMultiplexed(Uint8Array.of(62, 1, 2))).toEqual({
      kind: 'unknown',
      code: 62,
      multiplexed: true,
      reason: 'unhandledType',
      bytes: Uint8Array.of(62, 1, 2),
    });
  });

  it('calls an empty multiplexed frame too short', () => {
    expect(decodeNotification(0x80, new Uint8Array())).toEqual({
      kind: 'unknown',
      code: 0x80,
      multiplexed: true,
      reason: 'tooShort',
      bytes: new Uint8Array(),
    });
  });

  it.each([
    ['a sequence beyond the packet count', '21 02 0a00'],
    ['no packets at all', '01 00 0a00'],
    ['more points than bytes', '12 00 0a00'],
  ])('calls a force curve chunk with %s malformed', (_title, hex) => {
    expect(decodeNotification(0x3d, bytesOf(hex))).toMatchObject({
      kind: 'unknown',
      reason: 'malformed',
    });
  });

  it('reads 3D only on its own characteristic, and 3C only multiplexed', () => {
    expect(decodeNotification(0x3c, new Uint8Array(10))).toMatchObject({ reason: 'unhandledType' });
    expect(decodeMultiplexed(bytesOf('3d 11 00 0a00'))).toMatchObject({ reason: 'unhandledType' });
  });

  it('reads the bytes of the view, not of the whole buffer', () => {
    const framed = Uint8Array.of(9, 9, 9, 1, 120, 4, 3, 2, 1, 9);
    expect(decodeNotification(0x3b, framed.subarray(3, 9))).toEqual({
      kind: 'heartRateBeltInformation',
      manufacturerId: 1,
      deviceType: 120,
      beltId: 0x01020304,
    });
  });

  it('copies the bytes of an unknown frame, even when it is passed a Buffer', () => {
    const source = Buffer.from([0x99, 1, 2]);
    const record = decodeMultiplexed(source);
    source.fill(0);
    expect(record).toMatchObject({ kind: 'unknown', bytes: Uint8Array.of(0x99, 1, 2) });
  });

  it('keeps a summary whose date is impossible because the monitor clock was never set', () => {
    const record = decodeNotification(0x39, bytesOf('0000 ffff c40900 e80300 18 00 00 00 00 62 00 03 e204'));
    expect(record).toMatchObject({
      kind: 'endOfWorkoutSummary',
      logEntryDate: { year: 2000, month: 0, day: 0 },
      logEntryTime: { hour: 255, minute: 255 },
      distanceM: 100,
    });
  });
});

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value instanceof Uint8Array || value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('any bytes at all', () => {
  const anyFrame = fc.uint8Array({ maxLength: 40 });

  it('[ERG-2] [ERG-3] never throw for any code in either form, and decode to numbers from 0 up', () => {
    const codes = [0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e];
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.boolean(), anyFrame, (code, multiplexed, payload) => {
        const record = multiplexed
          ? decodeNotification(0x80, Uint8Array.of(code, ...payload))
          : decodeNotification(code, payload);
        for (const number of numbersIn(record)) {
          expect(Number.isFinite(number)).toBe(true);
          expect(number).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('never throw for any characteristic number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(0xffff), fc.double()), anyFrame, (characteristic, bytes) => {
        expect(decodeNotification(characteristic, bytes).kind).toEqual(expect.any(String));
      }),
      { numRuns: 1000 },
    );
  });
});

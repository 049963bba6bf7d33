import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowPhases } from './live.ts';
import { decodeFrame, encodeFrame, type LiveFrame } from './live-frame.ts';

const pace = fc.option(fc.double({ min: 0, max: 65_535, noNaN: true }), { nil: null });
const metres = fc.double({ min: 0, max: 50_000, noNaN: true });
const sample = fc.record(
  {
    seq: fc.nat(),
    phase: fc.constantFrom(...rowPhases),
    elapsedTime: fc.double({ min: 0, max: 36_000, noNaN: true }),
    distance: metres,
    currentPace: pace,
    averagePace: pace,
    strokeRate: fc.nat(255),
    heartRate: fc.option(fc.nat(255), { nil: null }),
    isSimulated: fc.boolean(),
    power: fc.nat(65_535),
    dragFactor: fc.nat(255),
    interval: fc.nat(255),
    left: fc.record({ kind: fc.constantFrom('distance', 'time', 'calories', 'rest'), value: metres }),
    projected: fc.record({ kind: fc.constantFrom('distance', 'time'), value: metres }),
    lastSplit: fc.record({ number: fc.nat(255), time: metres, distance: metres, pace }),
    unsent: fc.nat(100_000),
    inTarget: fc.boolean(),
  },
  {
    requiredKeys: [
      'seq',
      'phase',
      'elapsedTime',
      'distance',
      'currentPace',
      'averagePace',
      'strokeRate',
      'heartRate',
      'isSimulated',
    ],
  },
);
const frame: fc.Arbitrary<LiveFrame> = fc.record({
  room: fc.uuid(),
  epoch: fc.uuid(),
  seq: fc.nat(),
  isKeyframe: fc.boolean(),
  rows: fc.array(fc.record({ activity: fc.uuid(), ageMs: fc.nat(), sample })),
});

describe('the live frame', () => {
  it('decodes to the frame that was encoded', () => {
    fc.assert(
      fc.property(frame, (given) => {
        const wire: unknown = JSON.parse(JSON.stringify(encodeFrame(given)));
        // JSON has no negative zero.
        expect(JSON.stringify(decodeFrame(wire))).toBe(JSON.stringify(given));
      }),
    );
  });

  it('is null for anything that is not a frame', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(decodeFrame(given)).toBeNull();
      }),
    );
  });

  it('is null when one of its rows is invalid', () => {
    fc.assert(
      fc.property(frame, (given) => {
        const wire: unknown[] = [...encodeFrame(given)];
        wire[4] = [...encodeFrame(given)[4], ['activity', 1, ['one']]];
        expect(decodeFrame(wire)).toBeNull();
      }),
    );
  });
});

import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { monitorBounds as bounds } from '../limits.ts';
import { LiveSampleSchema, rowPhases, type LiveSample } from '../live.ts';
import { RepeatedId } from './bytes.ts';
import { decodeFrame, encodeFrame, FrameSequence, type LiveFrame } from './frame.ts';
import { decodeAcknowledgement, decodeSample, encodeAcknowledgement, encodeSample } from './messages.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

/** Numbers in the resolution of the monitor. */
const inUnits = (maximum: number, perUnit: number) =>
  fc.nat(maximum * perUnit).map((count) => count / perUnit);
const seconds = inUnits(bounds.elapsedSecMax, 100);
const meters = inUnits(bounds.distanceMMax, 10);
const pace = fc.option(inUnits(bounds.paceSecMax, 100), { nil: null });
const byte = fc.nat(255);
const left = fc.oneof(
  fc.record({ kind: fc.constant('distance' as const), value: meters }),
  fc.record({ kind: fc.constantFrom('time' as const, 'rest' as const), value: seconds }),
  fc.record({ kind: fc.constant('calories' as const), value: fc.nat(bounds.distanceMMax) }),
);
const projected = fc.oneof(
  fc.record({ kind: fc.constant('distance' as const), value: meters }),
  fc.record({ kind: fc.constant('time' as const), value: seconds }),
);
const required = {
  phase: fc.constantFrom(...rowPhases),
  elapsedTime: seconds,
  distance: meters,
  currentPace: pace,
  averagePace: pace,
  strokeRate: byte,
  heartRate: fc.option(byte, { nil: null }),
  isSimulated: fc.boolean(),
};
const sample: fc.Arbitrary<LiveSample> = fc.record(
  {
    ...required,
    power: fc.nat(bounds.powerWMax),
    dragFactor: byte,
    interval: byte,
    left,
    projected,
    lastSplit: fc.record({ number: byte, time: seconds, distance: meters, pace }),
    unsent: fc.nat(100_000),
    inTarget: fc.boolean(),
  },
  {
    requiredKeys: [
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
const number32 = fc.nat(2 ** 32 - 1);
const position = fc.record({ epoch: number32, seq: number32 });
const frame: fc.Arbitrary<LiveFrame> = fc.record({
  room: fc.uuid(),
  epoch: number32,
  seq: number32,
  isKeyframe: fc.boolean(),
  tickMs: fc.nat(6_000).map((tens) => tens * 10),
  rows: fc.array(
    fc.record({
      index: fc.nat(2 ** 31 - 1),
      activity: fc.option(fc.uuid(), { nil: null }),
      ageMs: number32,
      sample,
    }),
  ),
});

describe('packed messages', () => {
  it('decode to what was encoded, in the resolution of the monitor', () => {
    fc.assert(
      fc.property(frame, (given) => {
        expect(decodeFrame(encodeFrame(given))).toEqual(given);
      }),
    );
    const message = fc.record({
      activity: fc.uuid(),
      acknowledged: fc.option(position, { nil: null }),
      sample,
    });
    fc.assert(
      fc.property(message, (given) => {
        expect(decodeSample(encodeSample(given))).toEqual(given);
      }),
    );
    const acknowledgement = fc.record({ room: fc.uuid(), acknowledged: position });
    fc.assert(
      fc.property(acknowledgement, (given) => {
        expect(decodeAcknowledgement(encodeAcknowledgement(given))).toEqual(given);
      }),
    );
  });

  it('round to the resolution of the monitor, and keep any finite values within a unit', () => {
    const anyFigure = (max: number) => fc.double({ min: 0, max, noNaN: true });
    const rough = fc.record({
      ...required,
      elapsedTime: anyFigure(bounds.elapsedSecMax),
      distance: anyFigure(bounds.distanceMMax),
      currentPace: anyFigure(bounds.paceSecMax),
    });
    fc.assert(
      fc.property(rough, fc.uuid(), (given, activity) => {
        const decoded = decodeSample(encodeSample({ activity, acknowledged: null, sample: given }))?.sample;
        expect(decoded?.elapsedTime).toBeCloseTo(given.elapsedTime, 2);
        expect(decoded?.distance).toBeCloseTo(given.distance, 1);
        expect(decoded?.currentPace).toBeCloseTo(given.currentPace, 2);
      }),
    );
  });

  it('are null for invalid bytes, and never throw', () => {
    const near = fc
      .tuple(frame, fc.uuid(), sample)
      .chain(([given, id, values]) =>
        fc.constantFrom(
          encodeFrame(given),
          encodeSample({ activity: id, acknowledged: { epoch: 1, seq: 2 }, sample: values }),
          encodeAcknowledgement({ room: id, acknowledged: { epoch: 1, seq: 2 } }),
        ),
      )
      .chain((bytes) =>
        fc.tuple(
          fc.constant(bytes),
          fc.array(fc.tuple(fc.nat(bytes.length - 1), byte), { maxLength: 4 }),
          fc.nat(bytes.length),
        ),
      )
      .map(([bytes, changes, end]) => {
        const changed = bytes.slice(0, end);
        for (const [at, value] of changes) if (at < end) changed[at] = value;
        return changed;
      });
    const decodeAll = (bytes: Uint8Array) => {
      const decoded = decodeSample(bytes);
      // Accepted samples are within the bounds of the schema that parses events.
      if (decoded !== null) expect(z.safeParse(LiveSampleSchema, decoded.sample).error).toBeUndefined();
      for (const row of decodeFrame(bytes)?.rows ?? []) {
        expect(z.safeParse(LiveSampleSchema, row.sample).error).toBeUndefined();
      }
      decodeAcknowledgement(bytes);
    };
    fc.assert(fc.property(near, decodeAll), { numRuns: 3_000 });
    fc.assert(fc.property(fc.uint8Array({ maxLength: 120 }), decodeAll), { numRuns: 3_000 });
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), fc.uint8Array({ maxLength: 120 }), (kind, bytes) =>
        decodeAll(Uint8Array.of(kind, ...bytes)),
      ),
      { numRuns: 3_000 },
    );
  });

  const activity = '019a0000-0000-7000-8000-0123456789ab';
  const room = '019a0000-0000-7000-8000-00000000000c';
  const short: LiveSample = {
    phase: 'rowing',
    elapsedTime: 61.25,
    distance: 250.5,
    currentPace: 120.1,
    averagePace: null,
    strokeRate: 24,
    heartRate: 142,
    isSimulated: false,
  };
  const long: LiveSample = {
    ...short,
    averagePace: 121.5,
    isSimulated: true,
    power: 212,
    dragFactor: 121,
    interval: 3,
    left: { kind: 'distance', value: 1_249.5 },
    projected: { kind: 'time', value: 430.2 },
    lastSplit: { number: 2, time: 120, distance: 498.3, pace: null },
    unsent: 0,
    inTarget: true,
  };
  const shortHex = '5100 ed2f c913 18 ea5d 8e';
  const longHex = 'f9bf ed2f c913 18 ea5d f65e 8e d401 79 03 bc8603 98a005 02 e05d f726 00 00';

  it('have the id of their activity, even after a sender changes to another activity', () => {
    const zeros = '00000000-0000-0000-0000-000000000000';
    const repeated = new RepeatedId();
    for (const id of [zeros, activity, activity, room, activity, zeros]) {
      const bytes = encodeSample({ activity: id, acknowledged: null, sample: short });
      expect(decodeSample(bytes, repeated)?.activity).toBe(id);
      // The transport may use the same memory for its next message.
      bytes.fill(0xff);
    }
  });

  /* The bytes of protocol 8. Changing them requires a new protocol version. */
  it.each([
    [
      'a sample',
      () => encodeSample({ activity, acknowledged: null, sample: short }),
      `02 019a0000000070008000 0123456789ab 00 ${shortHex}`,
    ],
    [
      'a sample with an acknowledgement and all values',
      () => encodeSample({ activity, acknowledged: { epoch: 0xdeadbeef, seq: 300 }, sample: long }),
      `02 019a0000000070008000 0123456789ab 01 efbeadde ac02 ${longHex}`,
    ],
    [
      'an acknowledgement',
      () => encodeAcknowledgement({ room, acknowledged: { epoch: 1, seq: 127 } }),
      '03 019a000000007000800000000000000c 01000000 7f',
    ],
    [
      'a keyframe',
      () =>
        encodeFrame({
          room,
          epoch: 1,
          seq: 128,
          isKeyframe: true,
          tickMs: 250,
          rows: [{ index: 0, activity, ageMs: 40, sample: short }],
        }),
      `01 01 019a000000007000800000000000000c 01000000 8001 19 01 019a0000000070008000 0123456789ab 28 ${shortHex}`,
    ],
    [
      'a frame',
      () =>
        encodeFrame({
          room,
          epoch: 1,
          seq: 129,
          isKeyframe: false,
          tickMs: 100,
          rows: [
            { index: 0, activity: null, ageMs: 40, sample: short },
            { index: 100, activity: null, ageMs: 200, sample: long },
          ],
        }),
      `01 00 019a000000007000800000000000000c 01000000 8101 0a 00 28 ${shortHex} c801 c801 ${longHex}`,
    ],
  ])('have these bytes: %s', (_, encode, hex) => {
    expect(hexOf(encode())).toBe(hexOf(bytesOf(hex)));
  });

  it('refuse to encode an id that is not a UUID', () => {
    expect(() => encodeAcknowledgement({ room: 'room', acknowledged: { epoch: 1, seq: 1 } })).toThrow(
      RangeError,
    );
  });
});

describe('a sequence of frames', () => {
  const [anna, ben] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'];
  const values = (distance: number): LiveSample => ({
    phase: 'rowing',
    elapsedTime: 1,
    distance,
    currentPace: null,
    averagePace: null,
    strokeRate: 24,
    heartRate: null,
    isSimulated: false,
  });
  const frameOf = (
    seq: number,
    rows: Array<[number, string | null]>,
    rest: Partial<LiveFrame> = {},
  ): LiveFrame => ({
    room: '019a0000-0000-7000-8000-00000000000c',
    epoch: 7,
    seq,
    isKeyframe: false,
    tickMs: 250,
    rows: rows.map(([index, activity]) => ({ index, activity, ageMs: 0, sample: values(seq) })),
    ...rest,
  });
  const shown = (sequence: FrameSequence, frame: LiveFrame) =>
    sequence.take(frame)?.map(({ activity, sample }) => [activity, sample.distance]) ?? null;

  it('names the activities that a keyframe or a later frame has introduced', () => {
    const sequence = new FrameSequence();
    expect(shown(sequence, frameOf(4, [[0, anna]], { isKeyframe: true }))).toEqual([[anna, 4]]);
    expect(
      shown(
        sequence,
        frameOf(5, [
          [0, null],
          [1, ben],
        ]),
      ),
    ).toEqual([
      [anna, 5],
      [ben, 5],
    ]);
    expect(shown(sequence, frameOf(6, [[1, null]]))).toEqual([[ben, 6]]);
    expect(sequence.position).toEqual({ epoch: 7, seq: 6 });
  });

  it('needs a keyframe first, after a gap, in another epoch, for an unknown index and when it restarts', () => {
    const sequence = new FrameSequence();
    const key = (seq: number, epoch = 7) => frameOf(seq, [[0, anna]], { isKeyframe: true, epoch });
    expect(shown(sequence, frameOf(1, [[0, anna]]))).toBeNull();
    expect(shown(sequence, key(1))).not.toBeNull();
    expect(shown(sequence, frameOf(3, [[0, null]]))).toBeNull();
    expect(sequence.position).toEqual({ epoch: 7, seq: 3 });
    expect(shown(sequence, frameOf(4, [[0, null]]))).toBeNull();
    expect(shown(sequence, key(5))).not.toBeNull();
    expect(shown(sequence, frameOf(6, [[0, null]], { epoch: 8 }))).toBeNull();
    expect(shown(sequence, key(7, 8))).not.toBeNull();
    expect(shown(sequence, frameOf(8, [[5, null]], { epoch: 8 }))).toBeNull();
    expect(shown(sequence, frameOf(9, [[0, null]], { epoch: 8 }))).toBeNull();
    expect(shown(sequence, key(9, 8))).not.toBeNull();
    sequence.restart();
    expect(shown(sequence, frameOf(10, [[0, null]], { epoch: 8 }))).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SmallFrames } from './small-frames.ts';

type Frame = { first: number; payload: Uint8Array };

const frame: fc.Arbitrary<Frame> = fc.record({
  first: fc.constantFrom(0x81, 0x82, 0x82, 0x82, 0x89, 0x8a, 0x88),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 125 }),
    fc.uint8Array({ minLength: 126, maxLength: 400 }),
    fc.nat({ max: 2 }).map((more) => new Uint8Array(65_535 + more)),
  ),
});

test('a message is taken only where it is one whole frame that begins with its chunk', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat({ max: 200_000 }), { maxLength: 20 }),
      fc.boolean(),
      (frames, cuts, alsoAtFrames) => {
        const encoded = frames.map(encode);
        const stream = Buffer.concat(encoded);
        const starts = new Map<number, number>();
        let at = 0;
        for (const [index, { length }] of encoded.entries()) {
          starts.set(at, index);
          at += length;
        }
        const places = [...cuts.map((cut) => cut % stream.length), ...(alsoAtFrames ? starts.keys() : [])];
        const edges = [...new Set([0, ...places, stream.length])].toSorted((a, b) => a - b);
        const reader = new SmallFrames();
        for (const [index, from] of edges.slice(0, -1).entries()) {
          const chunk = Buffer.from(stream.subarray(from, edges[index + 1]));
          const whole = starts.get(from);
          const taken = reader.take(chunk, true);
          if (taken === null) continue;
          const expected = whole === undefined ? undefined : frames[whole];
          expect(expected?.first).toBe(0x82);
          expect(Buffer.from(taken)).toEqual(Buffer.from(expected?.payload ?? []));
          expect(chunk.length).toBe(encoded[whole ?? 0]?.length);
        }
      },
    ),
  );
});

test('every small message in a chunk of its own is taken, also after frames that came split and joined', () => {
  const reader = new SmallFrames();
  const small = encode({ first: 0x82, payload: Uint8Array.of(2, 7) });
  const text = encode({ first: 0x81, payload: new Uint8Array(300) });
  expect(reader.take(Buffer.concat([text, small, text.subarray(0, 20)]), true)).toBeNull();
  expect(reader.take(Buffer.from(text.subarray(20)), true)).toBeNull();
  expect(reader.take(Buffer.from(small), true)).toEqual(Buffer.from([2, 7]));
  expect(reader.take(Buffer.from(small), false)).toBeNull();
  expect(reader.take(Buffer.from(small), true)).toEqual(Buffer.from([2, 7]));
});

test.for([
  ['a header in two chunks', [Buffer.of(0x82)]],
  ['a fragmented message', [encode({ first: 0x02, payload: Uint8Array.of(1) })]],
  ['a frame without a mask', [Buffer.of(0x82, 1, 1)]],
])('after %s the receiver gets everything', ([, chunks]) => {
  const reader = new SmallFrames();
  for (const chunk of [...(chunks ?? []), encode({ first: 0x82, payload: Uint8Array.of(1) })]) {
    expect(reader.take(Buffer.from(chunk), true)).toBeNull();
  }
});

function encode({ first, payload }: Frame): Buffer {
  const mask = [11, 22, 33, 44];
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.of(first, 0x80 + length)
      : length < 65_536
        ? Buffer.of(first, 0x80 + 126, length >> 8, length & 0xff)
        : Buffer.of(first, 0x80 + 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff);
  return Buffer.concat([head, Buffer.from(mask), payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

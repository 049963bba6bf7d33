import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  buildCsafeFrame,
  createCsafeAssembler,
  csafeFrameBytes,
  decodeCsafeStatus,
  parseCsafeFrame,
  parseCsafeReply,
  sliceForWriting,
  splitCsafeCommands,
} from './csafe.ts';

type KnownFrame = { what: string; hex: string; checksum_ok: boolean; hex_corrected?: string };
type RecordedEvent = { ev: string; char?: string; hex?: string };

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const parseFrames = (json: string): KnownFrame[] => JSON.parse(json);
const parseEvent = (line: string): RecordedEvent => JSON.parse(line);
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const frames = parseFrames(fixture('csafe_frames.json'));
const recordedChunks = fixture('row100m_pm5_2016_ble.jsonl')
  .trim()
  .split('\n')
  .map(parseEvent)
  .filter(({ ev, char }) => ev === 'notificationReceived' && char === '0022')
  .map(({ hex }) => bytesOf(hex ?? ''));

describe('a CSAFE frame', () => {
  it.each(frames)('has the recorded checksum: $what', (frame) => {
    const parsed = parseCsafeFrame(bytesOf(frame.hex));
    if (!frame.checksum_ok) expect(parsed).toEqual({ ok: false, reason: 'badChecksum' });
    const right = bytesOf(frame.hex_corrected ?? frame.hex);
    const rightParsed = parseCsafeFrame(right);
    if (frame.checksum_ok || frame.hex_corrected !== undefined) {
      expect(rightParsed.ok && buildCsafeFrame(rightParsed.contents)).toEqual(right);
    }
  });

  it('stuffs the four flag bytes, in the checksum too', () => {
    expect(buildCsafeFrame(Uint8Array.of(0xf0, 0xf1, 0xf2, 0xf3))).toEqual(
      bytesOf('f1 f300 f301 f302 f303 00 f2'),
    );
    expect(buildCsafeFrame(Uint8Array.of(0x0f, 0xfe))).toEqual(bytesOf('f1 0f fe f301 f2'));
  });

  it('returns any contents unchanged after slices of 20 bytes and notifications split anywhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 150 }),
        fc.integer({ min: 1, max: 20 }),
        (contents, chunkBytes) => {
          const assembler = createCsafeAssembler();
          const chunks = sliceForWriting(buildCsafeFrame(contents), chunkBytes);
          expect(chunks.every((chunk) => chunk.length <= 20)).toBe(true);
          const joined = chunks.flatMap((chunk) => assembler.push(chunk));
          expect(joined.map(parseCsafeFrame)).toEqual([{ ok: true, contents }]);
        },
      ),
    );
  });

  it('keeps the addresses of an extended frame out of the checksum', () => {
    expect(parseCsafeFrame(bytesOf('f0 00 fd 1a 01 bf a4 f2'))).toEqual({
      ok: true,
      contents: bytesOf('1a 01 bf'),
    });
  });

  it.each([
    ['', 'noFrame'],
    ['f1', 'noFrame'],
    ['f1 f2', 'noFrame'],
    ['f0 00 fd f2', 'noFrame'],
    ['f1 01 01', 'noFrame'],
    ['01 01 f2', 'noFrame'],
    ['f1 01 f3 f2', 'badStuffing'],
    ['f1 f3 04 f4 f2', 'badStuffing'],
    ['f1 01 02 f2', 'badChecksum'],
  ])('rejects %j as %s', (hex, reason) => {
    expect(parseCsafeFrame(bytesOf(hex))).toEqual({ ok: false, reason });
  });

  it('never throws on any bytes', () => {
    const flagged = fc.array(fc.oneof(fc.nat(255), fc.integer({ min: 0xf0, max: 0xf3 })));
    fc.assert(
      fc.property(flagged, (bytes) => {
        const frame = Uint8Array.from(bytes);
        expect(typeof parseCsafeReply(frame).ok).toBe('boolean');
        for (const whole of createCsafeAssembler().push(frame)) parseCsafeReply(whole);
        splitCsafeCommands(frame, 'request');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('joining notified values', () => {
  it('joins the 136 recorded values to whole replies with right checksums and alternating toggles', () => {
    expect(recordedChunks).toHaveLength(136);
    const assembler = createCsafeAssembler();
    const replies = recordedChunks.flatMap((chunk) => assembler.push(chunk)).map(parseCsafeReply);
    expect(replies.length).toBeGreaterThan(40);
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    const toggles = replies.map((reply) => (reply.ok ? reply.status.frameToggle : null));
    expect(toggles).toEqual(replies.map((_, index) => (index % 2 === 0 ? 1 : 0)));
    expect(replies.every((reply) => reply.ok && reply.status.previousFrame === 'ok')).toBe(true);
  });

  it('joins a stuffed pair that is split over two values', () => {
    const assembler = createCsafeAssembler();
    const contents = bytesOf('81 f3');
    const whole = buildCsafeFrame(contents);
    const cut = whole.indexOf(0xf3) + 1;
    expect(assembler.push(whole.subarray(0, cut))).toEqual([]);
    expect(assembler.push(whole.subarray(cut)).map(parseCsafeFrame)).toEqual([{ ok: true, contents }]);
  });

  it('accepts an end flag that arrives by itself, and ignores one without a frame', () => {
    const assembler = createCsafeAssembler();
    expect(assembler.push(bytesOf('f2'))).toEqual([]);
    expect(assembler.push(bytesOf('f1 81 81'))).toEqual([]);
    expect(assembler.push(bytesOf('f2'))).toEqual([bytesOf('f1 81 81 f2')]);
  });

  it('starts again at a start flag and returns every frame of one value', () => {
    const assembler = createCsafeAssembler();
    expect(assembler.push(bytesOf('f1 11 22 f1 81 81 f2 f1 01 01 f2'))).toEqual([
      bytesOf('f1 81 81 f2'),
      bytesOf('f1 01 01 f2'),
    ]);
  });

  it('drops a reply that never ends', () => {
    const assembler = createCsafeAssembler();
    assembler.push(Uint8Array.of(0xf1, ...new Uint8Array(5000)));
    expect(assembler.push(bytesOf('f2'))).toEqual([]);
  });
});

describe('a CSAFE reply', () => {
  it('reads the recorded reply of a stroke state and a program command', () => {
    expect(parseCsafeReply(bytesOf('f1811a03bf0100910716020554011400e0f2'))).toEqual({
      ok: true,
      status: { frameToggle: 1, previousFrame: 'ok', machineState: 'ready' },
      commands: [
        { command: 0x1a, data: bytesOf('bf0100') },
        { command: 0x91, data: bytesOf('16020554011400') },
      ],
    });
  });

  it.each([
    [0x81, { frameToggle: 1, previousFrame: 'ok', machineState: 'ready' }],
    [0x09, { frameToggle: 0, previousFrame: 'ok', machineState: 'offline' }],
    [0x15, { frameToggle: 0, previousFrame: 'rejected', machineState: 'inUse' }],
    [0x27, { frameToggle: 0, previousFrame: 'bad', machineState: 'finished' }],
    [0xb6, { frameToggle: 1, previousFrame: 'notReady', machineState: 'paused' }],
    [0x0f, { frameToggle: 0, previousFrame: 'ok', machineState: 'reserved' }],
  ])('reads status byte %i', (status, expected) => {
    expect(decodeCsafeStatus(status)).toEqual(expected);
  });

  it('rejects a count that reaches beyond the reply', () => {
    expect(parseCsafeReply(buildCsafeFrame(bytesOf('81 1a 09 01')))).toEqual({
      ok: false,
      reason: 'badContents',
    });
    expect(parseCsafeReply(buildCsafeFrame(new Uint8Array()))).toEqual({
      ok: false,
      reason: 'badContents',
    });
  });

  it('splits a request into long commands with data and short ones without', () => {
    expect(splitCsafeCommands(bytesOf('1a01bf 91 24020100'), 'request')).toEqual([
      { command: 0x1a, data: bytesOf('bf') },
      { command: 0x91, data: new Uint8Array() },
      { command: 0x24, data: bytesOf('0100') },
    ]);
  });

  it('keeps every recorded frame within the length that a monitor accepts', () => {
    for (const { hex } of frames) expect(bytesOf(hex).length).toBeLessThanOrEqual(csafeFrameBytes);
  });
});

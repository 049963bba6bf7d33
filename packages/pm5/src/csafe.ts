/**
 * CSAFE frames over the control service: written to 0x0021 and notified on 0x0022.
 *
 * A frame is `F1 contents checksum F2`. The checksum is the XOR of the contents before stuffing. In contents and
 * checksum, the bytes F0 to F3 are stuffed to `F3 00` to `F3 03`. An extended frame starts `F0 destination source`,
 * addresses outside the checksum. Source: Concept2 PM CSAFE Communication Definition 0.25.
 */

const extendedStart = 0xf0;
const standardStart = 0xf1;
const stop = 0xf2;
const stuffing = 0xf3;

/** Longest value of 0x0021 and 0x0022. */
const csafeChunkBytes = 20;
/** Longest frame that a PM5 accepts, stuffed and with its flags. */
export const csafeFrameBytes = 120;
/** Shortest time between two frames. */
export const csafeFrameGapMs = 50;

/** Limits the memory for a reply without an end flag; far larger than any frame. */
const longestReplyBytes = 1024;

type CsafeParsed =
  | { ok: true; contents: Uint8Array }
  | { ok: false; reason: 'noFrame' | 'badStuffing' | 'badChecksum' };

/** Builds a complete frame around `contents` (consecutive commands). A PM5 rejects more than `csafeFrameBytes`. */
export function buildCsafeFrame(contents: Uint8Array): Uint8Array {
  const frame = [standardStart];
  for (const byte of [...contents, xorOf(contents)]) {
    if (byte >= extendedStart && byte <= stuffing) frame.push(stuffing, byte - extendedStart);
    else frame.push(byte);
  }
  frame.push(stop);
  return Uint8Array.from(frame);
}

/** Unstuffs and checks one complete frame, standard or extended, and returns its contents. Never throws. */
export function parseCsafeFrame(frame: Uint8Array): CsafeParsed {
  const isExtended = frame[0] === extendedStart;
  if ((!isExtended && frame[0] !== standardStart) || frame.at(-1) !== stop) {
    return { ok: false, reason: 'noFrame' };
  }
  const unstuffed = unstuff(frame.subarray(1, -1));
  if (unstuffed === null) return { ok: false, reason: 'badStuffing' };
  const checked = isExtended ? unstuffed.subarray(2) : unstuffed;
  const checksum = checked.at(-1);
  if (checksum === undefined) return { ok: false, reason: 'noFrame' };
  const contents = checked.subarray(0, -1);
  return xorOf(contents) === checksum ? { ok: true, contents } : { ok: false, reason: 'badChecksum' };
}

/** Returns the values to write to 0x0021, in order; await each before the next. */
export function sliceForWriting(frame: Uint8Array, chunkBytes = csafeChunkBytes): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < frame.length; start += chunkBytes) {
    chunks.push(frame.slice(start, start + chunkBytes));
  }
  return chunks;
}

type CsafeAssembler = {
  /** Adds the next notified or written value; returns the frames that it completes, still stuffed. */
  push: (chunk: Uint8Array) => Uint8Array[];
};

/**
 * Joins notified values of 0x0022 to frames. A stuffed pair may be split over two values and the end flag may come
 * alone, so nothing is unstuffed here. A start flag always starts over; bytes outside a frame are dropped.
 */
export function createCsafeAssembler(): CsafeAssembler {
  let pending: number[] | null = null;

  return {
    push(chunk) {
      const frames: Uint8Array[] = [];
      for (const byte of chunk) {
        if (byte === standardStart || byte === extendedStart) pending = [byte];
        else if (pending !== null) pending.push(byte);
        if (pending === null) continue;
        if (byte === stop) {
          frames.push(Uint8Array.from(pending));
          pending = null;
        } else if (pending.length >= longestReplyBytes) pending = null;
      }
      return frames;
    },
  };
}

const previousFrames = ['ok', 'rejected', 'bad', 'notReady'] as const;
const machineStates = [
  'error',
  'ready',
  'idle',
  'haveId',
  'reserved',
  'inUse',
  'paused',
  'finished',
  'manual',
  'offline',
] as const;

type CsafeStatus = {
  /** Changes with every frame that the monitor accepted. */
  frameToggle: 0 | 1;
  previousFrame: (typeof previousFrames)[number];
  machineState: (typeof machineStates)[number];
};

/** The first byte of every reply. */
export function decodeCsafeStatus(status: number): CsafeStatus {
  return {
    frameToggle: (status & 0x80) === 0 ? 0 : 1,
    previousFrame: previousFrames[(status >> 4) & 0x03] ?? 'ok',
    machineState: machineStates[status & 0x0f] ?? 'reserved',
  };
}

export type CsafeCommand = { command: number; data: Uint8Array };

/**
 * Splits contents into commands. In a request, commands from 0x80 up are short: no count, no data; in a reply
 * (without its status byte) each has a count. Returns null when a count reaches beyond the bytes.
 */
export function splitCsafeCommands(
  contents: Uint8Array,
  direction: 'request' | 'reply',
): CsafeCommand[] | null {
  const commands: CsafeCommand[] = [];
  let offset = 0;
  while (offset < contents.length) {
    const command = contents[offset] ?? 0;
    if (direction === 'request' && command >= 0x80) {
      commands.push({ command, data: new Uint8Array() });
      offset += 1;
      continue;
    }
    const count = contents[offset + 1];
    const start = offset + 2;
    if (count === undefined || start + count > contents.length) return null;
    commands.push({ command, data: contents.slice(start, start + count) });
    offset = start + count;
  }
  return commands;
}

export type CsafeReply =
  | { ok: true; status: CsafeStatus; commands: CsafeCommand[] }
  | { ok: false; reason: 'noFrame' | 'badStuffing' | 'badChecksum' | 'badContents' };

/** Reads one complete reply frame of the monitor. Never throws. */
export function parseCsafeReply(frame: Uint8Array): CsafeReply {
  const parsed = parseCsafeFrame(frame);
  if (!parsed.ok) return parsed;
  const status = parsed.contents[0];
  const commands = splitCsafeCommands(parsed.contents.subarray(1), 'reply');
  if (status === undefined || commands === null) return { ok: false, reason: 'badContents' };
  return { ok: true, status: decodeCsafeStatus(status), commands };
}

function xorOf(bytes: Uint8Array): number {
  return bytes.reduce((xor, byte) => xor ^ byte, 0);
}

function unstuff(stuffed: Uint8Array): Uint8Array | null {
  const bytes: number[] = [];
  for (let index = 0; index < stuffed.length; index += 1) {
    const byte = stuffed[index] ?? 0;
    if (byte !== stuffing) {
      bytes.push(byte);
      continue;
    }
    index += 1;
    const low = stuffed[index];
    if (low === undefined || low > stuffing - extendedStart) return null;
    bytes.push(extendedStart + low);
  }
  return Uint8Array.from(bytes);
}

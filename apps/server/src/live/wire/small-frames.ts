/** Opcode and FIN of an unfragmented binary message (RFC 6455, 5.2). */
const wholeBinary = 0x82;
const final = 0x80;
const masked = 0x80;
/** Of a frame whose length fits into its second byte: that byte's mask bit, two bytes and the key. */
const smallHeaderBytes = 6;
const smallPayloadMax = 125;
const keyBytes = 4;

/**
 * Finds small binary messages among the bytes of a client's websocket. A sample is one frame of about 40 bytes in a chunk
 * of its own, and the websocket's own receiver takes longer for it than all that follows. Everything else is the
 * receiver's: what is split, joined, long, text or control. The frames of these are followed to know where the next one
 * begins; after a header in two chunks or a fragmented message no more is taken.
 */
export class SmallFrames {
  /** Bytes of the frame that has begun and are not here yet. */
  #left = 0;
  #isLost = false;

  /**
   * Returns the message, unmasked in place, if the chunk is exactly one small binary frame; null: pass the chunk on.
   * @param mayTake false: the frames are followed, and the receiver gets them all
   */
  take(chunk: Buffer, mayTake: boolean): Uint8Array | null {
    if (this.#isLost) return null;
    const length = (chunk[1] ?? 0) - masked;
    if (
      mayTake &&
      this.#left === 0 &&
      chunk[0] === wholeBinary &&
      length >= 0 &&
      length <= smallPayloadMax &&
      chunk.length === smallHeaderBytes + length
    ) {
      return unmasked(chunk);
    }
    this.#follow(chunk);
    return null;
  }

  #follow(chunk: Buffer): void {
    let at = Math.min(this.#left, chunk.length);
    this.#left -= at;
    while (at < chunk.length && !this.#isLost) {
      const end = endOfFrame(chunk, at);
      this.#isLost = end === null;
      if (end === null) return;
      this.#left = Math.max(0, end - chunk.length);
      at = Math.min(end, chunk.length);
    }
  }
}

function unmasked(chunk: Buffer): Uint8Array {
  const payload = chunk.subarray(smallHeaderBytes);
  for (let at = 0; at < payload.length; at += 1) {
    payload[at] = (payload[at] ?? 0) ^ (chunk[2 + (at % keyBytes)] ?? 0);
  }
  return payload;
}

/** Returns where the frame at `at` ends, maybe beyond the chunk; null if its header does not say. */
function endOfFrame(chunk: Buffer, at: number): number | null {
  const [first, second] = [chunk[at], chunk[at + 1]];
  if (first === undefined || second === undefined || first < final || second < masked) return null;
  const length = second - masked;
  if (length <= smallPayloadMax) return at + smallHeaderBytes + length;
  const lengthBytes = length === 126 ? 2 : 8;
  if (chunk.length < at + 2 + lengthBytes) return null;
  const long = lengthBytes === 2 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2));
  return at + 2 + lengthBytes + keyBytes + long;
}

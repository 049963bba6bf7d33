import type { Operation } from './recorder.ts';

export type Logged = { operation: Operation; bytes: Buffer | null };

/** Reads the log of a recorder. */
export function* readLog(log: Buffer): Generator<Logged, void, undefined> {
  for (let at = 0; at < log.length;) {
    const headLength = log.readUInt32LE(at);
    const bytesLength = log.readUInt32LE(at + 4);
    const bytesAt = at + 8 + headLength;
    // Written by our own recorder in the same run.
    const operation: Operation = JSON.parse(log.toString('utf8', at + 8, bytesAt));
    at = bytesAt + bytesLength;
    yield { operation, bytes: bytesLength === 0 ? null : log.subarray(bytesAt, at) };
  }
}

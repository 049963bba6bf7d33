// Loaded before a recorded program (NODE_OPTIONS=--import) in each of its threads: appends every change of the files below
// POWER_ROOT, and every fsync, to the file POWER_LOG, in the order in which the operating system has made them.
import fs, { type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';

/** A file as the program names it: by path, or by the descriptor of a thread. */
export type Target = { path: string } | { thread: number; descriptor: number };

/** `bytes` follow the operation in the log; `zeros` are as many bytes of 0. */
export type Operation =
  | { do: 'open'; thread: number; descriptor: number; path: string }
  | { do: 'close'; thread: number; descriptor: number }
  | { do: 'create' | 'fsync'; file: Target }
  | { do: 'write'; file: Target; at: number; zeros?: number }
  | { do: 'truncate'; file: Target; size: number }
  | { do: 'mkdir'; path: string }
  | { do: 'rename' | 'link'; path: string; to: string }
  | { do: 'unlink'; path: string }
  | { do: 'remove tree'; path: string }
  | { do: 'note'; text: string };

export const recorderVariables = { root: 'POWER_ROOT', log: 'POWER_LOG' } as const;

const root = process.env[recorderVariables.root];
const logPath = process.env[recorderVariables.log];

const original = { ...fs };
const log = logPath === undefined ? null : original.openSync(logPath, 'a');

/** One system call, so that the records of two threads do not mix. */
function record(operation: Operation, bytes?: Uint8Array): void {
  if (log === null) return;
  const head = Buffer.from(JSON.stringify(operation));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(bytes?.length ?? 0, 4);
  original.writevSync(log, bytes === undefined ? [lengths, head] : [lengths, head, bytes]);
}

/** Adds a remark of the recorded program to the log, such as the acknowledgement of a commit. */
export function note(text: string): void {
  record({ do: 'note', text });
}

function isBelowRoot(path: PathLike): path is string {
  return typeof path === 'string' && root !== undefined && `${resolve(path)}/`.startsWith(`${root}/`);
}

/** The descriptors of this thread that are open on files below the root. */
const followed = new Map<number, string>();
const targetOf = (descriptor: number): Target => ({ thread: threadId, descriptor });

function opened(descriptor: number, path: PathLike, flags: unknown, existed: boolean): void {
  if (!isBelowRoot(path)) return;
  followed.set(descriptor, resolve(path));
  const file = { path: resolve(path) };
  if (!existed) record({ do: 'create', file });
  else if (isTruncating(flags)) record({ do: 'truncate', file, size: 0 });
  record({ do: 'open', thread: threadId, descriptor, path: resolve(path) });
}

function isTruncating(flags: unknown): boolean {
  return typeof flags === 'number'
    ? (flags & fs.constants.O_TRUNC) !== 0
    : typeof flags === 'string' && flags.startsWith('w');
}

function closing(descriptor: number): void {
  if (followed.delete(descriptor)) record({ do: 'close', thread: threadId, descriptor });
}

const zeroBytes = Buffer.alloc(1 << 20);

function wrote(file: Target, bytes: Uint8Array, at: number): void {
  const isZero = bytes.length <= zeroBytes.length && zeroBytes.subarray(0, bytes.length).equals(bytes);
  if (isZero) record({ do: 'write', file, at, zeros: bytes.length });
  else record({ do: 'write', file, at }, bytes);
}

function bytesOf(data: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  if (data instanceof Uint8Array) return data;
  throw new Error('The recorder knows strings and bytes only');
}

/** Calls of the recorded functions by Node itself, inside one that is recorded as a whole. */
let depth = 0;
function whole<Result>(work: () => Result): Result {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

if (root !== undefined && log !== null) {
  fs.openSync = (path, flags, mode) => {
    const existed = original.existsSync(path);
    const descriptor = original.openSync(path, flags ?? 'r', mode);
    if (depth === 0) opened(descriptor, path, flags, existed);
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    closing(descriptor);
    original.closeSync(descriptor);
  };
  const writeSync = (
    descriptor: number,
    buffer: Uint8Array | string,
    offset?: number | null,
    length?: number | null,
    position?: number | null,
  ): number => {
    if (!followed.has(descriptor))
      return Reflect.apply(original.writeSync, fs, [descriptor, buffer, offset, length, position]);
    if (typeof buffer === 'string' || typeof offset !== 'number' || typeof length !== 'number')
      throw new Error('The recorder does not know this way to write');
    if (typeof position !== 'number') throw new Error('The recorder does not know where this is written');
    const count = original.writeSync(descriptor, buffer, offset, length, position);
    wrote(targetOf(descriptor), Buffer.from(buffer.buffer, buffer.byteOffset + offset, count), position);
    return count;
  };
  Reflect.set(fs, 'writeSync', writeSync);
  fs.fsyncSync = (descriptor) => {
    // The copies are built from the log: the real disk need not be synchronized.
    if (followed.has(descriptor)) record({ do: 'fsync', file: targetOf(descriptor) });
    else original.fsyncSync(descriptor);
  };
  fs.fdatasyncSync = () => {
    throw new Error('The recorder does not know fdatasync');
  };
  fs.ftruncateSync = (descriptor, size) => {
    original.ftruncateSync(descriptor, size);
    if (followed.has(descriptor)) record({ do: 'truncate', file: targetOf(descriptor), size: size ?? 0 });
  };
  fs.truncateSync = (path, size) => {
    whole(() => original.truncateSync(path, size));
    if (isBelowRoot(path)) record({ do: 'truncate', file: { path: resolve(path) }, size: size ?? 0 });
  };
  fs.writeFileSync = (path, data, options) => {
    const isRecorded = typeof path === 'string' && isBelowRoot(path);
    const existed = isRecorded && original.existsSync(path);
    whole(() => original.writeFileSync(path, data, options));
    if (!isRecorded) return;
    const file = { path: resolve(path) };
    if (existed) record({ do: 'truncate', file, size: 0 });
    else record({ do: 'create', file });
    const bytes = bytesOf(data);
    if (bytes.length > 0) wrote(file, bytes, 0);
    const isFlushed = typeof options === 'object' && options?.flush === true;
    if (isFlushed) record({ do: 'fsync', file });
  };
  const mkdirSync = (path: PathLike, options?: unknown): string | undefined => {
    const first: string | undefined = whole(() => Reflect.apply(original.mkdirSync, fs, [path, options]));
    recordFolders(path, options, first);
    return first;
  };
  Reflect.set(fs, 'mkdirSync', mkdirSync);
  fs.renameSync = (from, to) => {
    original.renameSync(from, to);
    if (isBelowRoot(from) && isBelowRoot(to)) record({ do: 'rename', path: resolve(from), to: resolve(to) });
  };
  fs.linkSync = (from, to) => {
    original.linkSync(from, to);
    if (isBelowRoot(from) && isBelowRoot(to)) record({ do: 'link', path: resolve(from), to: resolve(to) });
  };
  fs.unlinkSync = (path) => {
    original.unlinkSync(path);
    if (isBelowRoot(path)) record({ do: 'unlink', path: resolve(path) });
  };
  fs.rmdirSync = (path) => {
    original.rmdirSync(path);
    if (isBelowRoot(path)) record({ do: 'unlink', path: resolve(path) });
  };
  fs.rmSync = (path, options) => {
    whole(() => original.rmSync(path, options));
    if (isBelowRoot(path)) record({ do: 'remove tree', path: resolve(path) });
  };

  const promises = { ...fs.promises };
  fs.promises.open = async (path, flags, mode) => {
    const existed = original.existsSync(path);
    const handle = await promises.open(path, flags, mode);
    if (!isBelowRoot(path)) return handle;
    const descriptor = handle.fd;
    opened(descriptor, path, flags, existed);
    const { close, writeFile } = handle;
    handle.sync = async () => {
      record({ do: 'fsync', file: targetOf(descriptor) });
    };
    handle.close = () => {
      closing(descriptor);
      return Reflect.apply(close, handle, []);
    };
    handle.writeFile = async (data) => {
      await Reflect.apply(writeFile, handle, [data]);
      wrote(targetOf(descriptor), bytesOf(data), 0);
    };
    return handle;
  };
  Reflect.set(fs.promises, 'mkdir', async (path: PathLike, options?: unknown) => {
    const first: string | undefined = await Reflect.apply(promises.mkdir, fs.promises, [path, options]);
    recordFolders(path, options, first);
    return first;
  });
  fs.promises.rename = async (from, to) => {
    await promises.rename(from, to);
    if (isBelowRoot(from) && isBelowRoot(to)) record({ do: 'rename', path: resolve(from), to: resolve(to) });
  };
  fs.promises.rm = async (path, options) => {
    await promises.rm(path, options);
    if (isBelowRoot(path)) record({ do: 'remove tree', path: resolve(path) });
  };
  fs.promises.rmdir = async (path) => {
    await promises.rmdir(path);
    if (isBelowRoot(path)) record({ do: 'unlink', path: resolve(path) });
  };
  syncBuiltinESMExports();
}

/** @param first the outermost folder that a recursive call has made */
function recordFolders(path: PathLike, options: unknown, first: string | undefined): void {
  if (!isBelowRoot(path)) return;
  const isRecursive =
    typeof options === 'object' && options !== null && Reflect.get(options, 'recursive') === true;
  if (!isRecursive) return record({ do: 'mkdir', path: resolve(path) });
  if (first === undefined) return;
  const rest = resolve(path).slice(resolve(first).length).split('/').filter(Boolean);
  for (let made = resolve(first), left = rest; ; made = join(made, left[0] ?? ''), left = left.slice(1)) {
    record({ do: 'mkdir', path: made });
    if (left.length === 0) break;
  }
}

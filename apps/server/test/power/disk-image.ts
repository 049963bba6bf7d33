import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { wholeFrom } from '../support/random.ts';
import type { Logged } from './operations.ts';
import type { Target } from './recorder.ts';

/** Disks write whole sectors: a sector is old or new after a power cut. Larger ones are a special case of this. */
const sectorBytes = 512;

type Change = { write: Buffer; at: number } | { zeros: number; at: number } | { size: number };
type NameChange =
  | { put: string; node: DiskNode }
  | { drop: string; node: DiskNode }
  | { from: string; to: string; node: DiskNode };

type File = { kind: 'file'; synced: Content; changes: Change[] };
type Folder = {
  kind: 'folder';
  synced: Map<string, DiskNode>;
  changes: NameChange[];
  now: Map<string, DiskNode>;
};
type DiskNode = File | Folder;

class Content {
  bytes: Buffer;
  length: number;
  constructor(bytes: Buffer = Buffer.alloc(0), length: number = bytes.length) {
    this.bytes = bytes;
    this.length = length;
  }
  copy(): Content {
    const bytes = Buffer.alloc(this.bytes.length);
    this.bytes.copy(bytes, 0, 0, this.length);
    return new Content(bytes, this.length);
  }
  /** Bytes beyond the length are always 0. */
  resize(length: number): void {
    if (length < this.length) this.bytes.fill(0, length, this.length);
    if (length > this.bytes.length) {
      const larger = Buffer.alloc(
        Math.max(length, Math.min(this.bytes.length * 4, this.bytes.length + (16 << 20))),
      );
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.length = length;
  }
  put(bytes: Buffer | number, at: number): void {
    const count = typeof bytes === 'number' ? bytes : bytes.length;
    if (at + count > this.length) this.resize(at + count);
    if (typeof bytes === 'number') this.bytes.fill(0, at, at + count);
    else bytes.copy(this.bytes, at);
  }
}

const newFile = (): File => ({ kind: 'file', synced: new Content(), changes: [] });
const newFolder = (): Folder => ({ kind: 'folder', synced: new Map(), changes: [], now: new Map() });

/**
 * How many of the unsynchronized changes have reached the disk at a cut: each with a probability, all before some
 * moment, or a mixture.
 */
export type Fate = { changes: number; names: number; torn: number };

export function randomFate(random: () => number): Fate {
  const shares = [0, 0.1, 0.5, 0.9, 1];
  const share = () => shares[wholeFrom(random, 0, shares.length - 1)] ?? 0;
  return { changes: share(), names: share(), torn: random() < 0.5 ? 0 : 0.5 };
}

/** The requests that a control ignores, like a system that only pretends to synchronize. */
export type Ignored = 'nothing' | 'all fsyncs' | 'fsyncs of folders';

/** A disk as POSIX describes it: the certain content of each file and folder, and the changes since its fsync. */
export class Disk {
  readonly #root: string;
  readonly #ignored: Ignored;
  readonly #top: Folder = newFolder();
  readonly #open = new Map<string, DiskNode>();

  constructor(root: string, ignored: Ignored = 'nothing') {
    this.#root = root;
    this.#ignored = ignored;
  }

  /** A disk on which a whole folder is synchronized. */
  static of(root: string): Disk {
    const disk = new Disk(root);
    const read = (path: string, into: Folder): void => {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const node = entry.isDirectory() ? newFolder() : newFile();
        if (node.kind === 'folder') read(join(path, entry.name), node);
        else node.synced = new Content(readFileSync(join(path, entry.name)));
        into.now.set(entry.name, node);
        into.synced.set(entry.name, node);
      }
    };
    read(root, disk.#top);
    return disk;
  }

  apply({ operation, bytes }: Logged): void {
    switch (operation.do) {
      case 'open':
        this.#open.set(keyOf(operation), this.#nodeAt(operation.path));
        break;
      case 'close':
        this.#open.delete(keyOf(operation));
        break;
      case 'create':
        this.#put(this.#pathOf(operation.file), newFile());
        break;
      case 'mkdir':
        this.#put(operation.path, newFolder());
        break;
      case 'write': {
        const { changes } = this.#file(operation.file);
        const { at, zeros } = operation;
        changes.push(zeros === undefined ? { write: bytes ?? Buffer.alloc(0), at } : { zeros, at });
        break;
      }
      case 'truncate':
        this.#file(operation.file).changes.push({ size: operation.size });
        break;
      case 'link':
        this.#put(operation.to, this.#nodeAt(operation.path));
        break;
      case 'rename':
        this.#rename(operation.path, operation.to);
        break;
      case 'unlink':
        this.#drop(operation.path);
        break;
      case 'remove tree':
        this.#removeTree(operation.path);
        break;
      case 'fsync':
        this.#synchronize(this.#node(operation.file));
        break;
      case 'note':
        break;
    }
  }

  /** Writes the state after a power cut at this moment into an empty folder. */
  writeCut(target: string, fate: Fate, random: () => number): void {
    writeFolder(target, this.#top, fate, random);
  }

  #synchronize(node: DiskNode): void {
    if (this.#ignored === 'all fsyncs') return;
    if (this.#ignored === 'fsyncs of folders' && node.kind === 'folder') return;
    if (node.kind === 'folder') node.synced = new Map(node.now);
    else for (const change of node.changes) applyChange(node.synced, change);
    node.changes = [];
  }

  #put(path: string, node: DiskNode): void {
    const folder = this.#folderOf(path);
    folder.now.set(basename(path), node);
    folder.changes.push({ put: basename(path), node });
  }

  #drop(path: string): void {
    const folder = this.#folderOf(path);
    folder.changes.push({ drop: basename(path), node: this.#nodeAt(path) });
    folder.now.delete(basename(path));
  }

  #rename(path: string, to: string): void {
    if (dirname(path) !== dirname(to)) throw new Error('A renaming between two folders is not modelled');
    const folder = this.#folderOf(path);
    const node = this.#nodeAt(path);
    folder.changes.push({ from: basename(path), to: basename(to), node });
    folder.now.delete(basename(path));
    folder.now.set(basename(to), node);
  }

  #removeTree(path: string): void {
    const node = this.#folderOf(path).now.get(basename(path));
    if (node === undefined) return;
    if (node.kind === 'folder') for (const name of node.now.keys()) this.#removeTree(join(path, name));
    this.#drop(path);
  }

  #pathOf(file: Target): string {
    if (!('path' in file)) throw new Error('A file is created by its path');
    return file.path;
  }

  #node(file: Target): DiskNode {
    if ('path' in file) return this.#nodeAt(file.path);
    const node = this.#open.get(keyOf(file));
    if (node === undefined) throw new Error('A file is used that was not opened');
    return node;
  }

  #file(file: Target): File {
    const node = this.#node(file);
    if (node.kind !== 'file') throw new Error('A folder is written to');
    return node;
  }

  #folderOf(path: string): Folder {
    const folder = this.#nodeAt(dirname(path));
    if (folder.kind !== 'folder') throw new Error(`${path} is in a file`);
    return folder;
  }

  #nodeAt(path: string): DiskNode {
    let at: DiskNode = this.#top;
    for (const name of path.slice(this.#root.length).split('/').filter(Boolean)) {
      const next: DiskNode | undefined = at.kind === 'folder' ? at.now.get(name) : undefined;
      if (next === undefined) throw new Error(`${path} is not on the disk`);
      at = next;
    }
    return at;
  }
}

const keyOf = (file: { thread: number; descriptor: number }) => `${file.thread}:${file.descriptor}`;

function applyChange(content: Content, change: Change): void {
  if ('size' in change) content.resize(change.size);
  else content.put('write' in change ? change.write : change.zeros, change.at);
}

function writeFolder(target: string, folder: Folder, fate: Fate, random: () => number): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const [name, node] of namesAfterCut(folder, fate, random)) {
    const path = join(target, name);
    if (node.kind === 'folder') writeFolder(path, node, fate, random);
    else writeContent(path, contentAfterCut(node, fate, random));
  }
}

/** Any of the changes may be lost, whichever came first. A rename is lost or done as a whole. */
function namesAfterCut(folder: Folder, { names }: Fate, random: () => number): Map<string, DiskNode> {
  const left = new Map(folder.synced);
  for (const change of folder.changes) {
    if (random() >= names) continue;
    if ('put' in change) left.set(change.put, change.node);
    else if ('drop' in change) {
      if (left.get(change.drop) === change.node) left.delete(change.drop);
    } else {
      if (left.get(change.from) === change.node) left.delete(change.from);
      left.set(change.to, change.node);
    }
  }
  return left;
}

/** Any of the changes may be lost, whichever came first, also in part. */
function contentAfterCut({ synced, changes }: File, fate: Fate, random: () => number): Content {
  if (changes.length === 0) return synced;
  const left = synced.copy();
  for (const change of changes) {
    if (random() < fate.changes) {
      if (random() < fate.torn) tear(left, change, random);
      else applyChange(left, change);
    } else if (!('size' in change) && random() < 0.5) {
      // Only the new length has reached the disk.
      const end = change.at + ('write' in change ? change.write.length : change.zeros);
      if (end > left.length) left.resize(end);
    }
  }
  return left;
}

function tear(content: Content, change: Change, random: () => number): void {
  if ('size' in change) return applyChange(content, change);
  const count = 'write' in change ? change.write.length : change.zeros;
  for (let from = 0; from < count;) {
    const to = Math.min(count, from + sectorBytes - ((change.at + from) % sectorBytes));
    if (random() < 0.5)
      content.put('write' in change ? change.write.subarray(from, to) : to - from, change.at + from);
    from = to;
  }
}

const blockBytes = 64 * 1024;
const zeroBlock = Buffer.alloc(blockBytes);

/** Leaves holes for zeros, because most of a log segment of 16 MB is empty. */
function writeContent(path: string, content: Content): void {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let at = 0; at < content.length; at += blockBytes) {
      const end = Math.min(content.length, at + blockBytes);
      const block = content.bytes.subarray(at, end);
      if (!block.equals(zeroBlock.subarray(0, block.length)))
        writeSync(descriptor, block, 0, block.length, at);
    }
    ftruncateSync(descriptor, content.length);
  } finally {
    closeSync(descriptor);
  }
}

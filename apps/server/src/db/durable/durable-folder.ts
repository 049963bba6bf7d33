import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFolderNow } from './sync-to-disk.ts';

/**
 * PGlite's parameters, with 32 MB of buffers instead of 128 MB: WebAssembly writes to all of them at a start, which
 * takes three quarters of the time, and they stay in memory. Other pages are read from the system's cache (decision
 * 076).
 */
export const usualStart: readonly string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * Without `-F`, which turns fsync off. PostgreSQL's usual way to flush its log, fdatasync, does nothing in Emscripten.
 */
export const durableStart: readonly string[] = [
  ...usualStart.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

type PostgresModule = Parameters<NonNullable<Parameters<NodeFS['init']>[1]['preRun']>[number]>[0];

/** The parts used here of Emscripten's file system on a folder of the disk. */
type Nodefs = {
  isWindows: boolean;
  realPath(node: Node): string;
  node_ops: {
    mknod(parent: Node, name: string, mode: number, device: number): Node;
    rename(node: Node, newParent: Node, newName: string): void;
  };
  stream_ops: { fsync?: (stream: Stream) => number };
};
/** The topmost one is its own parent. */
type Node = { parent: Node; mode: number };
type Stream = { nfd: number; node: Node };

const modeOfKind = 0o170000;
const folderKind = 0o040000;
const isFolder = (node: Node) => (node.mode & modeOfKind) === folderKind;

/**
 * A folder of PGlite whose fsync reaches the disk: Emscripten's file system has none, and returns success. `onFailure`
 * ends the thread: after a refused fsync the disk's content is unknown.
 */
export class DurableFolder extends NodeFS {
  readonly #onFailure: (reason: string) => never;

  constructor(folder: string, onFailure: (reason: string) => never) {
    super(folder);
    this.#onFailure = onFailure;
  }

  override init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    return super.init(pglite, {
      ...options,
      preRun: [...(options.preRun ?? []), (module) => addFsync(module, this.#onFailure)],
    });
  }
}

function addFsync(module: PostgresModule, onFailure: (reason: string) => never): void {
  const nodefs: unknown = module.NODEFS;
  if (!isNodefs(nodefs)) throw new Error('The file system of this version of PGlite is not the one expected');
  const { node_ops: names, stream_ops: streams } = nodefs;

  /**
   * Folders whose newest names are not on the disk yet. PostgreSQL expects a file's fsync to store the name of a new
   * table too, as on ext4, XFS and Btrfs; POSIX does not promise that.
   */
  const changed = new Set<Node>();
  const { mknod, rename } = names;
  names.mknod = (parent, name, mode, device) => {
    const node = mknod(parent, name, mode, device);
    changed.add(parent);
    return node;
  };
  names.rename = (node, newParent, newName) => {
    rename(node, newParent, newName);
    changed.add(newParent);
  };
  const sync = ({ nfd, node }: Stream): void => {
    if (!isFolder(node)) fsyncSync(nfd);
    for (let at = node; ; at = at.parent) {
      const isAsked = at === node && isFolder(at);
      if (isAsked || changed.has(at)) syncFolderNow(nodefs.realPath(at));
      changed.delete(at);
      if (at.parent === at) break;
    }
  };
  streams.fsync = (stream) => {
    try {
      sync(stream);
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
    }
    return 0;
  };
}

function isNodefs(value: unknown): value is Nodefs {
  if (typeof value !== 'object' || value === null) return false;
  const has = (owner: object, name: string) => typeof Reflect.get(owner, name) === 'function';
  const names: unknown = Reflect.get(value, 'node_ops');
  const streams: unknown = Reflect.get(value, 'stream_ops');
  return (
    has(value, 'realPath') &&
    typeof names === 'object' &&
    names !== null &&
    has(names, 'mknod') &&
    has(names, 'rename') &&
    typeof streams === 'object' &&
    streams !== null &&
    !('fsync' in streams)
  );
}

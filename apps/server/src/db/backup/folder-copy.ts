import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files changed as recently as this are copied again: a file system's times can be this coarse (FAT). */
const timesWithinMs = 2_000;
const copiesAtOnce = 4;

type Version = { size: bigint; changedNs: bigint; isSettled: boolean };

/**
 * Copies a folder while it is written to: first all files, then, while `quiet` stops the writer, the files changed
 * since. So the writer waits only for the changed files. File systems that can share blocks copy none.
 */
export async function copyFolder(
  from: string,
  to: string,
  quiet: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const copied = new Map<string, Version>();
  const copy = async (path: string) => {
    const version = await versionOf(join(from, path));
    if (version === null) return;
    const known = copied.get(path);
    if (known?.isSettled && known.size === version.size && known.changedNs === version.changedNs) return;
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    copied.set(path, version);
  };
  const copyAll = async () => {
    const { folders, files } = await entriesOf(from);
    for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    const waiting = files.values();
    const work = async () => {
      for (const path of waiting) await copy(path);
    };
    await Promise.all(Array.from({ length: copiesAtOnce }, work));
    return new Set(files);
  };
  await copyAll();
  await quiet(async () => {
    const present = await copyAll();
    for (const path of copied.keys()) if (!present.has(path)) await rm(join(to, path), { force: true });
  });
}

/** Returns the bytes of the files in a folder. */
export async function folderBytes(folder: string): Promise<number> {
  const { files } = await entriesOf(folder);
  let bytes = 0;
  for (const path of files) bytes += Number((await versionOf(join(folder, path)))?.size ?? 0n);
  return bytes;
}

async function entriesOf(root: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const pathOf = (entry: (typeof entries)[number]) => relative(root, join(entry.parentPath, entry.name));
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(pathOf),
    files: entries.filter((entry) => entry.isFile()).map(pathOf),
  };
}

async function versionOf(path: string): Promise<Version | null> {
  const found = await stat(path, { bigint: true }).catch(ignoreMissing);
  if (!found) return null;
  const isSettled = Number(found.mtimeMs) < Date.now() - timesWithinMs;
  return { size: found.size, changedNs: found.mtimeNs, isSettled };
}

/** The writer may have deleted the file. */
function ignoreMissing(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../db/durable/sync-to-disk.ts';
import { checkFileName, checkFilePage, type FileStore } from './files.ts';

/** Starts with a dot, unlike stored files, so that a draft left by a crash is never listed or served. */
const draftPrefix = '.draft-';

/** How often a draft's folder may be removed, as empty, between its making and the draft's. */
const draftTries = 5;

async function openDraft(path: string) {
  for (let left = draftTries; ; left -= 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || left <= 1) throw error;
    }
  }
}

/** Waits until the names of a file and of the folders above it, which may be new, are on the disk. */
async function syncNames(path: string, root: string): Promise<void> {
  for (let at = path; at !== dirname(root); at = dirname(at)) {
    await syncFolder(dirname(at)).catch((error: unknown) => {
      // The file has been removed since, and its empty folder with it.
      if (!isMissing(error)) throw error;
    });
  }
}

/** Stores files under a folder of the local disk. */
export function openDiskFiles(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, checkFileName(name));
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      const draft = join(dirname(path), `${draftPrefix}${randomUUID()}`);
      try {
        const file = await openDraft(draft);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
        await syncNames(path, folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: async (name) => {
      try {
        return (await stat(pathOf(name))).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    remove: async (name) => {
      const path = pathOf(name);
      await rm(path, { force: true });
      // A folder is named by a user or club that may be deleted. Fails while it has another file.
      if (dirname(path) !== folder) await rmdir(dirname(path)).catch(() => {});
    },
    list: async (prefix, page) => {
      checkFilePage(page);
      const names: string[] = [];
      for await (const name of namesBelow(folder, '', prefix, page.pageToken ?? '')) {
        names.push(name);
        if (names.length > page.maxResults) break;
      }
      const shown = names.slice(0, page.maxResults);
      const items = await Promise.all(
        shown.map(async (name) => {
          const { size, mtime } = await stat(join(folder, name));
          return { name, sizeBytes: size, modifiedAt: mtime };
        }),
      );
      return { items, nextPageToken: names.length > shown.length ? (shown.at(-1) ?? null) : null };
    },
  };
}

/** Yields names in code unit order of the whole name, like S3. A folder therefore sorts with its slash. */
async function* namesBelow(
  root: string,
  path: string,
  prefix: string,
  after: string,
): AsyncGenerator<string, void, undefined> {
  let entries;
  try {
    entries = await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const names = entries
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => `${path}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    const isFolder = name.endsWith('/');
    const canMatch = name.startsWith(prefix) || (isFolder && prefix.startsWith(name));
    if (!canMatch) continue;
    if (!isFolder) {
      if (name > after) yield name;
    } else if (name > after || after.startsWith(name)) {
      yield* namesBelow(root, name, prefix, after);
    }
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
  );
}

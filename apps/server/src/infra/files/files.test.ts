import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestBucket } from '../../../test/support/s3/test-bucket.ts';
import { nowMs } from '../../../test/support/now.ts';
import { openDiskFiles } from './disk-files.ts';
import { checkFileName, type FileStore } from './files.ts';
import { openS3Files } from './s3-files.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Tests that every adapter of the port must pass. */
function behavesAsFileStore(
  title: string,
  open: () => Promise<{ store: FileStore; close(): Promise<void> }>,
) {
  describe(title, () => {
    let store: FileStore;
    let close = async () => {};
    beforeAll(async () => {
      ({ store, close } = await open());
    });
    afterAll(() => close());

    const namesOf = async (prefix: string, maxResults: number, pageToken?: string) => {
      const page = await store.list(prefix, {
        maxResults,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      return { names: page.items.map(({ name }) => name), next: page.nextPageToken };
    };

    test('[STORE-1] returns the bytes that were put', async () => {
      const all = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      await store.put('usericons/ann/a.webp', all, 'image/webp');
      expect(Buffer.from((await store.get('usericons/ann/a.webp')) ?? []).equals(all)).toBe(true);
      await store.put('usericons/ann/empty.webp', bytes(''), 'image/webp');
      expect(await store.get('usericons/ann/empty.webp')).toHaveLength(0);
    });

    test('[STORE-1] replaces a file of the same name', async () => {
      await store.put('clubicons/crew/b.webp', bytes('first'), 'image/webp');
      await store.put('clubicons/crew/b.webp', bytes('second, and longer'), 'image/webp');
      await store.put('clubicons/crew/b.webp', bytes('third'), 'image/webp');
      expect(Buffer.from((await store.get('clubicons/crew/b.webp')) ?? []).toString()).toBe('third');
      const { items } = await store.list('clubicons/crew/', { maxResults: 10 });
      expect(items).toMatchObject([{ name: 'clubicons/crew/b.webp', sizeBytes: 5 }]);
    });

    test('[STORE-3] returns null for a missing file and for a folder', async () => {
      expect(await store.get('usericons/ann/none.webp')).toBeNull();
      expect(await store.get('nothing/here/none.webp')).toBeNull();
      expect(await store.get('usericons/ann')).toBeNull();
    });

    test('[STORE-3] has a stored file, and neither a missing one nor a folder', async () => {
      await store.put('usericons/ann/had.webp', bytes('1'), 'image/webp');
      expect(await store.has('usericons/ann/had.webp')).toBe(true);
      expect(await store.has('usericons/ann/none.webp')).toBe(false);
      expect(await store.has('nothing/here/none.webp')).toBe(false);
      expect(await store.has('usericons/ann')).toBe(false);
    });

    test('[STORE-1] removes only the named file, and does nothing when it is missing', async () => {
      await store.put('usericons/ben/one.webp', bytes('1'), 'image/webp');
      await store.put('usericons/ben/two.webp', bytes('2'), 'image/webp');
      await store.remove('usericons/ben/one.webp');
      await store.remove('usericons/ben/one.webp');
      expect(await store.get('usericons/ben/one.webp')).toBeNull();
      expect(await store.get('usericons/ben/two.webp')).not.toBeNull();
    });

    test('[STORE-3] lists by name in pages; the last page has no next token', async () => {
      const names = ['a/1.webp', 'a/2.webp', 'aa/x.webp', 'b/x.webp', 'c/x.webp'].map(
        (name) => `list/${name}`,
      );
      for (const name of names.toReversed()) await store.put(name, bytes(name), 'image/webp');
      expect(await namesOf('list/', 1000)).toEqual({ names, next: null });
      expect(await namesOf('list/', 5)).toEqual({ names, next: null });
      expect((await namesOf('list/a/', 10)).names).toEqual(['list/a/1.webp', 'list/a/2.webp']);
      expect((await namesOf('list/a', 10)).names).toEqual(names.slice(0, 3));
      expect(await namesOf('list/none/', 10)).toEqual({ names: [], next: null });
      for (const size of [1, 2, 3, 4]) {
        const seen: string[] = [];
        let next: string | null = '';
        while (next !== null) {
          const page = await namesOf('list/', size, next === '' ? undefined : next);
          expect(page.names.length).toBeLessThanOrEqual(size);
          seen.push(...page.names);
          next = page.next;
        }
        expect(seen, `pages of ${size}`).toEqual(names);
      }
    });

    test('[STORE-3] lists the size and the modification time of each file', async () => {
      const before = nowMs() - 60_000;
      await store.put('times/a/x.webp', bytes('12345'), 'image/webp');
      const [item] = (await store.list('times/', { maxResults: 1 })).items;
      expect(item).toMatchObject({ name: 'times/a/x.webp', sizeBytes: 5 });
      expect(item?.modifiedAt.getTime()).toBeGreaterThan(before);
    });

    test.for([0, -1, 1001, 1.5, Number.NaN])('[STORE-3] throws for maxResults %s', async (maxResults) => {
      await expect(store.list('', { maxResults })).rejects.toThrow(RangeError);
    });

    test.for([
      '',
      '/etc/passwd',
      '../up.webp',
      'usericons/../../up.webp',
      'usericons/./a.webp',
      'usericons//a.webp',
      'usericons/..%2fup.webp',
      'usericons\\a.webp',
      'usericons/a\0.webp',
      'usericons/.draft-1',
      'usericons/ünï.webp',
      `usericons/${'a'.repeat(400)}.webp`,
    ])('[STORE-1] throws for the name %j', async (name) => {
      await expect(async () => store.put(name, bytes('x'), 'image/webp')).rejects.toThrow(TypeError);
      await expect(async () => store.get(name)).rejects.toThrow(TypeError);
      await expect(async () => store.remove(name)).rejects.toThrow(TypeError);
    });
  });
}

test('the disk keeps no empty folder, which is named after a user, and accepts files while it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boathouse-files-'));
  const store = openDiskFiles(folder);
  await store.put('usericons/ann/a.webp', bytes('a'), 'image/webp');
  await store.put('usericons/ann/b.webp', bytes('b'), 'image/webp');
  await store.remove('usericons/ann/a.webp');
  expect(await readdir(join(folder, 'usericons'))).toEqual(['ann']);
  await store.remove('usericons/ann/b.webp');
  expect(await readdir(join(folder, 'usericons'))).toEqual([]);
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const name = `usericons/ann/${index}.webp`;
      await store.put(name, bytes('c'), 'image/webp');
      await store.remove(name);
    }),
  );
  expect(await readdir(join(folder, 'usericons'))).toEqual([]);
  await rm(folder, { recursive: true });
});

behavesAsFileStore('files on the local disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boathouse-disk-'));
  return {
    store: openDiskFiles(join(folder, 'files')),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});

behavesAsFileStore('files in a bucket', async () => {
  const { options, close } = await openTestBucket();
  return { store: openS3Files(options), close };
});

describe('files on the local disk', () => {
  test('[STORE-3] are listed in the order of their whole names, like objects of a bucket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boathouse-disk-'));
    const store = openDiskFiles(folder);
    // A hyphen sorts before the slash and a letter after it.
    const names = ['a-b/x.webp', 'a/1.webp', 'a/2.webp', 'aa/x.webp'];
    for (const name of names.toReversed()) await store.put(name, bytes(name), 'image/webp');
    const first = await store.list('', { maxResults: 2 });
    const rest = await store.list('', { maxResults: 2, pageToken: first.nextPageToken ?? '' });
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(names);
    await rm(folder, { recursive: true });
  });

  test('[STORE-1] leave no draft after a failed write, and drafts left by a crash are not listed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boathouse-disk-'));
    const store = openDiskFiles(folder);
    await store.put('a/b/c', bytes('x'), 'image/webp');
    // The write fails because a folder has this name.
    await expect(store.put('a/b', bytes('x'), 'image/webp')).rejects.toThrow();
    expect(await readdir(join(folder, 'a'))).toEqual(['b']);
    await writeFile(join(folder, 'a', '.draft-left'), 'half');
    expect((await store.list('', { maxResults: 10 })).items.map(({ name }) => name)).toEqual(['a/b/c']);
    await rm(folder, { recursive: true });
  });
});

test('[STORE-1] no accepted name leads out of the store', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath()), (text) => {
      let name: string;
      try {
        name = checkFileName(text);
      } catch {
        return;
      }
      expect(join('/store', name)).toBe(`/store/${name}`);
      expect(name).not.toContain('..');
    }),
    { numRuns: 500 },
  );
});

import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { changedArchive } from '../../../test/backups/changed-archive.ts';
import { fillEveryTable } from '../../../test/backups/filled-tables.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { nowMs } from '../../../test/support/now.ts';
import { ArchiveDamagedError, ArchiveFileError, ArchiveNewerError } from './archive-format.ts';
import { loadArchive } from './load-archive.ts';
import { checkArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

describe('an archive', () => {
  const database = usePglite();
  let bytes: Buffer;

  beforeAll(async () => {
    await fillEveryTable(database().db);
    const file = join(mkdtempSync(join(tmpdir(), 'boathouse-archive-')), 'a.tar.gz');
    await writeArchive(file, {
      snapshot: await database().snapshot(),
      database: 'pglite',
      images: { get: async () => Buffer.from('image') },
      authSecret: 'secret',
      now: () => new Date(nowMs()),
    });
    bytes = readFileSync(file);
    rmSync(dirname(file), { recursive: true });
  });

  const fileOf = (content: Uint8Array) => {
    const file = join(temporaryFolder(), 'changed.tar.gz');
    writeFileSync(file, content);
    return file;
  };

  /** The archive with its parts changed, and packed again. */
  const changed = async (change: Parameters<typeof changedArchive>[1]) =>
    fileOf(await changedArchive(bytes, change));

  /**
   * Changes of a few bits have no effect on the compression: those of its level, and of the length of an unused code.
   */
  const isSame = (other: Buffer) => {
    try {
      return gunzipSync(other).equals(gunzipSync(bytes));
    } catch {
      return false;
    }
  };

  test('is refused with any byte changed that changes its content', async () => {
    // Each byte of beginning and end, which have the fields of the format, and many between.
    const edges = [...Array(40).keys()].flatMap((at) => [at, bytes.length - 1 - at]);
    const between = [...Array(60).keys()].map((at) => Math.floor((at * bytes.length) / 60));
    const accepted: number[] = [];
    let tried = 0;
    for (const at of new Set([...edges, ...between])) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 0x10;
      const refused = await checkArchive(fileOf(wrong)).catch((error: unknown) => error);
      if (!(refused instanceof ArchiveDamagedError) && !isSame(wrong)) accepted.push(at);
      tried += 1;
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(130);
  });

  test('is refused when it ends too early or continues, and when it is something else', async () => {
    for (const length of [0, 5, 1_000, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const file = fileOf(bytes);
      truncateSync(file, length);
      await expect(checkArchive(file)).rejects.toThrow(ArchiveDamagedError);
    }
    for (const more of [Buffer.from('more'), Buffer.alloc(600), bytes])
      await expect(checkArchive(fileOf(Buffer.concat([bytes, more])))).rejects.toThrow(ArchiveDamagedError);
    await expect(checkArchive(fileOf(Buffer.from('{}')))).rejects.toThrow('it does not begin like one');
    await expect(checkArchive('/nowhere/a.tar.gz')).rejects.toThrow(ArchiveFileError);
    await expect(checkArchive(fileOf(bytes))).resolves.toMatchObject({ header: { format: 1 } });
  });

  test('is refused when a part is missing, changed or larger than stated, even if its tar is complete', async () => {
    const refusals: Array<[RegExp, (name: string, text: string) => string | null]> = [
      [
        /users\/000001.ndjson is not as it was written|is not as it was written/,
        (name, text) => (name.startsWith('tables/users/') ? text.replace('login-1', 'login-9') : text),
      ],
      [/is not as it was written/, (name, text) => (name.startsWith('tables/likes/') ? null : text)],
      [/is not as it was written/, (name, text) => (name === 'auth-secret' ? 'another' : text)],
      [/its end is missing/, (name, text) => (name === 'manifest.json' ? null : text)],
      [/does not begin with backup.json/, (name, text) => (name === 'backup.json' ? null : text)],
      [/manifest.json can't be read/, (name, text) => (name === 'manifest.json' ? '{}' : text)],
      [/unreadable/, (name, text) => (name === 'manifest.json' ? '{' : text)],
    ];
    for (const [words, change] of refusals) {
      const refused = await checkArchive(await changed(change)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ArchiveDamagedError);
      expect(String(refused)).toMatch(words);
    }
  });

  test.for([
    ['images/usericons/a/evil.svg', /evil.svg does not belong there/],
    ['images/usericons/a/page.html', /page.html does not belong there/],
    ['auth-secret', /it has two secrets/],
  ] as const)('an archive with %s beside what Boathouse writes is refused', async ([name, words]) => {
    const { manifest } = await checkArchive(fileOf(bytes));
    const sha256 = createHash('sha256').update('x').digest('hex');
    const parts = JSON.stringify({ ...manifest, parts: [...manifest.parts, { name, bytes: 1, sha256 }] });
    const entries = (await unpackTar(gunzipSync(bytes))).map(({ header, data }) => {
      const body = header.name === 'manifest.json' ? Buffer.from(parts) : Buffer.from(data ?? []);
      return { header: { ...header, size: body.length }, body };
    });
    const more = { header: { name, type: 'file' as const, size: 1 }, body: Buffer.from('x') };
    const file = fileOf(gzipSync(await packTar([...entries.slice(0, -1), more, ...entries.slice(-1)])));
    await expect(checkArchive(file)).rejects.toThrow(words);
  });

  test('an archive of a newer format or schema is refused as newer, with the version that made it', async () => {
    const newer = (from: RegExp, to: string) =>
      changed((name, text) =>
        name === 'backup.json'
          ? text.replace(from, to).replace(/"version": "[^"]+"/, '"version": "9.1.0"')
          : text,
      );
    for (const file of [
      await newer(/"format": 1/, '"format": 2, "unknown": true'),
      await newer(/"at": \d+/, '"at": 99999999999999'),
    ]) {
      await expect(checkArchive(file)).rejects.toThrow(ArchiveNewerError);
      await expect(checkArchive(file)).rejects.toThrow(/made by a newer Boathouse \(9\.1\.0\)/);
    }
  });

  test('a damaged archive is called damaged, even if it seems to be of a newer version', async () => {
    const newer = await changed((name, text) =>
      name === 'backup.json' ? text.replace(/"format": 1/, '"format": 2') : text,
    );
    const wrong = readFileSync(newer);
    // The checksum is in the eight bytes at the end, before the length.
    const at = wrong.length - 8;
    wrong[at] = (wrong[at] ?? 0) ^ 0x10;
    await expect(checkArchive(newer)).rejects.toThrow(ArchiveNewerError);
    await expect(checkArchive(fileOf(wrong))).rejects.toThrow(ArchiveDamagedError);
  });

  test('is refused when it is loaded if its rows contradict each other, even with matching digests', async () => {
    const { manifest } = await checkArchive(fileOf(bytes));
    const name = 'tables/likes/000001.ndjson';
    const text = JSON.stringify(['019a0000-0000-7000-8000-00000000dead', null, 'never']);
    const sha256 = createHash('sha256').update(`${text}\n`).digest('hex');
    const parts = manifest.parts.map((part) =>
      part.name === name ? { name, bytes: text.length + 1, sha256 } : part,
    );
    const file = await changed((part, before) => {
      if (part === name) return `${text}\n`;
      return part === 'manifest.json' ? JSON.stringify({ ...manifest, parts }) : before;
    });
    await expect(checkArchive(file)).resolves.toBeDefined();
    await expect(loadArchive(file, temporaryFolder())).rejects.toThrow(/its rows can't be stored/);
  });
});

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readZip } from '../../test/support/read-zip.ts';
import { zip, type ZipEntry } from './zip.ts';

const modifiedAt = new Date(Date.UTC(2026, 4, 1, 6, 30, 8));

async function* of(entries: ReadonlyArray<Omit<ZipEntry, 'modifiedAt'>>) {
  for (const entry of entries) yield { modifiedAt, ...entry };
}

test('an archive stores names in UTF-8, empty, small and large contents, and each checksum', async () => {
  const noise = Array.from({ length: 40 }, (_, index) =>
    Uint8Array.from({ length: 5_000 }, (_byte, at) => (at * (index + 7) * 2_654_435_761) >>> 24),
  );
  const archive = await buffer(
    zip(
      of([
        { name: 'README.txt', content: ['Übung ', 'macht den Meister\n'] },
        { name: 'empty.csv', content: [] },
        { name: 'activities/größe.bin', content: noise },
      ]),
    ),
  );
  const files = readZip(archive);
  expect([...files.keys()]).toEqual(['README.txt', 'empty.csv', 'activities/größe.bin']);
  expect(files.get('README.txt')?.toString()).toBe('Übung macht den Meister\n');
  expect(files.get('empty.csv')?.length).toBe(0);
  expect(files.get('activities/größe.bin')).toEqual(Buffer.concat(noise));
});

test('an archive becomes a ZIP64 file with 65,535 entries', async () => {
  const count = 65_535;
  async function* many() {
    for (let index = 0; index < count; index += 1) yield { name: `${index}`, modifiedAt, content: [] };
  }
  const archive = await buffer(zip(many()));
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  expect(archive.readUInt16LE(end + 10)).toBe(0xffff);
  const large = archive.readBigUInt64LE(end - 20 + 8);
  expect(archive.readUInt32LE(Number(large))).toBe(0x06064b50);
  expect(archive.readBigUInt64LE(Number(large) + 32)).toBe(BigInt(count));
});

test('an archive keeps a file of bytes unchanged', async () => {
  const fit = Uint8Array.of(0x0e, 0x10, 0xff, 0x00, 0x2e, 0x46, 0x49, 0x54);
  const archive = await buffer(zip(of([{ name: 'activity.fit', content: [fit] }])));
  expect(readZip(archive).get('activity.fit')).toEqual(Buffer.from(fit));
});

test('an archive reads an entry only when its turn comes, and passes on an error of its content', async () => {
  const read: string[] = [];
  async function* content(name: string) {
    read.push(name);
    yield 'x'.repeat(100_000);
    if (name === 'second') throw new Error('the database is away');
  }
  const archive = zip(of(['first', 'second'].map((name) => ({ name, content: content(name) }))));
  await archive.next();
  expect(read).toEqual([]);
  await expect(buffer(archive)).rejects.toThrow('the database is away');
  expect(read).toEqual(['first', 'second']);
});

test('an archive reads no further than its reader, and stops with a reader that disconnects', async () => {
  const noise = randomBytes(100_000);
  let yielded = 0;
  const ended: string[] = [];
  async function* content() {
    try {
      for (;;) {
        yielded += 1;
        yield noise;
      }
    } finally {
      ended.push('content');
    }
  }
  async function* entries() {
    try {
      for (let index = 0; ; index += 1) yield { name: `${index}`, modifiedAt, content: content() };
    } finally {
      ended.push('entries');
    }
  }
  const archive = Readable.from(zip(entries()), { objectMode: false });
  const reader = archive[Symbol.asyncIterator]();
  for (let chunk = 0; chunk < 3; chunk += 1) await reader.next();
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(yielded).toBeGreaterThan(0);
  expect(yielded).toBeLessThan(20);
  archive.destroy();
  await vi.waitFor(() => expect(ended.toSorted()).toEqual(['content', 'entries']));
});

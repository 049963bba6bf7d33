import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '../../test/support/read-zip.ts';
import { zip, type ZipEntry } from './zip.ts';

const modifiedAt = new Date(Date.UTC(2026, 4, 1, 6, 30, 8));

async function* of(entries: ReadonlyArray<Omit<ZipEntry, 'modifiedAt'>>) {
  for (const entry of entries) yield { modifiedAt, ...entry };
}

test('stores names in UTF-8, empty, small and large contents, and each checksum', async () => {
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

test('becomes a ZIP64 file with 65,535 entries', async () => {
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

test('reads an entry only when its turn comes, and passes on an error of its content', async () => {
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

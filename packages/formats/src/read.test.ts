import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture } from '../test/fixtures.ts';
import { bounds } from './bounds.ts';
import { readWorkouts } from './read.ts';
import { sourceOf } from './zip/byte-source.ts';
import { Zip } from './zip/zip.ts';

const fit = fixture('concept2-logbook-interval.fit');
const messagesOf = (bytes: Uint8Array, name = 'a file') =>
  readWorkouts(bytes, name).problems.map(({ message }) => message);
const utf16 = (text: string, mark: number[]) => {
  const bytes = new Uint8Array(mark.length + text.length * 2);
  bytes.set(mark);
  for (const [at, char] of [...text].entries()) bytes[mark.length + at * 2] = char.charCodeAt(0);
  return bytes;
};
const table = 'Number,"Time (seconds)","Distance (meters)"\r\n1,2.5,9\r\n';

test('the content decides, not the name', () => {
  expect(readWorkouts(fit, 'photo.png').workouts).toHaveLength(1);
});

test.each<[string, Uint8Array, string]>([
  ['an empty file', new Uint8Array(), 'This file is empty.'],
  ['a picture', strToU8('\u0089PNG\r\n\u001a\n', true), 'This is a picture (PNG), not a workout.'],
  ['a document', strToU8('%PDF-1.7'), 'This is a PDF document, not a workout.'],
  ['other bytes', new Uint8Array([1, 2, 0, 4, 5]), 'It is neither a workout nor text.'],
  ['blank lines', strToU8('\n\n'), 'This file holds only blank lines.'],
  [
    'another table',
    strToU8('name,age\nAnna,40'),
    'This kind of file is not known. Its first line is: name,age',
  ],
  ['more than 20 MB', new Uint8Array(bounds.fileBytesMax + 1), 'This file has more than 20 MB.'],
])('%s is a problem with a message', (_, bytes, message) => {
  expect(readWorkouts(bytes, 'x.fit')).toEqual({ workouts: [], problems: [{ message }] });
});

test.each([
  ['UTF-16 with its mark', utf16(table, [0xff, 0xfe])],
  ['UTF-16 without a mark', utf16(table, [])],
  ['UTF-16 of the other order of bytes', utf16(table, [0xff, 0xfe]).map((_, at, all) => all[at ^ 1] ?? 0)],
  ['UTF-8 with zero bytes at its end', new Uint8Array([...strToU8(table), ...new Uint8Array(5_000)])],
  ['UTF-16 with zero bytes at its end', new Uint8Array([...utf16(table, [0xff, 0xfe]), 0, 0, 0, 0])],
])('text in %s is read', (_, bytes) => {
  expect(readWorkouts(bytes, 'x').workouts).toEqual(readWorkouts(strToU8(table), 'x').workouts);
  expect(readWorkouts(bytes, 'x')).toMatchObject({ workouts: [{ distance: 9 }], problems: [] });
});

test('a line that names the separator is skipped, but counts as a line', () => {
  const hero = fixture('herodata.csv');
  const named = new Uint8Array([...strToU8('sep=,\r\n'), ...hero]);
  expect(readWorkouts(named, 'x.csv')).toEqual(readWorkouts(hero, 'x.csv'));
  const wrong = strToU8(
    new TextDecoder().decode(fixture('concept2-season-2021.csv')).replace('7075', 'many'),
  );
  const [{ line = 0 } = {}] = readWorkouts(wrong, 'x.csv').problems;
  expect(line).toBeGreaterThan(0);
  const [later] = readWorkouts(new Uint8Array([...strToU8('sep=,\n'), ...wrong]), 'x.csv').problems;
  expect(later?.line).toBe(line + 1);
});

describe('a gz file', () => {
  const packed = gzipSync(fit);
  test('a gz file that contains an archive is read as the archive, and a gz within a gz is refused', () => {
    const archive = zipSync({ 'one.fit': fit, 'two.csv': strToU8('name,age') });
    expect(readWorkouts(gzipSync(archive), 'x.zip.gz')).toEqual(readWorkouts(archive, 'x.zip'));
    const twice = ['This is an archive in an archive: unpack it first.'];
    expect(messagesOf(gzipSync(packed))).toEqual(twice);
    expect(messagesOf(zipSync({ 'in.gz': gzipSync(archive) }))).toEqual(twice);
  });
  test('is unpacked', () => {
    expect(readWorkouts(packed, 'x.fit.gz')).toEqual(readWorkouts(fit, 'x.fit'));
  });
  test('a gz file that ends early is a problem', () => {
    for (const size of [3, 12, packed.length / 2, packed.length - 3]) {
      expect(readWorkouts(packed.subarray(0, size), 'x.gz').workouts).toEqual([]);
    }
    expect(messagesOf(packed.subarray(0, packed.length / 2))).toHaveLength(1);
  });
  test('a gz file with a wrong checksum is a problem', () => {
    const damaged = packed.slice();
    damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 1;
    expect(messagesOf(damaged)).toEqual(['This file is damaged: its checksum is wrong.']);
  });
  test('a gz file with many members is read up to a bound, and stops there at once', () => {
    const member = gzipSync(strToU8('x'));
    const of = (count: number) => {
      const bytes = new Uint8Array(member.length * count);
      for (let at = 0; at < count; at += 1) bytes.set(member, at * member.length);
      return bytes;
    };
    expect(messagesOf(of(3))).not.toEqual(messagesOf(of(bounds.gzipMembersMax + 1)));
    for (const count of [bounds.gzipMembersMax + 1, 400_000]) {
      expect(messagesOf(of(count))).toEqual([
        'This file is made of more than 1000 gz files: unpack it first.',
      ]);
    }
  });
  test('a gz file that unpacks to too much is stopped while it unpacks', () => {
    const bomb = gzipSync(new Uint8Array(bounds.fileBytesMax + 5_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    expect(messagesOf(bomb)).toEqual(['This file unpacks to more than 20 MB.']);
  });
});

describe('a ZIP archive', () => {
  test('is read file by file, and each problem names its file', () => {
    const bytes = zipSync({
      'a/one.fit': fit,
      'a/two.fit.gz': gzipSync(fixture('3x250m.fit')),
      'notes.txt': strToU8('hello'),
      '__MACOSX/one.fit': strToU8('x'),
      '.DS_Store': strToU8('x'),
    });
    const { workouts, problems } = readWorkouts(bytes, 'export.zip');
    expect(workouts.map(({ entry }) => entry)).toContain('a/two.fit.gz');
    expect(workouts.map(({ distance }) => distance)).toEqual([3843, 751.65]);
    expect(problems).toEqual([
      { message: 'This kind of file is not known. Its first line is: hello', entry: 'notes.txt' },
    ]);
  });
  test('a ZIP archive with stored files is read', () => {
    expect(readWorkouts(zipSync({ 'one.fit': [fit, { level: 0 }] }), 'x.zip').workouts).toHaveLength(1);
  });
  test('a ZIP archive without a row among its files reports each kind of file once', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}.fit`, new Uint8Array()]),
    );
    expect(readWorkouts(zipSync(many, { level: 0 }), 'x.zip')).toEqual({
      workouts: [],
      problems: [{ message: 'One of 10000 such files: This file is empty.', entry: '0.fit' }],
    });
  });
  test('a ZIP archive in an archive is read, but an archive in that archive is not', () => {
    const inner = zipSync({ 'one.fit': fit, 'notes.txt': strToU8('hello') });
    const outer = { 'in.zip': inner, 'stored.zip': [inner, { level: 0 }] } satisfies Parameters<
      typeof zipSync
    >[0];
    const { workouts, problems } = readWorkouts(zipSync(outer), 'x.zip');
    expect(workouts.map(({ entry }) => entry)).toEqual(['in.zip/one.fit', 'stored.zip/one.fit']);
    expect(problems).toMatchObject([
      { entry: 'in.zip/notes.txt', message: expect.stringContaining('2 such') },
    ]);
    expect(messagesOf(zipSync({ 'outer.zip': zipSync(outer) }))).toEqual([
      'One of 2 such files: This archive is in an archive in an archive: unpack it first.',
    ]);
  });
  test('a ZIP archive that is an Excel workbook is named as one', () => {
    expect(messagesOf(zipSync({ '[Content_Types].xml': strToU8('<x/>') }))).toEqual([
      'This is an Excel or Word document: save the table as CSV.',
    ]);
  });
  test('a ZIP archive without its end is a problem', () => {
    const bytes = zipSync({ 'one.fit': fit });
    expect(messagesOf(bytes.subarray(0, bytes.length - 30))).toEqual([
      'This ZIP archive ends early: its directory is missing.',
    ]);
  });
  test('a ZIP archive without a file is a problem', () => {
    expect(messagesOf(zipSync({}))).toEqual(['This ZIP archive holds no file.']);
  });
  test('stops at its bound in all', () => {
    const zip = new Zip(sourceOf(zipSync({ 'one.fit': fit, 'two.fit': fit })));
    const [one, two] = zip.members();
    if (one === undefined || two === undefined) throw new Error('Two files are in it');
    const budget = { bytes: fit.length * 1.5 };
    expect(zip.unpack(one, budget)).toEqual(fit);
    expect(() => zip.unpack(two, budget)).toThrow('unpacks to more than 200 MB in all');
  });
  test('a ZIP archive with a damaged file reads the other files', () => {
    const bytes = zipSync({ 'one.fit': [fit, { level: 0 }], 'two.fit': [fit, { level: 0 }] });
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    const { workouts, problems } = readWorkouts(bytes, 'x.zip');
    expect(workouts).toHaveLength(1);
    expect(problems).toEqual([{ message: 'This file is damaged: its checksum is wrong.', entry: 'one.fit' }]);
  });
});

test('at most 100 problems are listed, and the others are counted', () => {
  const cut = gzipSync(fit).subarray(0, 2_000);
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${at}.fit.gz`, cut]));
  const { problems } = readWorkouts(zipSync(files), 'x.zip');
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toEqual({ message: '50 more problems.' });
});

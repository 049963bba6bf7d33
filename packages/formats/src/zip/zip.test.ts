import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fieldOf, FitBytes, startSec } from '../../test/fit-bytes.ts';
import { fixture } from '../../test/fixtures.ts';
import { madeZip } from '../../test/zip-parts.ts';
import { bounds } from '../bounds.ts';
import { readSteps, readWorkouts, type ReadEnd } from '../read.ts';
import { sourceOf, type ByteSource } from './byte-source.ts';
import { Zip } from './zip.ts';

const row = fixture('concept2-logbook-interval.fit');
const made = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../fixtures/zip/${name}`, import.meta.url)));
const nowMs = Date.UTC(2026, 11, 1);

/** Reads a whole source; the reading stops after each step for which `stops` is true, and continues. */
function readAll(source: ByteSource, stops: (step: number) => boolean = () => false) {
  const ends: ReadEnd[] = [];
  for (let step = 0, from = null; ends.length < 2_000;) {
    const steps = readSteps(source, 'x.zip', { nowMs, ...(from && { from }) });
    let next = steps.next();
    while (!next.done) {
      step += next.value.kind === 'read' ? 1 : 0;
      next = steps.next(next.value.kind === 'read' && stops(step));
    }
    ends.push(next.value);
    from = next.value.rest;
    if (from === null) break;
  }
  return {
    ends,
    workouts: ends.flatMap(({ workouts }) => workouts),
    messages: ends.flatMap(({ problems }) => problems.map(({ message }) => message)),
  };
}

/** A file of a watch, of a type and with a session of a sport. */
function watchFile(type: number, sport?: number, subSport = 0): Uint8Array {
  const file = new FitBytes();
  file.write({ num: 0, fields: [fieldOf.uint16(1, 1), fieldOf.uint8(0, type)] });
  if (sport === undefined) return file.finish();
  const times = [fieldOf.uint32(253, startSec + 480), fieldOf.uint32(2, startSec)];
  const totals = [fieldOf.uint32(7, 480_000), fieldOf.uint32(8, 480_000), fieldOf.uint32(9, 200_000)];
  const sports = [fieldOf.uint8(5, sport), fieldOf.uint8(6, subSport)];
  file.write({ num: 18, fields: [...times, ...totals, ...sports] });
  return file.finish();
}

describe('an archive of a real program', () => {
  test.each([
    ['info-zip-zip64.zip', 3],
    ['info-zip-streamed.zip', 3],
    ['info-zip-stored.zip', 3],
    ['info-zip-comment.zip', 3],
    ['bytes-behind-its-end.zip', 3],
    ['python-streamed.zip', 3],
    ['python-zip64.zip', 3],
    ['python-zip64-streamed.zip', 3],
    ['python-nested.zip', 9],
  ])('%s has %i workouts and no damage', (name, count) => {
    const { workouts, problems } = readWorkouts(made(name), name, nowMs);
    expect(workouts).toHaveLength(count);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('Its first line is: {');
  });

  test.each([
    ['long sizes between the fields of other programs', { isSmall: false }],
    ['only a long place', { isSmall: true }],
  ])('may have %s', (_, { isSmall }) => {
    const field = (id: number, ...bytes: number[]) => [id, 0x75, bytes.length, 0, ...bytes];
    const otherFields = {
      before: Uint8Array.from([...field(0x70, 1, 2, 3), ...field(0x01)]),
      // Some programs fill up the field's end with zeros.
      behind: Uint8Array.from([...field(0x71, 9), 0, 0, 0]),
    };
    const parts = ['a.fit', 'b.fit'].map((name) => ({ name, data: row, isSmall, otherFields }));
    const { workouts, messages } = readAll(madeZip(parts));
    expect(messages).toEqual([]);
    expect(workouts.map(({ entry }) => entry)).toEqual(['a.fit', 'b.fit']);
  });

  test('an archive of a real program with long sizes that are cut off is damaged', () => {
    const zip = madeZip([{ name: 'a.fit', data: row }]);
    const bytes = zip.read(0, zip.size);
    const extraAt = bytes.findLastIndex(
      (byte, at) => byte === 1 && bytes[at + 1] === 0 && bytes[at + 2] === 24 && bytes[at + 3] === 0,
    );
    bytes[extraAt + 2] = 20;
    const { workouts, messages } = readAll(sourceOf(bytes));
    expect(workouts).toEqual([]);
    expect(messages).toEqual(['This file is damaged.']);
  });

  test.each([
    ['info-zip-encrypted.zip', 'One of 4 such files: This file is encrypted.'],
    ['python-lzma.zip', 'One of 4 such files: This file is packed in a way that is not supported (LZMA).'],
  ])('%s is refused in a sentence', (name, message) => {
    expect(readWorkouts(made(name), name, nowMs)).toMatchObject({ workouts: [], problems: [{ message }] });
  });

  test.each(['after-a-program.zip', 'after-a-program-stored.zip'])(
    '%s is read behind the other bytes',
    (name) => {
      const zip = new Zip(sourceOf(made(name)));
      const unpacked = [...zip.members()].map((member) => zip.unpack(member, { bytes: 1_000_000 }));
      expect(unpacked.filter((bytes) => new TextDecoder().decode(bytes).startsWith('Log ID'))).toHaveLength(
        3,
      );
    },
  );
});

describe('a hostile archive ends in a sentence', () => {
  const part = (name: string) => ({ name, data: row });
  const picture = strToU8('\u0089PNG\r\n\u001a\n', true);
  test.each<[string, ByteSource, RegExp]>([
    [
      'files that share their bytes',
      madeZip([
        part('a.fit'),
        ...Array.from({ length: 1_000 }, (_, at) => ({
          name: `${at}.fit`,
          data: new Uint8Array(),
          bytes: row.length,
          at: 0,
        })),
      ]),
      /damaged/,
    ],
    ['Deflate64', madeZip([{ ...part('a.fit'), method: 9 }]), /^This file is packed .* \(Deflate64\)\.$/],
    ['Zstandard', madeZip([{ ...part('a.fit'), method: 93 }]), /^This file is packed .* \(Zstandard\)\.$/],
    ['a wrong size', madeZip([{ ...part('a.fit'), bytes: 12 }]), /^This file is damaged\.$/],
    ['a size of terabytes', madeZip([{ ...part('a.fit'), bytes: 2 ** 45 }]), /^This file is damaged\.$/],
    ['a file beyond the end', madeZip([{ ...part('a.fit'), at: 2 ** 45 }]), /^This file is damaged\.$/],
    [
      'half of it',
      sourceOf(made('python-zip64.zip').subarray(0, 500)),
      /^This ZIP archive ends early: its directory is missing\.$/,
    ],
    [
      'only its end',
      sourceOf(Uint8Array.from([0x50, 0x4b, 5, 6, ...new Uint8Array(8), 0, 0, 1, 0, ...new Uint8Array(6)])),
      /^This ZIP archive has a damaged directory\.$/,
    ],
  ])('%s', (_, source, words) => {
    const { workouts, messages } = readAll(source);
    expect(workouts.length).toBeLessThan(2);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(words);
  });

  test("a bomb of deflated zeros is stopped at a file's limit, and the row beside it is read", () => {
    const bomb = zipSync({ 'bomb.csv': bombOf(bounds.fileBytesMax + 10_000_000), 'row.fit': row });
    expect(bomb.length).toBeLessThan(200_000);
    const { workouts, messages } = readAll(sourceOf(bomb));
    expect(workouts).toHaveLength(1);
    expect(messages).toEqual(['This file has more than 20 MB.']);
  });

  test('an archive in the archive that unpacks to too much, or is damaged, is left out', () => {
    const inner = zipSync({ a: row });
    const large = { name: 'large.zip', data: inner, isDeflated: true, bytes: bounds.innerZipBytesMax + 1 };
    const half = { name: 'half.zip', data: inner.subarray(0, 2_000) };
    const { workouts, messages } = readAll(madeZip([large, half, part('row.fit')]));
    expect(messages).toEqual([
      'This ZIP archive unpacks to more than 500 MB.',
      'This ZIP archive ends early: its directory is missing.',
    ]);
    expect(workouts).toHaveLength(1);
  });

  test('names that name other places, and of 60 kB, are only names', () => {
    const names = ['/root/a.fit', 'C:\\a.fit', 'a\0b.fit', 'a\u202etif.fit', 'x'.repeat(60_000)];
    const { workouts, messages } = readAll(madeZip(names.map(part)));
    expect(messages).toEqual([]);
    expect(workouts.map(({ entry }) => entry)).toEqual(names);
  });

  test('the one row among 400,000 files is found', () => {
    const none = new Uint8Array();
    const files = Array.from({ length: 400_000 }, (_, at) => ({ name: `${at}`, data: none }));
    const bytes = zipSync(
      Object.fromEntries([
        ...files.map(({ name }) => [name, [none, { level: 0 }] as const] as const),
        ['row.fit', row],
      ]),
    );
    const { workouts, messages } = readAll(sourceOf(bytes));
    expect(workouts).toHaveLength(1);
    expect(messages).toEqual(['One of 400000 such files: This file is empty.']);
  });

  test('pictures of five gigabytes are not read, and the row behind them is', () => {
    const photos = Array.from({ length: 5 }, (_, at) => ({
      name: `${at}.png`,
      data: picture,
      zeros: 1_000_000_000,
    }));
    const source = madeZip([...photos, part('row.fit')]);
    let read = 0;
    const counting: ByteSource = {
      size: source.size,
      read: (from, to) => {
        read += to - from;
        return source.read(from, to);
      },
    };
    const { workouts, messages } = readAll(counting);
    expect(source.size).toBeGreaterThan(5_000_000_000);
    expect(workouts).toMatchObject([{ entry: 'row.fit', distance: 3843 }]);
    expect(messages).toEqual(['One of 5 such files: This is a picture (PNG), not a workout.']);
    expect(read).toBeLessThan(1_500_000);
  });
});

/** Text with one line of a season's header and then spaces, so that its head may be a workout. */
function bombOf(bytes: number): Uint8Array {
  const bomb = new Uint8Array(bytes).fill(0x20);
  bomb.set(strToU8('Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Work Distance,Type\n'));
  return bomb;
}

describe('files that can be rows are found by their content', () => {
  const tcxOf = (sport: string, creator = 'A watch') =>
    strToU8(`<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="${sport}"><Id>2026-03-01T08:00:00Z</Id>
<Lap StartTime="2026-03-01T08:00:00Z"><TotalTimeSeconds>480</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters></Lap>
<Creator><Name>${creator}</Name></Creator></Activity></Activities></TrainingCenterDatabase>`);
  const otherSport = 'This is of another sport: choose the file itself to read it.';

  test.each<[string, Uint8Array, string | null]>([
    ['a row of a watch', watchFile(4, 15, 14), null],
    ['a workout without a sport', watchFile(4, 0), null],
    ['strength or cardio', watchFile(4, 10), null],
    ['indoor cycling', watchFile(4, 2, 6), null],
    ['a run', watchFile(4, 1), otherSport],
    ['a ride', watchFile(4, 2), otherSport],
    ['a swim', watchFile(4, 5), otherSport],
    ["a day's monitoring", watchFile(15), "This FIT file holds a day's monitoring, not a workout."],
    ['settings', watchFile(2), 'This FIT file holds settings, not a workout.'],
    ['a row in TCX', tcxOf('Other'), null],
    ['a run in TCX', tcxOf('Running'), otherSport],
    ['a ride in TCX', tcxOf('Biking'), otherSport],
    ['a BikeErg in TCX', tcxOf('Biking', 'Concept2'), null],
    ['JSON', strToU8('{"a":1}'), 'This kind of file is not known. Its first line is: {"a":1}'],
    [
      'HTML',
      strToU8('<!DOCTYPE html>\n<p>'),
      'This kind of file is not known. Its first line is: <!DOCTYPE html>',
    ],
  ])('%s', (_, bytes, message) => {
    for (const content of [bytes, gzipSync(bytes)]) {
      const { workouts, problems } = readWorkouts(zipSync({ a: content }), 'x.zip', nowMs);
      expect(problems.map((problem) => problem.message)).toEqual(message === null ? [] : [message]);
      expect(workouts).toHaveLength(message === null ? 1 : 0);
    }
    // A file that the athlete chose is read, for any sport.
    if (message === otherSport) expect(readWorkouts(bytes, 'x', nowMs).workouts).toHaveLength(1);
  });
});

test('before a large file, which can crash the thread, strokes are taken that wait for their season', () => {
  const strokes =
    'Number,Time (seconds),Distance (meters),Pace (seconds),Watts,Cal/Hr,Stroke Rate,Heart Rate\n' +
    '1,3,12,125,179,916,20,140\n2,6,24,125,179,916,20,140\n';
  const waitingBefore = (bytes: number): boolean => {
    const source = sourceOf(
      zipSync({
        'concept2-result-123.csv': strToU8(strokes),
        'b.tcx': strToU8(`<TrainingCenterDatabase>${' '.repeat(bytes)}`),
      }),
    );
    for (const step of readSteps(source, 'x.zip', { nowMs })) {
      if (step.kind === 'at' && step.name === 'b.tcx') return step.take().workouts.length === 0;
    }
    throw new Error('The second file was not read');
  };
  expect(waitingBefore(1_000)).toBe(true);
  expect(waitingBefore(600_000)).toBe(false);
});

describe('reading that is stopped continues', () => {
  test('reading that is stopped continues after the files that are read at once', () => {
    const count = bounds.archiveFilesMax + 100;
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`${at}.fit`, watchFile(4, 15, 14)]),
    );
    const bytes = zipSync(files, { level: 0 });
    const { ends, workouts, messages } = readAll(sourceOf(bytes));
    expect(ends.map((end) => end.workouts.length)).toEqual([bounds.archiveFilesMax, 100]);
    expect(ends[0]?.rest).toEqual({ outer: count - 100, inner: 0, looked: count - 100, of: count });
    expect(new Set(workouts.map(({ entry }) => entry)).size).toBe(count);
    expect(messages).toEqual([]);
    expect(readWorkouts(bytes, 'x.zip', nowMs).problems).toEqual([
      {
        message: `Reading stopped after ${count - 100} of ${count} files in this archive: what was found so far is kept.`,
      },
    ]);
  });

  const kinds = {
    row: row,
    gz: gzipSync(row),
    text: strToU8('hello'),
    json: strToU8('{"a":1}'),
    cut: gzipSync(row).subarray(0, 2_000),
    empty: new Uint8Array(),
  };
  const isRow = (kind: keyof typeof kinds) => kind === 'row' || kind === 'gz';
  const file = fc.record({
    kind: fc.constantFrom('row', 'gz', 'text', 'json', 'cut', 'empty'),
    isStored: fc.boolean(),
    isFolder: fc.boolean(),
  });
  type Files = Array<{ kind: keyof typeof kinds; isStored: boolean; isFolder: boolean }>;

  type Made = Array<{ name: string; data: Uint8Array; isStored: boolean }>;
  /** Made by one of two programs; the second one writes ZIP64, and sizes after the data. */
  function written(files: Made, isLong: boolean): Uint8Array {
    if (isLong) {
      const source = madeZip(files.map(({ isStored, ...each }) => ({ ...each, isDeflated: !isStored })));
      return source.read(0, source.size);
    }
    const levelOf = (isStored: boolean) => ({ level: isStored ? (0 as const) : (6 as const) });
    return zipSync(
      Object.fromEntries(files.map(({ name, data, isStored }) => [name, [data, levelOf(isStored)]])),
    );
  }
  const filesOf = (files: Files) =>
    files.flatMap(({ kind, isStored, isFolder }, at) => [
      ...(isFolder ? [{ name: `${at}/`, data: new Uint8Array(), isStored: true }] : []),
      { name: `${at}/${kind}`, data: kinds[kind], isStored },
    ]);

  test('and finds each row once, wherever it stopped', () => {
    const list = fc.array(file, { minLength: 1, maxLength: 8 });
    const inner = fc.record({ files: list, isLong: fc.boolean(), isStored: fc.boolean() });
    const drawn = fc.record({
      outer: list,
      inners: fc.array(inner, { maxLength: 2 }),
      stops: fc.array(fc.nat(12)),
      isLong: fc.boolean(),
    });
    fc.assert(
      fc.property(drawn, ({ outer, inners, stops, isLong }) => {
        const archives = inners.map(({ files, ...how }, at) => ({
          name: `${at}.zip`,
          data: written(filesOf(files), how.isLong),
          isStored: how.isStored,
        }));
        const last = { name: 'last.fit', data: row, isStored: isLong };
        const bytes = written([...filesOf(outer), ...archives, last], isLong);
        const all = [...outer, ...inners.flatMap(({ files }) => files)];
        const { ends, workouts } = readAll(sourceOf(bytes), (step) => stops.includes(step));
        expect(workouts).toHaveLength(all.filter(({ kind }) => isRow(kind)).length + 1);
        expect(new Set(workouts.map(({ entry }) => entry)).size).toBe(workouts.length);
        for (const { rest } of ends) if (rest !== null) expect(rest.looked).toBeLessThanOrEqual(rest.of);
        let end = null;
        for (const { next } of readSteps(sourceOf(bytes), 'x.zip', { nowMs })) end = next;
        expect(end).toMatchObject({ looked: all.length + 1, of: all.length + 1 });
      }),
      { numRuns: 30 },
    );
  });
});

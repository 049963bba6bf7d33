import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { madeZip } from '../../test/zip-parts.ts';
import { readWorkouts } from '../read.ts';
import { memorySpill, sourceOf, type ByteSource } from './byte-source.ts';
import { pickParts } from './pick.ts';

const localHeaderBytes = 30;
const row = fixture('concept2-logbook-interval.fit');

function picked(source: ByteSource) {
  const parts: Uint8Array[] = [];
  const steps = pickParts(source, memorySpill);
  let last = { looked: 0, of: 0 };
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { parts, last, leftOut: value };
    if (value.part !== null) parts.push(value.part);
    last = { looked: value.looked, of: value.of };
  }
}
const entriesOf = (parts: readonly Uint8Array[]) =>
  parts.flatMap((part) => {
    const { workouts, problems } = readWorkouts(part, 'part.zip');
    expect(problems).toEqual([]);
    return workouts.map(({ entry }) => entry);
  });

test('small archives have each file that can be a row, in every way of packing, and nothing else', () => {
  const inner = madeZip([
    { name: 'Ä/in.fit', data: row, isDeflated: true },
    { name: 'b.json', data: strToU8('{}') },
  ]);
  const bytes = madeZip([
    { name: 'a.fit', data: row, isDeflated: true },
    { name: 'stored.fit', data: row },
    { name: 'photo.jpg', data: strToU8('\u00ff\u00d8\u00ff', true), zeros: 3_000_000_000 },
    { name: 'messages.json', data: strToU8('{"a":1}') },
    { name: 'in.zip', data: inner.read(0, inner.size), isDeflated: true },
  ]);
  const { parts, last, leftOut } = picked(bytes);
  expect(entriesOf(parts)).toEqual(['a.fit', 'stored.fit', 'in.zip/Ä/in.fit']);
  expect(last).toEqual({ looked: 6, of: 6 });
  expect(leftOut).toMatchObject([
    { name: 'photo.jpg', message: 'This is a picture (JPEG), not a workout.', count: 1 },
    { name: 'messages.json', count: 2 },
  ]);
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(row.length * 3);
});

test('many files become several archives, and each is read at once', () => {
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${at}.fit`, row]));
  const { parts } = picked(sourceOf(zipSync(files)));
  expect(parts).toHaveLength(3);
  expect(new Set(entriesOf(parts)).size).toBe(120);
});

test.each([
  [2_000_000, 1],
  [2_000_001, 2],
])('a part of %i packed bytes and a small file make %i archives', (bytes, count) => {
  const data = new Uint8Array(bytes - localHeaderBytes - 'a.fit'.length);
  data.set(row);
  const { parts } = picked(
    madeZip([
      { name: 'a.fit', data },
      { name: 'b.fit', data: row },
    ]),
  );
  expect(parts).toHaveLength(count);
});

test('an archive that is damaged or has no file is reported as such', () => {
  const bytes = zipSync({ 'a.fit': row });
  expect(picked(sourceOf(bytes.subarray(0, 100)))).toMatchObject({
    parts: [],
    leftOut: [{ name: '', message: 'This ZIP archive ends early: its directory is missing.' }],
  });
  expect(picked(sourceOf(zipSync({}))).leftOut).toMatchObject([
    { message: 'This ZIP archive holds no file.' },
  ]);
});

test('a season and the stroke files of its results stay together, after all others', () => {
  const season = fixture('concept2-season-2021.csv');
  const strokes = fixture('logbook_stroke_export_concept2-result-44214428.csv');
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${at}.fit`, row]));
  const { parts } = picked(sourceOf(zipSync({ 'season.csv': season, ...files, 'strokes.csv': strokes })));
  const namesIn = (part: Uint8Array) => new Set(readWorkouts(part, 'x').workouts.map(({ entry }) => entry));
  expect(parts).toHaveLength(4);
  expect(namesIn(parts[3] ?? new Uint8Array())).toEqual(new Set(['season.csv', 'strokes.csv']));
});

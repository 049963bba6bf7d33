import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { testNowMs } from '../test/read-text.ts';
import { decodeText } from './decode-text.ts';
import { FitEncoder } from './fit/encode.ts';
import { guessBytes, guessOf } from './guess.ts';
import { readWorkouts } from './read.ts';

/**
 * Names of athletes and devices have the encoding of the program that wrote them: they are read as written, and a file
 * is never refused because of them.
 */

const device = 'Jürgens Ergo – Bjørn & Søn';
const comment = 'Mit Jörg gerudert: „schön“, 3 €';

const tcx = (name: string) => `<?xml version="1.0" encoding="ISO-8859-1"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Other"><Id>2025-01-04T02:38:43Z</Id>
<Lap StartTime="2025-01-04T02:38:43Z"><TotalTimeSeconds>10</TotalTimeSeconds><DistanceMeters>41.5</DistanceMeters><Intensity>Active</Intensity></Lap>
<Notes>${comment}</Notes><Creator><Name>${name}</Name></Creator></Activity></Activities></TrainingCenterDatabase>`;
const season = `Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Work Distance,Comments
1,2025-01-04 02:38:53,2000m row,8:00.0,480,2000,"${comment}"
`;

const of1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);
const windows = (text: string) => Uint8Array.from(text, (char) => of1252.get(char) ?? 0x3f);
const utf8 = (text: string) => strToU8(text);
const wide = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((_, at) => {
      const code = text.charCodeAt(at);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );

const encodings: readonly [name: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-8', utf8],
  ['UTF-8 with its mark', (text) => utf8(`\ufeff${text}`)],
  ['Windows-1252', windows],
  ['UTF-16', (text) => wide(text, false)],
  ['UTF-16 with its mark', (text) => wide(`\ufeff${text}`, false)],
  ['UTF-16 of the other order of bytes', (text) => wide(text, true)],
  ['UTF-16 of the other order with its mark', (text) => wide(`\ufeff${text}`, true)],
];

describe.each(encodings)('names in %s are read as written', (_, encode) => {
  test('of TCX', () => {
    const read = readWorkouts(encode(tcx(device.replace('&', '&amp;'))), 'a.tcx', testNowMs);
    expect(read).toMatchObject({ workouts: [{ app: device, comments: comment }], problems: [] });
  });

  test('of CSV', () => {
    const read = readWorkouts(encode(season), 'a.csv', testNowMs);
    expect(read).toMatchObject({ workouts: [{ distance: 2000, comments: comment }], problems: [] });
  });
});

test.each([
  ['UTF-16', false],
  ['UTF-16 of the other order of bytes', true],
])('%s with its mark is read although hardly any letter is Latin', (_, isBig) => {
  const comments = 'Тренировка'.repeat(40);
  const bytes = wide(`\ufeff${season.replace(comment, comments)}`, isBig);
  expect(readWorkouts(bytes, 'a.csv', testNowMs)).toMatchObject({ workouts: [{ comments }], problems: [] });
});

/** Reads the longest character of UTF-8 at each place, otherwise one of Windows-1252. */
function readSlowly(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const found = [4, 3, 2, 1].flatMap((size) => {
      try {
        const char = strict.decode(bytes.subarray(at, at + size));
        return [...char].length === 1 && at + size <= bytes.length ? [{ char, size }] : [];
      } catch {
        return [];
      }
    })[0] ?? { char: new TextDecoder('windows-1252').decode(bytes.subarray(at, at + 1)), size: 1 };
    text += found.char;
    at += found.size;
  }
  return text;
}

test('each sequence of bytes is read as UTF-8 if UTF-8 has it, and otherwise as Windows-1252', () => {
  const seconds = [0x62, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  for (let first = 0x7f; first <= 0xff; first += 1) {
    for (const second of seconds) {
      for (const more of [[], [0x80], [0x80, 0x80], [0x80, 0xc0], [0xc0, 0x80]]) {
        const bytes = Uint8Array.from([0x61, first, second, ...more, 0x62]);
        expect(decodeText(bytes), bytes.join(' ')).toEqual({ text: readSlowly(bytes) });
      }
    }
    const atEnd = Uint8Array.of(0x61, first);
    expect(decodeText(atEnd), `${first} at the end`).toEqual({ text: readSlowly(atEnd) });
  }
});

test.each([
  ['eight bytes are enough', 'abcd', true, false],
  ['eight bytes of the other order are enough', 'abcd', true, true],
  ['fewer are not', 'abc', false, false],
  ['one letter in three may be another', 'abcdefüüΩΩΩ', true, false],
  ['with too few Latin letters it is not recognized', 'abcΩΩΩΩΩ', false, false],
])('UTF-16 without a mark is recognized by its zeros: %s', (_, text, isIt, isBig) => {
  const read = decodeText(wide(text, isBig));
  expect('text' in read && read.text === text).toBe(isIt);
});

test('one name in Windows-1252 does not change the others in a UTF-8 file, with its mark or not', () => {
  const row = '2,2025-01-05 02:38:53,2000m row,8:00.0,480,2000,Zoë\n';
  for (const mark of ['', '\ufeff']) {
    const bytes = Uint8Array.from([...utf8(`${mark}${season}`), ...windows(row)]);
    expect(readWorkouts(bytes, 'a.csv', testNowMs)).toMatchObject({
      workouts: [{ comments: comment }, { comments: 'Zoë' }],
      problems: [],
    });
  }
});

test('a file of UTF-8 that is cut within a character keeps the names before', () => {
  const cut = utf8(`${season}2,2025-01-05 02:38:53,2000m row,8:00.0,480,2000,é`).subarray(0, -1);
  expect(readWorkouts(cut, 'a.csv', testNowMs).workouts[0]).toMatchObject({ comments: comment });
});

test('a file with its mark is recognized by its first bytes, wherever they end', () => {
  const text = `\ufeff${season}${'2,2025-01-05 02:38:53,2000m row,8:00.0,480,2000,é\n'.repeat(1_000)}`;
  const made = Array.from({ length: 60 }, (_, more) => utf8(text.replace('row', `row${'x'.repeat(more)}`)));
  for (const bytes of made) {
    expect(guessOf(bytes.subarray(0, guessBytes))).toEqual({ kind: 'file', isTable: true });
    expect(guessOf(gzipSync(bytes))).toEqual({ kind: 'file', isTable: true });
  }
  expect(
    made.some((bytes) => bytes[guessBytes] === 0xa9),
    'one ends within a character',
  ).toBe(true);
});

test.each([
  ['an ampersand that is not escaped', device, device],
  ['a control character', 'Row\u000bErg \u0001', 'RowErg'],
  ['the number of a control character', 'Row&#1;Erg&#x1F;', 'RowErg'],
  ['an entity of HTML', 'J&uuml;rgen', 'J&uuml;rgen'],
])('a device’s name with %s leaves its file well-formed', (_, written, read) => {
  const { workouts, problems } = readWorkouts(utf8(tcx(written)), 'a.tcx', testNowMs);
  expect(problems).toEqual([]);
  expect(workouts).toMatchObject([{ app: read }]);
});

test('the texts of a FIT file are read as Windows-1252 if they are not UTF-8', () => {
  const encoder = new FitEncoder();
  const start = 1_100_000_000;
  encoder.write('fileId', { type: 4, manufacturer: 255, timeCreated: start, productName: 'J?rgens Ergo' });
  encoder.write('session', {
    startTime: start,
    timestamp: start + 480,
    totalElapsedTime: 480,
    totalTimerTime: 480,
    totalDistance: 2000,
    sport: 15,
  });
  const bytes = encoder.finish();
  const at = bytes.indexOf(
    0x3f,
    bytes.findIndex((byte, here) => byte === 0x4a && bytes[here + 1] === 0x3f),
  );
  bytes[at] = 0xfc;
  const [workout] = readWorkouts(bytes, 'a.fit', testNowMs).workouts;
  expect(workout).toMatchObject({ distance: 2000, app: 'Jürgens Ergo' });
});

test('names in a ZIP archive are UTF-8, even without its flag, or as old Windows wrote them', () => {
  const entryOf = (zip: Uint8Array) => readWorkouts(zip, 'a.zip', testNowMs).workouts[0]?.entry;
  const zip = zipSync({ 'Rudern öst.csv': utf8(season) });
  expect(entryOf(zip)).toBe('Rudern öst.csv');
  const plain = Buffer.from(zipSync({ 'Rudern ?st.csv': utf8(season) })).toString('latin1');
  const old = Uint8Array.from(plain.replaceAll('Rudern ?st', 'Rudern \u0094st'), (byte) =>
    byte.charCodeAt(0),
  );
  expect(entryOf(old)).toBe('Rudern öst.csv');
});

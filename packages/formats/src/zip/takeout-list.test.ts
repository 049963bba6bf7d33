import { gzipSync, strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';
import { memorySpill, sourceOf } from './byte-source.ts';
import { pickParts } from './pick.ts';

const tcx = fixture('3x250m.tcx');
const titled = strToU8(
  'Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Work Distance,Type\n7,2025-07-01 20:38:05,2000m row,8:00.0,480,2000,RowErg\n',
);
const undated = strToU8('Number,"Time (seconds)","Distance (meters)"\r\n1,2.5,9\r\n');
const english = `Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight
1,"Jul 1, 2025, 6:30:05 PM","Row with ""Bea"", hard",Rowing,"Two lines
of words",3700,20.10,,,false,,,activities/1.csv.gz,80.0
2,"Jul 2, 2025, 12:00:00 AM",Lunch Row,Rowing,,1900,5.00,,,false,,,activities/2.tcx,80.0
3,"Jul 3, 2025, 12:00:00 PM",From a table,Rowing,,1900,5.00,,,false,,,activities/3.csv,80.0
4,"Jul 4, 2025, 7:00:00 AM",By hand,Rowing,,1900,5.00,,,false,,,,80.0
`;
const german = english
  .replace('Activity ID,Activity Date,Activity Name', 'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität')
  .replace('Filename', 'Dateiname')
  .replaceAll(/"Jul (\d), 2025, /g, '"0$1.07.2025, ');

const files = {
  'activities/1.csv.gz': gzipSync(titled),
  'activities/2.tcx': tcx,
  'activities/3.csv': undated,
};
const takeout = (list: string, folder = '') => {
  const named = Object.entries(files).map(([name, bytes]) => [`${folder}${name}`, bytes]);
  return zipSync({ ...Object.fromEntries(named), [`${folder}activities.csv`]: strToU8(list) });
};

/** Reads the archives that the page would send of one. */
function readParts(zip: Uint8Array) {
  const steps = pickParts(sourceOf(zip), memorySpill);
  const workouts = [];
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { workouts, problems: value };
    if (value.part === null) continue;
    const read = readWorkouts(value.part, 'part.zip', testNowMs);
    expect(read.problems).toEqual([]);
    workouts.push(...read.workouts);
  }
}
const wholly = (zip: Uint8Array) => readWorkouts(zip, 'takeout.zip', testNowMs);
const told = ({ workouts }: ReturnType<typeof wholly>) =>
  workouts
    .map(({ entry = '', title, comments, startedAt }) => ({ entry, title, comments, startedAt }))
    .toSorted((one, other) => one.entry.localeCompare(other.entry));
const titles = (zip: Uint8Array) => told(readParts(zip)).map(({ title }) => title);

test.each([
  ['at once', wholly],
  ['in the parts that a page sends', readParts],
] as const)(
  'the list of a Strava takeout names its files, and dates one without a date, read %s',
  (_, read) => {
    expect(told(read(takeout(english)))).toEqual([
      // A file's own title and date are kept.
      {
        entry: 'activities/1.csv.gz',
        title: '2000m row',
        comments: 'Two lines\nof words',
        startedAt: null,
      },
      {
        entry: 'activities/2.tcx',
        title: 'Lunch Row',
        comments: "<Element 'Notes' at 0x7f74e2824950>",
        startedAt: '2016-07-28T09:35:29+00:00',
      },
      {
        entry: 'activities/3.csv',
        title: 'From a table',
        comments: null,
        startedAt: '2025-07-03T12:00:00.000Z',
      },
    ]);
  },
);

test('the list does not count as a file without a workout', () => {
  expect(wholly(takeout(english)).problems).toEqual([]);
  expect(readParts(takeout(english)).problems).toEqual([]);
});

test('a list in another language names its files too, without a date', () => {
  expect(told(wholly(takeout(german))).map(({ title, startedAt }) => [title, startedAt])).toEqual([
    ['2000m row', null],
    ['Lunch Row', '2016-07-28T09:35:29+00:00'],
    ['From a table', null],
  ]);
});

test('a list in a folder, or in an archive within the archive, names the files beside it', () => {
  const all = ['2000m row', 'Lunch Row', 'From a table'];
  expect(titles(takeout(english, 'export_7/'))).toEqual(all);
  expect(titles(zipSync({ 'strava.zip': takeout(english) }))).toEqual(all);
});

test('another table of that name is reported as one without a workout', () => {
  const other = zipSync({ 'activities.csv': strToU8('name,age\nAnna,40'), 'activities/2.tcx': tcx });
  expect(wholly(other)).toMatchObject({
    workouts: [{ title: null }],
    problems: [{ entry: 'activities.csv', message: expect.stringContaining('Its first line is: name,age') }],
  });
});

// Logbook seasons as the Logbook, spreadsheets and their owners write them.
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvText, csvVariants } from '../../test/csv-variants.ts';
import { readText, testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';

const today =
  'Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Rest Time (Formatted),Rest Time (Seconds),Work Distance,Rest Distance,Stroke Rate/Cadence,Stroke Count,Pace,Avg Watts,Cal/Hour,Total Cal,Avg Heart Rate,Drag Factor,Age,Weight,Type,Ranked,Comments,Date Entered'.split(
    ',',
  );
const entered = '2024-04-30 11:45:21';
const rows = [
  `901|2024-04-30 06:44:00|8x500m/0:30r row|21:31.9|1291.9|4:00.0|240|4000|208|29|656|2:41.4|83|586|207|148|107|40|Hwt|RowErg|No||${entered}`,
  `902|2024-04-29 18:05:30|5000m row|20:48.3|1248.3|||5000||21|442|2:04.8|180|919|317|0|140|40|Hwt|RowErg|Yes|Legs, "heavy"|${entered}`,
  `903|2024-04-28 07:00:00|20:00 BikeErg|20:00.0|1200|||10400||82|1640|1:55.3|228|1084|361||70|40||BikeErg|No|=1+1|${entered}`,
  `904|2024-04-27 07:00:00|6x1:00/1:00r SkiErg|6:00.0|360|6:00.0|360|1450||38|228|2:04.1|183|930|93|151|85|40||SkiErg|No||${entered}`,
  `905|2024-04-26 07:00:00|100c row|8:20.5|500.5|||2000||22|183|2:05.1|179|915|100||120|40|Hwt|Dynamic|No||${entered}`,
].map((row) => row.split('|'));

/** The header until 2021: another first column, no day of entry, and quotation marks within the fields. */
const before2021 = {
  above: [],
  header: ['ID', ...today.slice(1, -1)],
  rows: rows.map((row) =>
    row.slice(0, -1).map((cell, at) => ((at === 3 || at === 5) && cell !== '' ? `"${cell}"` : cell)),
  ),
};

const expected = [
  {
    machine: 'rower',
    logbookId: '901',
    endedAt: '2024-04-30T06:44:00',
    elapsedTime: 1291.9,
    distance: 4000,
    restTime: 240,
    restDistance: 208,
    strokeCount: 656,
    calories: 207,
    averageHeartRate: 148,
    comments: null,
  },
  {
    machine: 'rower',
    elapsedTime: 1248.3,
    restTime: null,
    averageHeartRate: null,
    comments: 'Legs, "heavy"',
  },
  { machine: 'bike', elapsedTime: 1200, distance: 10_400, averageStrokeRate: 82, comments: '=1+1' },
  { machine: 'skierg', elapsedTime: 360, restTime: 360, averageHeartRate: 151 },
  { machine: 'dynamic', elapsedTime: 500.5, distance: 2000, calories: 100, title: '100c row' },
];

describe.each([
  ['of today', { above: [], header: today, rows }, 'all' as const],
  ['to 2021', before2021, 'all' as const],
])('a season with the header %s', (_, table, quotes) => {
  const { workouts, problems } = readText(csvText(table, { quotes }));

  test('is read row by row', () => {
    expect(problems).toEqual([]);
    expect(workouts).toMatchObject(expected);
    expect(workouts[0]?.intervals).toHaveLength(16);
    expect(workouts[3]?.intervals).toHaveLength(12);
  });

  test.each(csvVariants)('may have %s', (_name, write) => {
    expect(readText(write(table))).toEqual({ workouts, problems: [] });
  });

  test.each([
    ['gz', gzipSync(strToU8(csvText(table)))],
    ['ZIP', zipSync({ 'season.csv': strToU8(csvText(table)) })],
  ])('may be in a %s', (_name, bytes) => {
    const read = readWorkouts(bytes, 'season', testNowMs);
    expect(read.problems).toEqual([]);
    expect(read.workouts).toMatchObject(expected);
  });

  test.each([
    ['Rest Time (Formatted)', workouts],
    ['Work Time (Formatted)', workouts],
    ['Work Time (Seconds)', workouts],
    ['Rest Distance', workouts.map((workout) => ({ ...workout, restDistance: null }))],
    ['Stroke Count', workouts.map((workout) => ({ ...workout, strokeCount: null }))],
    ['Avg Watts', workouts.map((workout) => ({ ...workout, averagePower: null }))],
    ['Avg Heart Rate', workouts.map((workout) => ({ ...workout, averageHeartRate: null }))],
    ['Total Cal', workouts.map((workout) => ({ ...workout, calories: null }))],
    ['Weight', workouts],
    ['Age', workouts],
    ['Comments', workouts.map((workout) => ({ ...workout, comments: null }))],
    ['Type', workouts.map((workout, at) => (at === 4 ? { ...workout, machine: 'rower' } : workout))],
  ])('may lack the column “%s”', (column, without) => {
    const at = table.header.indexOf(column);
    const lacking = {
      above: [],
      header: table.header.toSpliced(at, 1),
      rows: table.rows.map((row) => row.toSpliced(at, 1)),
    };
    const read = readText(csvText(lacking));
    expect(read.problems).toEqual([]);
    expect(read.workouts.map((workout) => ({ ...workout, intervals: 0 }))).toEqual(
      without.map((workout) => ({ ...workout, intervals: 0 })),
    );
  });

  const withDates = (dateOf: (iso: string) => string) => ({
    ...table,
    rows: table.rows.map((row) => row.map((cell, at) => (at === 1 ? dateOf(cell) : cell))),
  });
  const parts = (text: string) => /^(\d+)-0?(\d+)-0?(\d+) 0?(\d+):(\d+):(\d+)$/.exec(text)?.slice(1) ?? [];

  test.each<[string, (text: string) => string, 'to the second' | 'to the minute']>([
    ['2024-04-30T06:44:00', (text) => text.replace(' ', 'T'), 'to the second'],
    ['4/30/2024 6:44:00 AM', (text) => american(text), 'to the second'],
    [
      '4/30/24 6:44',
      (text) => {
        const [y = '', m, d, h, min] = parts(text);
        return `${m}/${d}/${y.slice(2)} ${h}:${min}`;
      },
      'to the minute',
    ],
    [
      '30.04.2024 06:44',
      (text) => {
        const [y, m, d, h, min] = parts(text);
        return `${d}.${m}.${y} ${h}:${min}`;
      },
      'to the minute',
    ],
    [
      '30/04/2024 06:44:00',
      (text) => {
        const [y, m, d, h, min, s] = parts(text);
        return `${d}/${m}/${y} ${h}:${min}:${s}`;
      },
      'to the second',
    ],
    [
      '30-04-2024 06:44',
      (text) => {
        const [y, m, d, h, min] = parts(text);
        return `${d}-${m}-${y} ${h}:${min}`;
      },
      'to the minute',
    ],
    [
      '2024/04/30 06:44',
      (text) => {
        const [y, m, d, h, min] = parts(text);
        return `${y}/${m}/${d} ${h}:${min}`;
      },
      'to the minute',
    ],
  ])('may have dates such as %s', (_name, dateOf, resolution) => {
    const read = readText(csvText(withDates(dateOf)));
    expect(read.problems).toEqual([]);
    const size = resolution === 'to the minute' ? 16 : 19;
    expect(read.workouts.map(({ endedAt }) => endedAt?.slice(0, size))).toEqual(
      workouts.map(({ endedAt }) => endedAt?.slice(0, size)),
    );
  });

  function american(text: string): string {
    const [y, m, d, h = '', min, s] = parts(text);
    const hour = Number(h);
    return `${m}/${d}/${y} ${hour % 12 || 12}:${min}:${s} ${hour < 12 ? 'AM' : 'PM'}`;
  }

  test.each([
    ['cut in the middle of its last row', csvText(table).slice(0, -30), 4, 6],
    [
      'with a cell too many before the time of a row',
      csvText({ ...table, rows: table.rows.map((row, at) => (at === 1 ? row.toSpliced(4, 0, '14') : row)) }),
      4,
      3,
    ],
  ])('%s loses only that row, and names its line', (_name, text, left, line) => {
    const read = readText(text);
    expect(read.workouts).toHaveLength(left);
    expect(read.problems).toMatchObject([{ line }]);
  });

  test('may have a row without the cells after its distances', () => {
    const read = readText(
      csvText({ ...table, rows: table.rows.map((row, at) => (at === 2 ? row.slice(0, 9) : row)) }),
    );
    expect(read.problems).toEqual([]);
    expect(read.workouts[2]).toMatchObject({ machine: 'bike', elapsedTime: 1200, distance: 10_400 });
    expect(read.workouts[2]?.averagePower).toBeNull();
  });

  test.each([
    ['its description', 2, (cell: string) => `14,${cell}`, { title: '14,5000m row' }],
    [
      'its comments',
      table.header.indexOf('Comments'),
      () => 'Legs, arms, all',
      { comments: 'Legs, arms, all' },
    ],
  ])('may have a row with commas in %s, without quotation marks', (_name, column, wordsOf, known) => {
    const changed = table.rows.map((row, at) =>
      at === 1 ? row.with(column, wordsOf(row[column] ?? '')) : row,
    );
    const text = csvText({ ...table, rows: changed }).replace(/"(14,5000m row|Legs, arms, all)"/, '$1');
    const read = readText(text);
    expect(read.problems).toEqual([]);
    expect(read.workouts[1]).toMatchObject({
      elapsedTime: 1248.3,
      distance: 5000,
      averagePower: 180,
      ...known,
    });
  });
});

test('seasons that were joined are one', () => {
  const text = csvText({ above: [], header: today, rows });
  const { workouts, problems } = readText(`${text}${text}`);
  expect(problems).toEqual([]);
  expect(workouts).toHaveLength(10);
});

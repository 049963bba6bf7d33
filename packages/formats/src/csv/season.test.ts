import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';
import { writeFit, writeSeasonCsv, writeTcx } from '../write.ts';
import { describedBy } from './season-description.ts';

const header =
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"';
const intervalRow =
  '87737957,"2024-04-30 06:44:00","8x500m/0:30r row",21:31.9,1291.9,4:00.0,240,4000,208,29,656,2:41.4,83,586,207,148,107,40,Hwt,RowErg,No,,"2024-04-30 11:45:21"';

type Cells = {
  date?: string;
  description?: string;
  time?: number;
  rest?: number | '';
  meters?: number | string;
  watts?: number | '';
  type?: string;
  comments?: string;
};

function season(...rows: Cells[]): string {
  const lines = rows.map((cells, at) => {
    const {
      date = '2024-04-30 06:44:00',
      description = '5000m row',
      time = 1200,
      rest = '',
      meters = 5000,
    } = cells;
    const { watts = '', type = 'RowErg', comments = '' } = cells;
    return `${at + 1},"${date}","${description}",,${time},,${rest},${meters},,,,,${watts},,,,,40,Hwt,${type},No,"${comments}",`;
  });
  return `${[header, ...lines].join('\n')}\n`;
}

test('a row of the current header is an interval workout that ends at its date', () => {
  const workout = onlyWorkout(`${header}\n${intervalRow}\n`);
  expect(workout).toMatchObject({
    machine: 'rower',
    startedAt: null,
    endedAt: '2024-04-30T06:44:00',
    elapsedTime: 1291.9,
    distance: 4000,
    restTime: 240,
    restDistance: 208,
    averageHeartRate: 148,
    averageStrokeRate: 29,
    averagePower: 83,
    strokeCount: 656,
    calories: 207,
    dragFactor: 107,
    logbookId: '87737957',
    title: '8x500m/0:30r row',
    comments: null,
  });
  const half = { kind: 'work', time: null, distance: 500 };
  expect(workout.intervals).toMatchObject(
    Array.from({ length: 8 }, () => [half, { kind: 'rest', time: 30, distance: null }]).flat(),
  );
});

test.each([
  ['5000m row', { count: 1, varies: false, rest: null, amount: { distance: 5000 } }],
  ['14,108m row', { amount: { distance: 14_108 } }],
  ['30:01 row', { amount: { time: 1801 } }],
  ['1:30:01 BikeErg', { amount: { time: 5401 } }],
  ['100c row', { amount: { calories: 100 } }],
  ['10x0:30/1:00r row', { count: 10, rest: 60, amount: { time: 30 } }],
  ['5x20c/:45r row', { count: 5, rest: 45, amount: { calories: 20 } }],
  ['8x500m/0:30r SkiErg', { count: 8, rest: 30, amount: { distance: 500 } }],
  ['v2000m/3:00r...3 BikeErg', { count: 3, rest: 180, varies: true, amount: { distance: 2000 } }],
])('the description %s is understood', (text, expected) => {
  expect(describedBy(text)).toMatchObject(expected);
});

test.each(['', 'Morning row', '0x500m/0:30r row', '99999x500m row', 'xm row', 'v row'])(
  'the description “%s” names no intervals',
  (text) => {
    expect(describedBy(text)).toBeNull();
    expect(onlyWorkout(season({ description: text })).intervals).toEqual([]);
  },
);

describe('the intervals of a row', () => {
  const intervals = (cells: Cells) =>
    onlyWorkout(season(cells)).intervals.map(({ kind, time, distance }) => [kind, time, distance]);

  test('are the rowed ones, not all that were set', () => {
    expect(intervals({ description: '15x3:00/0:30r row', time: 180, meters: 919 })).toEqual([
      ['work', 180, 919],
    ]);
  });

  test('end with a shorter one if the athlete stopped in it', () => {
    expect(intervals({ description: '4x500m/1:00r row', time: 290, rest: 120, meters: 1200 })).toEqual([
      ['work', null, 500],
      ['rest', 60, null],
      ['work', null, 500],
      ['rest', 60, null],
      ['work', null, 200],
    ]);
  });

  test('have only their number if they vary', () => {
    const read = intervals({ description: 'v2000m/3:00r...3 row', time: 1200, rest: 540, meters: 5000 });
    expect(read.filter(([kind]) => kind === 'work')).toEqual([
      ['work', null, 2000],
      ['work', null, null],
      ['work', null, null],
    ]);
    expect(read[1]).toEqual(['rest', 180, null]);
  });

  test('are none if description and figures contradict each other', () => {
    expect(intervals({ description: '2x500m/1:00r row', time: 900, rest: 120, meters: 4000 })).toEqual([]);
  });
});

test.each([
  ['Indoor Rower', '5000m row', 'rower'],
  ['RowErg', '5000m row', 'rower'],
  ['SkiErg', '5000m SkiErg', 'skierg'],
  ['BikeErg', '5000m BikeErg', 'bike'],
  ['Dynamic Indoor Rower', '5000m row', 'dynamic'],
  ['On Slides', '5000m row', 'slides'],
  ['MultiErg', '5000m MultiErg', 'multierg'],
  ['Water', '5000m row', 'other'],
  ['Other', '5000m row', 'other'],
  ['Other rower', '5000m row', 'otherrower'],
  ['', '5000m SkiErg', 'skierg'],
  ['', '5000m', null],
])('type “%s” and description “%s” are the machine %s', (type, description, machine) => {
  expect(onlyWorkout(season({ type, description, time: 1100 })).machine).toBe(machine);
});

test.each([
  ['negative meters', { meters: -5 }, 'Work Distance is below zero.'],
  ['the watts of a BikeErg for a rower', { time: 900, meters: 9000, watts: 350 }, /BikeErg/],
  ['meters that nobody rows', { meters: 50_000 }, /wrong scale|m\/s/],
])('a row with %s is refused with its line, and the others are read', (_, cells, message) => {
  const { workouts, problems } = readText(season({}, cells, {}));
  expect(workouts).toHaveLength(2);
  expect(problems).toEqual([
    { line: 3, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ]);
});

test.each([
  ['a date of 1989', { date: '1989-12-31 00:00:00' }, /1989.*was not set/],
  ['a date of 1970', { date: '1970-01-01 00:00:12' }, /1970.*was not set/],
  ['a date of 2090', { date: '2090-01-01 10:00:00' }, /2090.*future/],
  ['a date of the year 52870', { date: '52870-03-03 10:00:00' }, /52870.*not a date/],
  ['no date', { date: 'yesterday' }, '“yesterday” is not a date. The date is left out.'],
  ['a day that does not exist', { date: '2024-02-30 10:00:00' }, /is not a date/],
  ['a date of two orders', { date: '3/4/2024 10:00' }, /day\/month or month\/day/],
])('a row with %s is read without its date, and the problem names its line', (_, cells, message) => {
  const { workouts, problems } = readText(season({}, cells, {}));
  expect(workouts.map(({ endedAt }) => endedAt === null)).toEqual([false, true, false]);
  expect(workouts[1]).toMatchObject({ elapsedTime: 1200, distance: 5000, isDayOnly: false });
  expect(problems).toEqual([
    { line: 3, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ]);
});

test('the watts of a rower for a BikeErg are left out', () => {
  const { workouts, problems } = readText(season({}, { type: 'BikeErg', watts: 203 }));
  expect(workouts[1]).toMatchObject({ machine: 'bike', distance: 5000, averagePower: null });
  expect(problems).toMatchObject([{ line: 3, message: expect.stringMatching(/RowErg/) }]);
});

test('dates of a spreadsheet are read in the order that one of them shows', () => {
  const { workouts } = readText(season({ date: '3/4/2024 10:00' }, { date: '28/4/2024 7:05 PM' }));
  expect(workouts.map(({ endedAt }) => endedAt)).toEqual(['2024-04-03T10:00:00', '2024-04-28T19:05:00']);
});

test('a season saved by a spreadsheet has semicolons, and a line that names them', () => {
  const text = `sep=;\n${header}\n${intervalRow}\n`.replaceAll(',', ';').replaceAll(/(\d)\.(\d)/g, '$1,$2');
  expect(onlyWorkout(text)).toMatchObject({ elapsedTime: 1291.9, distance: 4000, logbookId: '87737957' });
});

test('a row that has lost its end is refused, and the others are read', () => {
  const { workouts, problems } = readText(season({}, {}).slice(0, -25));
  expect(workouts).toHaveLength(1);
  expect(problems).toMatchObject([{ line: 3 }]);
});

test('comments may contain commas, quotation marks and line breaks', () => {
  const text = season({ comments: 'one, ""two""\nthree' }, { meters: 'x' });
  const { workouts, problems } = readText(text);
  expect(workouts[0]?.comments).toBe('one, "two"\nthree');
  expect(problems).toMatchObject([{ line: 4 }]);
});

test('a season of 10,000 rows is read completely', () => {
  const rows = new TextDecoder().decode(fixture('concept2-season-2021.csv')).trim().split('\r\n');
  const body = Array.from({ length: 10_000 }, (_, at) => rows[1 + (at % (rows.length - 1))] ?? '');
  const { workouts, problems } = readText([rows[0] ?? '', ...body, ''].join('\r\n'));
  expect(workouts).toHaveLength(10_000);
  expect(problems).toEqual([]);
});

test('a file full of malformed quotation marks is given up', () => {
  const { workouts, problems } = readText(`${header}\n${'"1,2\n'.repeat(100_000)}`);
  expect(workouts).toEqual([]);
  expect(problems).toHaveLength(2);
  expect(problems[0]?.message).toMatch(/not in pairs\. The same in lines 3, 4, 5, 6, 7 and 14 more/);
  expect(problems[1]?.message).toContain('The rest was not read');
});

describe('a date without a time of day', () => {
  test.each(['2026-03-01 00:00:00', '2026-03-01 00:00', '2026-03-01', '3/1/2026 0:00', '01.03.2026'])(
    '%s gives the day only',
    (date) => {
      const { workouts } = readText(
        season({ date, description: '21,800m row', time: 5400, meters: 21_800 }, { date: '3/13/2026 6:10' }),
      );
      expect(workouts[0]).toMatchObject({ endedAt: '2026-03-01T00:00:00', isDayOnly: true });
      expect(workouts[1]?.isDayOnly).toBe(false);
    },
  );

  test('is written as the same day in each format', () => {
    const workout = onlyWorkout(season({ date: '2026-03-01 00:00:00', time: 5400, meters: 21_800 }));
    const written = [writeSeasonCsv([workout]), writeFit(workout), writeTcx(workout)];
    for (const bytes of written) {
      const [again] = readWorkouts(bytes, 'file', testNowMs).workouts;
      expect(again).toMatchObject({ startedAt: null, endedAt: '2026-03-01T00:00:00', isDayOnly: true });
    }
    expect(new TextDecoder().decode(writeTcx(workout))).toContain('<Lap StartTime="2026-03-01T00:00:00">');
  });
});

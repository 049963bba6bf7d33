import { expect, test } from 'vitest';
import { onlyWorkout, readText } from '../../test/read-text.ts';

type Options = {
  date?: string;
  time?: number;
  meters?: number;
  format?: string;
  strokes: string[];
  end?: string[];
};

/** The blocks of a RowPro file, as versions 3 to 5 write them. */
function file({
  date,
  time = 30_000,
  meters = 120,
  format = '120 meters',
  strokes,
  end = [],
}: Options): string {
  return [
    'Date,Comment,Password,ID,Version,RowfileId,Rowfile_Id',
    '1/30/2016,"Fine, thanks",,1,5.1,7,7',
    '',
    'Type,Name,BirthDate,Gender,Weight,C2UID,Rowfile_Id',
    '0,Ann,1/1/1980,F,70,0,7',
    '',
    'Skin,Hair,Shirt,Rowfile_Id',
    '1,2,3,7',
    '',
    'Date,TotalTime,TotalDistance,AvgPace,Unit,Origin,TotalCals,DutyCycle,Type,Format,Slide,Session_Id,Rowfile_Id,AvgHR,LastHR,Offset',
    `${date ?? '1/30/2016 5:07:09 PM'},${time},${meters},0.25,0,0,12,0,0,"${format}",False,0,7,140,150,0`,
    '',
    'Offset,Session_Id',
    '',
    'Time,Distance,Pace,Watts,Cals,SPM,HR,DutyCycle,Rowfile_Id',
    ...strokes,
    '',
    ...end,
    '',
  ].join('\r\n');
}

const single = [
  '3000,12,0.26349,153.06,0,20,0,0,7',
  '15000,60,0.25,179.2,1,24,140,0,7',
  '29500,118.5,0.25,179.2,2,24,141,0,7',
];

test('the totals of a single piece are those of its summary', () => {
  const workout = onlyWorkout(file({ strokes: single }));
  expect(workout).toMatchObject({
    app: 'RowPro',
    machine: null,
    startedAt: '2016-01-30T17:07:09',
    elapsedTime: 30,
    distance: 120,
    calories: 12,
    averageHeartRate: 140,
    title: '120 meters',
    intervals: [],
    strokeCount: 3,
  });
  // Seconds per meter in the file.
  expect(workout.strokes[0]).toMatchObject({
    elapsedTime: 3,
    distance: 12,
    pace: 131.745,
    power: 153.06,
    heartRate: null,
  });
});

test('a file of version 5 has a byte order mark and a date with its zone', () => {
  const text = file({ date: '2016-01-30T17:07:09+01:00', strokes: single });
  expect(onlyWorkout(`\uFEFF${text}`).startedAt).toBe('2016-01-30T17:07:09+01:00');
});

test('a file with semicolons has decimal commas and begins a date with the day', () => {
  const text = file({ date: '03/02/2016 17:07', strokes: single })
    .replace('"Fine, thanks"', 'Fine')
    .replaceAll(',', ';')
    .replace(/(?<=;)(\d+)\.(\d+)(?=;)/g, '$1,$2');
  expect(onlyWorkout(text)).toMatchObject({
    startedAt: '2016-02-03T17:07:00',
    elapsedTime: 30,
    distance: 120,
  });
  expect(onlyWorkout(text).strokes[0]).toMatchObject({ pace: 131.745, power: 153.06 });
});

test('a block with semicolons below a header with commas has decimal commas', () => {
  const text = file({ strokes: single.map((line) => line.replaceAll(',', ';').replace(/\.(?=\d)/g, ',')) });
  expect(onlyWorkout(text).strokes[0]).toMatchObject({ pace: 131.745, power: 153.06 });
});

const ambiguous = (text: string) => [
  { line: 11, message: `“${text}” can be read as day/month or month/day. The date is left out.` },
];

test('a date with commas between cells begins with the month as in the United States: with AM or PM, or without a time', () => {
  const startOf = (date: string) => onlyWorkout(file({ date, strokes: single })).startedAt;
  expect(startOf('5/4/2012 6:30:00 PM')).toBe('2012-05-04T18:30:00');
  expect(startOf('5/4/2012')).toBe('2012-05-04T00:00:00');
});

test.each(['05/04/2012 18:30:00', '5/04/2012 6:30:00 PM', '05/04/2012'])(
  'the date %s is left out if no other row shows the order of day and month',
  (date) => {
    const { workouts, problems } = readText(file({ date, strokes: single }));
    expect(workouts).toMatchObject([{ startedAt: null, elapsedTime: 30, distance: 120 }]);
    expect(problems).toEqual(ambiguous(date));
  },
);

test('all dates of a file have the order of the one that can be read in only one way', () => {
  const one = '05/04/2012 18:30:00,30000,120,0.25,0,0,12,0,0,"120 meters",False,0,7,140,150,0';
  const other = one.replace('05/04', '25/04').replace(',7,140', ',8,140');
  const strokes = [...single, ...single.map((line) => line.replace(/7$/, '8'))];
  const text = file({ strokes }).replace(/^1\/30\/2016 5:07:09 PM.*$/m, `${one}\r\n${other}`);
  const { workouts, problems } = readText(text);
  expect(problems).toEqual([]);
  expect(workouts.map(({ startedAt }) => startedAt)).toEqual(['2012-04-05T18:30:00', '2012-04-25T18:30:00']);
});

test('the last block of an interval workout has the ends of the intervals', () => {
  const strokes = [
    '5000,20,0.25,179,0,24,0,0,7',
    '9500,38,0.25,179,1,24,0,0,7',
    '5000,20,0.25,179,2,24,0,0,7',
    '9000,36,0.25,179,3,24,0,0,7',
  ];
  const end = [
    'Type,Time,Distance,AvgPace,AvgWatts,Cals,SPM,EndHR,Rowfile_Id,AvgHR',
    '1,10000,40,0.25,179,1,24,0,7,0',
    '1,10000,40,0.25,179,1,24,0,7,0',
  ];
  const workout = onlyWorkout(file({ time: 20_000, meters: 80, format: '2x10sec', strokes, end }));
  expect(workout).toMatchObject({ elapsedTime: 20, distance: 80 });
  expect(workout.intervals).toMatchObject([
    { kind: 'work', time: 10, distance: 40 },
    { kind: 'work', time: 10, distance: 40 },
  ]);
  expect(workout.strokes.map(({ elapsedTime, interval }) => [elapsedTime, interval])).toEqual([
    [5, 1],
    [10, 1],
    [15, 2],
    [20, 2],
  ]);
});

test('strokes that end long before the total do not change the total', () => {
  const { workouts, problems } = readText(file({ time: 2_265_500, meters: 10_000, strokes: single }));
  expect(workouts).toMatchObject([{ elapsedTime: 2265.5, distance: 10_000 }]);
  expect({ problems }).toEqual({
    problems: [{ line: 11, message: 'The strokes end at 119 m of 10000 m. The rest is missing.' }],
  });
});

test('a stroke that is not understood is named by its line', () => {
  const { workouts, problems } = readText(
    file({ strokes: [...single.slice(0, 1), '9000,x,0.25,179,1,24,0,0,7', ...single.slice(1)] }),
  );
  expect(workouts[0]?.strokes).toHaveLength(3);
  expect(problems).toEqual([{ line: 17, message: 'Distance: “x” is not a number.' }]);
});

test('a file whose blocks have no rows is reported', () => {
  const [header] = file({ strokes: [] })
    .split('\r\n')
    .filter((line) => line.startsWith('Date,TotalTime'));
  expect(readText(`${header}\r\n`)).toEqual({
    workouts: [],
    problems: [{ message: 'The file has no row of RowPro.' }],
  });
});

// One workout as many makers of watches and apps write it: 2 × 60 s with 30 s of rest, with a stroke in the rest.
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fieldOf, FitBytes, startSec, type BytesField } from '../../test/fit-bytes.ts';
import { testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';

const { uint8: u8, uint16: u16, uint32: u32, string: text } = fieldOf;

type Row = { at: number; meters: number; cycles: number; heart?: number; lap?: number };

const rows: Row[] = [
  ...Array.from({ length: 20 }, (_, at) => ({
    at: (at + 1) * 3,
    meters: (at + 1) * 12.5,
    cycles: at + 1,
    lap: 0,
  })),
  { at: 75, meters: 256, cycles: 21, lap: 1 },
  ...Array.from({ length: 20 }, (_, at) => ({
    at: 90 + (at + 1) * 3,
    meters: 258 + (at + 1) * 12,
    cycles: at + 22,
    lap: 2,
  })),
];
const laps = [
  { at: 0, sec: 60, meters: 250, kind: 0 },
  { at: 60, sec: 30, meters: 8, kind: 1 },
  { at: 90, sec: 60, meters: 240, kind: 0 },
];

type Options = {
  how?: ConstructorParameters<typeof FitBytes>[0];
  order?: 'summary last' | 'summary first' | 'each lap before its records';
  /** More messages before each record. */
  beside?: (file: FitBytes, row: Row) => void;
  record?: (fields: BytesField[], row: Row) => BytesField[];
  lap?: (fields: BytesField[], at: number) => BytesField[];
  session?: (fields: BytesField[]) => BytesField[];
  compressed?: boolean;
  rows?: readonly Row[];
  laps?: typeof laps;
  describe?: (file: FitBytes) => void;
};

const fieldsOf = ({ at, meters, cycles, heart = 140 }: Row): BytesField[] => [
  u32(253, startSec + at),
  u32(5, Math.round(meters * 100)),
  u8(3, heart),
  u8(4, 20),
  u16(7, 180),
  u32(19, cycles),
  u32(73, 4167),
];

function made(options: Options = {}): Uint8Array<ArrayBuffer> {
  const { how, order = 'summary last', record, lap, session, compressed = false } = options;
  const file = new FitBytes(how);
  const rowed = options.rows ?? rows;
  const parts = options.laps ?? laps;
  file.write({ num: 0, fields: [u8(0, 4), u16(1, 999), u32(4, startSec)] });
  options.describe?.(file);
  // Compressed times continue from a full one.
  file.write({ num: 21, fields: [u32(253, startSec), u8(0, 0), u8(1, 0)] });
  const writeRow = (row: Row) => {
    options.beside?.(file, row);
    const fields = record?.(fieldsOf(row), row) ?? fieldsOf(row);
    if (compressed)
      file.writeAt(startSec + row.at, { num: 20, fields: fields.filter(({ num }) => num !== 253) });
    else file.write({ num: 20, fields });
  };
  const writeLap = (at: number) => {
    const part = parts[at];
    if (part === undefined) return;
    const fields = [
      u32(253, startSec + part.at + part.sec),
      u32(2, startSec + part.at),
      u32(7, part.sec * 1000),
      u32(8, part.sec * 1000),
      u32(9, part.meters * 100),
      u8(23, part.kind),
    ];
    file.write({ num: 19, fields: lap?.(fields, at) ?? fields });
  };
  const writeSession = () => {
    const fields = [
      u32(253, startSec + 150),
      u32(2, startSec),
      u32(7, 150_000),
      u32(8, 150_000),
      u32(9, 49_800),
      u8(5, 15),
      u8(6, 14),
      u32(10, 41),
      u16(11, 30),
      u8(16, 141),
    ];
    file.write({ num: 18, fields: session?.(fields) ?? fields });
  };
  const indexes = parts.map((_, at) => at);
  if (order === 'summary first') {
    writeSession();
    indexes.forEach(writeLap);
    rowed.forEach(writeRow);
  } else if (order === 'each lap before its records') {
    for (const at of indexes) {
      writeLap(at);
      rowed.filter(({ lap: of }) => of === at).forEach(writeRow);
    }
    writeSession();
  } else {
    rowed.forEach(writeRow);
    indexes.forEach(writeLap);
    writeSession();
  }
  file.write({ num: 34, fields: [u32(253, startSec + 150), u32(0, 150_000), u16(1, 1), u8(2, 0)] });
  return file.finish();
}

function read(bytes: Uint8Array) {
  return readWorkouts(bytes, 'x.fit', testNowMs);
}

function only(bytes: Uint8Array) {
  const { workouts, problems } = read(bytes);
  expect(problems).toEqual([]);
  expect(workouts).toHaveLength(1);
  const [workout] = workouts;
  if (workout === undefined) throw new Error('no workout');
  return workout;
}

const lacks =
  (...nums: number[]) =>
  (fields: BytesField[]) =>
    fields.filter(({ num }) => !nums.includes(num));
const plain = only(made());

test('the workout is read as it was rowed', () => {
  expect(plain).toMatchObject({
    machine: 'rower',
    startedAt: '2024-06-01T08:00:00Z',
    endedAt: '2024-06-01T08:02:30Z',
    elapsedTime: 120,
    distance: 490,
    restTime: 30,
    restDistance: 8,
    strokeCount: 41,
    calories: 30,
    averageHeartRate: 141,
    intervals: [
      { kind: 'work', time: 60, distance: 250 },
      { kind: 'rest', time: 30, distance: 8 },
      { kind: 'work', time: 60, distance: 240 },
    ],
  });
  expect(plain.strokes).toHaveLength(40);
  expect(plain.strokes[0]).toMatchObject({
    elapsedTime: 3,
    distance: 12.5,
    heartRate: 140,
    power: 180,
    interval: 1,
  });
  expect(plain.strokes[20]).toMatchObject({ elapsedTime: 63, distance: 262, interval: 2, rowedAfter: 93 });
  expect(plain.strokes.at(-1)).toMatchObject({ elapsedTime: 120, distance: 490 });
});

const unknownMessages = (file: FitBytes, { at }: Row) => {
  file.write({
    num: 0xff00 + (at % 3),
    fields: [u32(253, startSec + at), text(1, 'private'), u8(2, at % 200)],
  });
  file.write({ num: 23, fields: [u32(253, 0), u16(2, 40)] });
  file.write({ num: 140, fields: [u16(0, at), u32(1, null)] });
};

test.each<[string, Options]>([
  ['big-endian numbers', { how: { bigEndian: true } }],
  ['compressed times', { compressed: true }],
  ['compressed times and big-endian numbers', { compressed: true, how: { bigEndian: true } }],
  ['a header of 12 bytes', { how: { headerSize: 12 } }],
  ['a definition before each message', { how: { alwaysDefines: true } }],
  ['the summary first', { order: 'summary first' }],
  ['each lap before its records', { order: 'each lap before its records' }],
  ['messages that only its maker knows', { beside: unknownMessages }],
  [
    'fields that only its maker knows',
    {
      record: (fields) => [
        u16(200, 7),
        text(201, 'x'),
        ...fields,
        u32(202, null),
        { num: 203, code: 0x0d, size: 3, value: 'abc' },
      ],
    },
  ],
  ['fields without a value', { record: (fields) => [...fields, u16(87, null), u8(53, null), u16(33, null)] }],
  ['its fields in another order', { record: (fields) => [...fields.slice(3), ...fields.slice(0, 3)] }],
  ['wider numbers', { record: (fields) => fields.map((field) => (field.num === 7 ? u32(7, 180) : field)) }],
  [
    'narrower numbers',
    {
      record: (fields) =>
        fields.map((field) =>
          field.num === 19 && typeof field.value === 'number' ? u16(19, field.value) : field,
        ),
    },
  ],
  [
    'the speed of old devices',
    { record: (fields) => fields.map((field) => (field.num === 73 ? u16(6, 4167) : field)) },
  ],
  ['laps without their start', { lap: lacks(2) }],
  ['laps without a time of the timer', { lap: lacks(8) }],
  ['laps without the end', { lap: lacks(253) }],
  ['a session without a time of the timer', { session: lacks(8) }],
  ['a session without its end', { session: lacks(253) }],
  ['a session without its totals', { session: lacks(7, 8, 9) }],
  ['laps that a watch pressed at the end', { laps: [...laps, { at: 150, sec: 0, meters: 0, kind: 0 }] }],
  [
    'the recovery of a training plan instead of a rest',
    { lap: (fields, at) => fields.map((field) => (field.num === 23 && at === 1 ? u8(23, 4) : field)) },
  ],
])('with %s it is the same', (_, options) => {
  expect(only(made(options))).toEqual(plain);
});

describe('a developer field that is not known', () => {
  const developer = (described: boolean): Options => ({
    describe: (file) => {
      file.write({ num: 207, fields: [u8(3, 0), u32(4, 12)] });
      if (!described) return;
      file.write({
        num: 206,
        fields: [u8(0, 0), u8(1, 5), u8(2, 132), text(3, 'Temperature'), text(8, 'C')],
      });
    },
  });
  test.each([true, false])('is left out, described: %s', (described) => {
    const options = developer(described);
    const file = made({
      ...options,
      beside: (bytes, { at, meters, cycles }) => {
        // A record without a stroke, which has the developer's field.
        bytes.write({
          num: 20,
          fields: [u32(253, startSec + at), u32(5, Math.round(meters * 100)), u32(19, cycles - 1)],
          developer: [{ ...u16(5, 21), index: 0 }],
        });
      },
    });
    expect(only(file)).toEqual(plain);
  });
});

describe('the distance of its records', () => {
  const inLap = [0, 250, 258];
  test('may begin again in each lap', () => {
    const again = rows.map((row) => ({ ...row, meters: row.meters - (inLap[row.lap ?? 0] ?? 0) }));
    expect(only(made({ rows: again })).strokes).toEqual(plain.strokes);
  });
  test('may leave out the meters of rests', () => {
    const without = rows.map((row) => ({
      ...row,
      meters: row.lap === 2 ? row.meters - 8 : row.lap === 1 ? 250 : row.meters,
    }));
    expect(only(made({ rows: without })).strokes).toEqual(plain.strokes);
  });
});

describe('without laps', () => {
  const single = rows.slice(0, 20);
  const session = (fields: BytesField[]) =>
    fields.map((field) => {
      if (field.num === 7 || field.num === 8) return u32(field.num, 60_000);
      return field.num === 9 ? u32(9, 25_000) : field.num === 10 ? u32(10, 20) : field;
    });

  test('the session is the workout', () => {
    const workout = only(made({ laps: [], rows: single, session }));
    expect(workout).toMatchObject({ elapsedTime: 60, distance: 250, strokeCount: 20, intervals: [] });
    expect(workout.strokes).toEqual(plain.strokes.slice(0, 20));
  });
  test('and without totals the last stroke is the end', () => {
    const workout = only(made({ laps: [], rows: single, session: (fields) => lacks(7, 8, 9, 10)(fields) }));
    expect(workout).toMatchObject({ elapsedTime: 60, distance: 250, strokeCount: 20 });
  });
  test('one stroke is a workout of one stroke', () => {
    const one = (fields: BytesField[]) => lacks(7, 8, 9, 10)(fields);
    expect(only(made({ laps: [], rows: single.slice(0, 1), session: one }))).toMatchObject({
      elapsedTime: 3,
      distance: 12.5,
      strokeCount: 1,
    });
  });
  test('and without records only the totals are there', () => {
    expect(only(made({ laps: [], rows: [], session }))).toMatchObject({
      elapsedTime: 60,
      distance: 250,
      strokeCount: 20,
      strokes: [],
    });
  });
});

test('records of each second with a count of strokes have a stroke where the count changes', () => {
  const each = rows.flatMap((row) => [
    { ...row, at: row.at - 2, meters: row.meters - 8, cycles: row.cycles - 1 },
    { ...row, at: row.at - 1, meters: row.meters - 4, cycles: row.cycles - 1 },
    row,
  ]);
  expect(only(made({ rows: each })).strokes).toEqual(plain.strokes);
});

test('records without a distance are not strokes', () => {
  const file = made({
    beside: (bytes, { at }) => bytes.write({ num: 20, fields: [u32(253, startSec + at), u8(3, 150)] }),
  });
  expect(only(file)).toEqual(plain);
});

test('a heart rate of 0 means none', () => {
  const zero = rows.map((row) => ({ ...row, heart: 0 }));
  const session = (fields: BytesField[]) => fields.map((field) => (field.num === 16 ? u8(16, 0) : field));
  const workout = only(made({ rows: zero, session }));
  expect(workout.averageHeartRate).toBeNull();
  expect(workout.strokes.every(({ heartRate }) => heartRate === null)).toBe(true);
});

test.each([
  [15, 0, 'rower'],
  [4, 14, 'rower'],
  [4, 0, null],
  [4, 15, 'other'],
  [2, 6, 'bike'],
  [12, 25, 'skierg'],
  [1, 0, 'other'],
  [0, 0, null],
])(
  'sport %i and sub-sport %i of a maker without a name here are the machine %s',
  (sport, subSport, machine) => {
    const session = (fields: BytesField[]) =>
      fields.map((field) => (field.num === 5 ? u8(5, sport) : field.num === 6 ? u8(6, subSport) : field));
    expect(only(made({ session })).machine).toBe(machine);
  },
);

test('rowing with positions is on the water, unless the file says that it is indoors', () => {
  const record = (fields: BytesField[]) => [...fields, { num: 0, code: 0x85, size: 4, value: 612_345_678 }];
  const outdoors = (fields: BytesField[]) => lacks(6)(fields);
  expect(only(made({ record, session: outdoors })).machine).toBe('other');
  expect(only(made({ record })).machine).toBe('rower');
  expect(only(made({ session: outdoors })).machine).toBe('rower');
});

describe('in a container', () => {
  const file = made();
  test.each([
    ['gz', gzipSync(file)],
    ['ZIP', zipSync({ 'a.fit': file })],
    ['ZIP with stored files', zipSync({ 'a.fit': [file, { level: 0 }] })],
    ['ZIP with a gz', zipSync({ 'a.fit.gz': gzipSync(file) })],
  ])('%s it is the same', (_, bytes) => {
    const { entry: _entry, ...workout } = only(bytes);
    expect(workout).toEqual(plain);
  });

  test('two chained files are two workouts', () => {
    const { workouts, problems } = read(new Uint8Array([...file, ...file]));
    expect(problems).toEqual([]);
    expect(workouts).toEqual([plain, plain]);
  });
  test('a chained file that ends early is a problem, and the file before it is read', () => {
    const { workouts, problems } = read(new Uint8Array([...file, ...file.slice(0, 200)]));
    expect(workouts[0]).toEqual(plain);
    expect(workouts[1]?.distance ?? 0).toBeLessThan(plain.distance ?? 0);
    expect(problems.map(({ message }) => message).join(' ')).toContain(
      `This FIT file ends early: it has 200 of ${file.length} bytes.`,
    );
  });
  test('zeros after its end are ignored', () => {
    expect(only(new Uint8Array([...file, ...new Uint8Array(512)]))).toEqual(plain);
  });
});

describe('an incomplete file', () => {
  const file = made();
  const wordsOf = ({ problems }: ReturnType<typeof read>) => problems.map(({ message }) => message).join(' ');

  test.each(['summary last', 'summary first', 'each lap before its records'] as const)(
    'an incomplete file with the %s, cut anywhere, never has more than the whole file, and says so',
    (order) => {
      const whole = made({ order });
      for (let end = 14; end < whole.length; end += 1) {
        const found = read(whole.slice(0, end));
        const [workout] = found.workouts;
        expect(wordsOf(found)).toContain(`ends early: it has ${end} of ${whole.length} bytes`);
        expect(workout?.elapsedTime ?? 0).toBeLessThanOrEqual(120);
        expect(workout?.distance ?? 0).toBeLessThanOrEqual(490);
      }
    },
  );

  test('counts as complete if only its last bytes are missing', () => {
    const { workouts } = read(file.slice(0, -1));
    expect(workouts).toEqual([only(file)]);
  });

  test('because its device was switched off, and never wrote its size, session and laps, is read from its records', () => {
    const whole = made({ laps: [], rows: rows.slice(0, 20) });
    const lost = new Uint8Array(whole.slice(0, -60)).fill(0, 4, 8);
    const found = read(lost);
    expect(found.workouts).toMatchObject([{ elapsedTime: 60, distance: 250, strokes: { length: 20 } }]);
    expect(wordsOf(found)).toMatch(/never finished.*Its time and distance are those of its records/);
  });

  test('an incomplete file with a wrong checksum is read, and reports it', () => {
    const found = read(file.with(file.length - 1, (file.at(-1) ?? 0) ^ 4));
    expect(found.workouts).toEqual([only(file)]);
    expect(wordsOf(found)).toBe('This FIT file has a wrong checksum. What can be read of it is read.');
  });

  test('an incomplete file with a wrong checksum and a session that its records contradict is not a workout', () => {
    const other = made({
      session: (fields) => fields.map((each) => (each.num === 9 ? { ...each, value: 90_000 } : each)),
    });
    const found = read(other.with(other.length - 1, (other.at(-1) ?? 0) ^ 4));
    expect(found.workouts).toEqual([]);
    expect(wordsOf(found)).toContain('contradict each other, so its time and distance are not known');
  });

  test('is not a workout if it has only its header', () => {
    const found = read(file.slice(0, 14));
    expect(found.workouts).toEqual([]);
    expect(wordsOf(found)).toMatch(/has 14 of \d+ bytes.*has no session, no records and no laps/);
  });
});

describe('refused is', () => {
  const file = made();
  test.each([
    ['an empty file', new Uint8Array(), 'This file is empty.'],
    [
      'what follows no header',
      new Uint8Array([...file, 1, 2, 3]),
      'This FIT file has other data after its end.',
    ],
  ])('%s', (_, bytes, message) => {
    expect(read(bytes).problems).toEqual([{ message }]);
  });
});

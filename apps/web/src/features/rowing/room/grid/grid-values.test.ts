import type { Machine } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { gridRowOf, sortGrid, type GridColumn, type GridRow, type GridRower } from './grid-values.ts';

const sample: LiveSample = {
  phase: 'rowing',
  elapsedTime: 754.3,
  distance: 3127.4,
  currentPace: 118.4,
  averagePace: 120.6,
  strokeRate: 24,
  heartRate: 158,
  isSimulated: false,
};
const rowWith = (
  parts: Partial<LiveSample>,
  more: { name?: string; pieces?: number; silence?: number; machine?: Machine } = {},
) =>
  gridRowOf(
    {
      activity: buildActivity({
        name: more.name ?? 'Anna Oduya',
        machine: more.machine ?? 'rower',
        isCompleted: false,
        completedAt: null,
      }),
      sample: { ...sample, ...parts },
      silence: more.silence ?? null,
      waiting: null,
      other: null,
      ageSec: 0,
    },
    { staleMinutes: null, isAway: false, erg: null },
    undefined,
    more.pieces ?? 0,
  );
const texts = ({ cells }: GridRow, ...columns: GridColumn[]) => columns.map((column) => cells[column].text);

describe('the row of an athlete', () => {
  test('[SESS-2] shows every live value', () => {
    expect(texts(rowWith({}), 'distance', 'time', 'pace', 'average', 'rate', 'heartRate')).toEqual([
      '3,127 m',
      '12:34.3',
      '1:58.4',
      '2:00.6',
      '24',
      '158',
    ]);
  });

  test('shows the paces of a BikeErg per 1000 m', () => {
    expect(texts(rowWith({}, { machine: 'bike' }), 'pace', 'average')).toEqual(['3:56.8', '4:01.2']);
  });

  test('shows the values that a coach needs of a piece', () => {
    const row = rowWith(
      {
        power: 211,
        dragFactor: 118,
        interval: 3,
        left: { kind: 'distance', value: 399.2 },
        lastSplit: { number: 2, time: 118.2, distance: 500, pace: 118.2 },
        unsent: 12,
        inTarget: false,
      },
      { pieces: 8 },
    );
    expect(texts(row, 'power', 'drag', 'piece', 'left', 'split', 'unsent', 'target')).toEqual([
      '211',
      '118',
      '3 of 8',
      '399 m',
      '1:58.2',
      '12',
      '✗ off',
    ]);
  });

  test.each([
    [{ kind: 'time', value: 99.6 }, '1:40'],
    [{ kind: 'rest', value: 41.2 }, 'rest 0:41'],
    [{ kind: 'calories', value: 12 }, '12 cal'],
  ] as const)('shows what is left as %o', (left, text) => {
    expect(rowWith({ left }).cells.left.text).toBe(text);
  });

  test('shows unsent strokes only when they are more than those being sent', () => {
    expect(texts(rowWith({ unsent: 2 }), 'unsent')).toEqual(['']);
    expect(texts(rowWith({ unsent: 3 }), 'unsent')).toEqual(['3']);
  });

  test('shows a dash if the machine sends no meters, or no rate yet', () => {
    expect(texts(rowWith({ distance: 0, elapsedTime: 60, strokeRate: 0 }), 'distance', 'rate')).toEqual([
      '–',
      '–',
    ]);
    expect(texts(rowWith({ distance: 0, elapsedTime: 1 }), 'distance')).toEqual(['0 m']);
  });

  test('shows the signal: rowing, none for some seconds, lost, stale by the server', () => {
    const activity = buildActivity({ isCompleted: false, completedAt: null });
    const of = (rower: Partial<GridRower>, signal: object = {}) =>
      gridRowOf(
        {
          activity,
          sample: undefined,
          silence: 'unknown',
          waiting: null,
          other: null,
          ageSec: 0,
          ...rower,
        },
        { staleMinutes: null, isAway: false, erg: null, ...signal },
        undefined,
        0,
      );
    expect([rowWith({ phase: 'paused' }).cells.connection.text, rowWith({}).isStale]).toEqual([
      'Paused',
      false,
    ]);
    expect([rowWith({}, { silence: 12 }).cells.connection.text, of({}).cells.connection.text]).toEqual([
      'No signal for 12 s',
      'No signal',
    ]);
    expect(of({}, { staleMinutes: 12 }).cells.connection.text).toBe('No signal for 12 min');
    expect(of({ silence: null, waiting: 'ready' })).toMatchObject({
      cells: { connection: { text: 'Ready' } },
      isStale: false,
    });
    expect(of({ silence: null, waiting: 'notSet' }).cells.connection.text).toBe('Monitor not set');
    expect(of({ silence: null, sample, ageSec: 2 })).toMatchObject({
      cells: { connection: { text: 'Rowing' } },
      isStale: true,
    });
    expect(of({}, { erg: 'none' }).cells.connection.text).toBe('No erg');
    expect(of({}, { erg: 'silent' }).cells.connection.text).toBe('Monitor silent');
    expect(of({ silence: 'loading' })).toMatchObject({ cells: { connection: { text: '' } }, isStale: false });
    const isUnusual = (...given: Parameters<typeof of>) => of(...given).isUnusual;
    expect(isUnusual({ silence: null, waiting: 'ready' })).toBe(true);
    expect(isUnusual({}, { erg: 'silent' })).toBe(true);
    expect([rowWith({}).isUnusual, rowWith({ phase: 'resting' }).isUnusual]).toEqual([false, true]);
    expect(isUnusual({ silence: 'loading' })).toBe(false);
    expect(of({}, { isAway: true })).toMatchObject({
      cells: { connection: { text: 'Left' } },
      isStale: true,
    });
    expect(of({}, { isAway: true, staleMinutes: 12 }).cells.connection.text).toBe('Left 12 min ago');
  });
});

describe('the order of the grid', () => {
  const rows = [
    rowWith({ distance: 100, heartRate: null }, { name: 'Cleo' }),
    rowWith({ distance: 300 }, { name: 'Ann' }),
    rowWith({ distance: 200, heartRate: 170 }, { name: 'Ben' }),
  ];
  const sorted = (column: GridColumn, direction: 'ascending' | 'descending') =>
    sortGrid(rows, { column, direction }).map(
      (id) => rows.find(({ activity }) => activity._id === id)?.cells.name.text,
    );

  test('is that of a column, in both directions, with missing values last', () => {
    expect(sorted('distance', 'descending')).toEqual(['Ann', 'Ben', 'Cleo']);
    expect(sorted('name', 'ascending')).toEqual(['Ann', 'Ben', 'Cleo']);
    expect(sorted('heartRate', 'ascending')).toEqual(['Ann', 'Ben', 'Cleo']);
    expect(sorted('heartRate', 'descending')).toEqual(['Ben', 'Ann', 'Cleo']);
  });
});

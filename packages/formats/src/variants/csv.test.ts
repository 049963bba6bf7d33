import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvKinds, type CsvKind } from '../../test/csv-kinds.ts';
import { csvText, csvVariants } from '../../test/csv-variants.ts';
import { onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';

describe.each(csvKinds)('a $name file', (kind: CsvKind) => {
  const text = csvText(kind);
  const workout = onlyWorkout(text);

  test('is read as it was rowed', () => {
    expect(workout).toMatchObject(kind.workout);
    expect(workout.strokes).toHaveLength(12);
    expect(workout.strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual(
      Array.from({ length: 12 }, (_, at) => [(at + 1) * 2.5, (at + 1) * 10.5]),
    );
    expect(workout.strokes[0]?.strokeRate).toBeNull();
    expect(workout.strokes[5]).toMatchObject({ pace: 119.5, strokeRate: 24, heartRate: 125 });
  });

  test.each(csvVariants)('may have %s', (_, write) => {
    expect(onlyWorkout(write(kind))).toEqual(workout);
  });

  test.each(Object.entries(kind.optional))('may lack the column “%s”', (column, field) => {
    const at = kind.header.indexOf(column);
    const without = (cells: string[]) => cells.toSpliced(at, 1);
    const lacking = { ...kind, header: without(kind.header), rows: kind.rows.map(without) };
    expect(field !== undefined && workout.strokes[5]?.[field]).not.toBeNull();
    const read = onlyWorkout(csvText(lacking));
    expect(read.strokes).toEqual(workout.strokes.map((stroke) => ({ ...stroke, [String(field)]: null })));
  });

  const junk = ['false', 'many', 'NaN', '-32768', '65535', '38338', '255', '-', '1e9', '0', '∞'];
  test.each(Object.entries(kind.optional).flatMap(([column]) => junk.map((cell) => [column, cell] as const)))(
    'keeps its time and distance where “%s” is %s throughout, and says at most once that it is left out',
    (column, cell) => {
      const at = kind.header.indexOf(column);
      const rows = kind.rows.map((cells) => cells.with(at, cell));
      const { workouts, problems } = readText(csvText({ ...kind, rows }));
      expect(workouts).toMatchObject([{ elapsedTime: workout.elapsedTime, distance: workout.distance }]);
      expect(workouts[0]?.strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual(
        workout.strokes.map(({ elapsedTime, distance }) => [elapsedTime, distance]),
      );
      expect(problems.length).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    ['gz', gzipSync(strToU8(text)), undefined],
    ['ZIP', zipSync({ 'in a folder/strokes.csv': strToU8(text) }), 'in a folder/strokes.csv'],
    ['ZIP of a gz', zipSync({ 'strokes.csv.gz': gzipSync(strToU8(text)) }), 'strokes.csv.gz'],
  ])('may be in a %s', (_, bytes, entry) => {
    const { workouts, problems } = readWorkouts(bytes, 'x', testNowMs);
    expect(problems).toEqual([]);
    expect(workouts).toEqual([entry === undefined ? workout : { ...workout, entry }]);
  });

  test('a stroke file with one stroke is a workout of one stroke', () => {
    if (kind.name === 'RowPro' || kind.name === 'RowHero') return;
    expect(onlyWorkout(csvText({ ...kind, rows: kind.rows.slice(0, 1) }))).toMatchObject({
      elapsedTime: 2.5,
      distance: 10.5,
      strokeCount: 1,
      strokes: [{ elapsedTime: 2.5, distance: 10.5 }],
    });
  });

  test('a stroke file without strokes is refused', () => {
    // RowPro's own line has the total.
    if (kind.name === 'RowPro') return;
    const content = csvText({ ...kind, rows: [] });
    const { workouts, problems } = readWorkouts(strToU8(content), 'x.csv', testNowMs);
    expect(workouts).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringMatching(/no strokes|no row/) }]);
  });

  test('cut in a number is read up to that line, and reports it', () => {
    const cut = text.slice(0, text.length - Math.round(text.length / 20));
    const { workouts, problems } = readWorkouts(strToU8(cut), 'x.csv', testNowMs);
    const [found] = workouts;
    expect(found?.strokes).toEqual(workout?.strokes.slice(0, found?.strokes.length));
    expect(found?.strokes.length).toBeGreaterThan((workout?.strokes.length ?? 0) * 0.8);
    expect(problems.map(({ message }) => message).join(' ')).toMatch(/ends in the middle of this line/);
  });

  test('may be in UTF-16', () => {
    const bytes = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (char) => char.charCodeAt(0)).buffer);
    expect(readWorkouts(bytes, 'x.csv', testNowMs)).toEqual({ workouts: [workout], problems: [] });
  });

  test.each([
    ['a word', 'many', /is not a number|is not a time|not understood/],
    ['a number below zero', '-5', /below zero|is not a time/],
  ])(
    'a stroke file with %s for the distance of a stroke loses that stroke, and names its line',
    (_, cell, message) => {
      const at = kind.header.findIndex(
        (column) => /horizontal|distance/i.test(column) && !/rest|stroke/i.test(column),
      );
      const rows = kind.rows.map((cells, row) => (row === 6 ? cells.with(at, cell) : cells));
      const column = kind.header[at];
      if (column === 'DistanceMeters') return;
      const { workouts, problems } = readText(csvText({ ...kind, rows }));
      expect(problems).toMatchObject([
        { line: kind.above.length + 8, message: expect.stringMatching(message) },
      ]);
      expect(workouts[0]?.strokes).toHaveLength(11);
    },
  );
});

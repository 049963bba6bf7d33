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

  test.each([
    ['gz', gzipSync(strToU8(text)), undefined],
    ['ZIP', zipSync({ 'in a folder/strokes.csv': strToU8(text) }), 'in a folder/strokes.csv'],
    ['ZIP of a gz', zipSync({ 'strokes.csv.gz': gzipSync(strToU8(text)) }), 'strokes.csv.gz'],
  ])('may be in a %s', (_, bytes, entry) => {
    const { workouts, problems } = readWorkouts(bytes, 'x', testNowMs);
    expect(problems).toEqual([]);
    expect(workouts).toEqual([entry === undefined ? workout : { ...workout, entry }]);
  });

  test('of one stroke is a workout of one stroke', () => {
    if (kind.name === 'RowPro' || kind.name === 'RowHero') return;
    expect(onlyWorkout(csvText({ ...kind, rows: kind.rows.slice(0, 1) }))).toMatchObject({
      elapsedTime: 2.5,
      distance: 10.5,
      strokeCount: 1,
      strokes: [{ elapsedTime: 2.5, distance: 10.5 }],
    });
  });

  test.each([
    [
      'without strokes',
      csvText({ ...kind, rows: [] }),
      /no strokes|The rest is missing|no row|end long before/,
    ],
    [
      'cut in a number',
      text.slice(0, text.length - Math.round(text.length / 20)),
      /ends in the middle|rest is missing/,
    ],
    ['in UTF-16', `\uFEFF${text}`, /UTF-16/],
  ])('%s is refused', (how, content, message) => {
    const bytes =
      how === 'in UTF-16'
        ? new Uint8Array(Uint16Array.from(content, (c) => c.charCodeAt(0)).buffer)
        : strToU8(content);
    const { workouts, problems } = readWorkouts(bytes, 'x.csv', testNowMs);
    expect(workouts).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
  });

  test.each([
    ['a word', 'many', /is not a number|is not a time|not understood/],
    ['a number below zero', '-5', /below zero|is not a time/],
  ])('with %s for the distance of a stroke loses that stroke, and names its line', (_, cell, message) => {
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
  });
});

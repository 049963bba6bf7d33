import type { SheetResult, SheetRow } from '@boathouse/contract/activities/entries';
import { expect, test } from 'vitest';
import { buildPerson, idOf } from '../../../../../test/people.ts';
import { changesOf, draftRowOf, emptyDraft, sheetItemOf, withoutStored, type Draft } from './sheet-rows.ts';

const stored: SheetResult = {
  activity: idOf(50),
  machine: 'rower',
  distance: 21_097,
  elapsedTime: 5_025.3,
  strokeRate: 24,
  heartRate: null,
  isPartial: false,
};
const rowOf = (number: number, parts: Partial<SheetRow> = {}): SheetRow => ({
  user: buildPerson(number, `Athlete ${number}`),
  entered: null,
  own: null,
  refusal: null,
  ...parts,
});
const draftOf = (texts: Record<number, object>, machine: Draft['machine'] = null): Draft => ({
  machine,
  texts: new Map(Object.entries(texts).map(([number, typed]) => [idOf(Number(number)), typed])),
});
const half = sheetItemOf('21097 m');

test.each([
  ['2000 m', ['time', 'strokeRate', 'heartRate']],
  ['30:00', ['distance', 'strokeRate', 'heartRate']],
  ['As you feel', ['distance', 'time', 'strokeRate', 'heartRate']],
])('the sheet of %s has the columns %j', (text, columns) => {
  expect(sheetItemOf(text).columns).toEqual(columns);
});

test('sends only the changed rows, a cleared one as removed, and names unreadable ones', () => {
  const rows = [rowOf(1), rowOf(2), rowOf(3, { entered: stored }), rowOf(4, { entered: stored }), rowOf(5)];
  const draft = draftOf({
    1: { time: '1:20:00' },
    2: { time: 'soon' },
    3: { time: '', strokeRate: '' },
    5: { time: '' },
  });
  expect(changesOf(rows, half, draft)).toEqual({
    changes: [
      {
        user: idOf(1),
        result: { distance: 21_097, elapsedTime: 4_800, strokeRate: null, heartRate: null },
      },
      { user: idOf(3), result: null },
    ],
    wrong: [idOf(2)],
  });
});

test('a correction of one figure keeps the tenths that the others do not show', () => {
  const row = rowOf(1, { entered: stored });
  const { texts, isChanged } = draftRowOf(row, half, emptyDraft, 'rower');
  expect([texts.time, isChanged]).toEqual(['1:23:45', false]);
  const { changes } = changesOf([row], half, draftOf({ 1: { heartRate: '160' } }));
  expect(changes).toMatchObject([{ result: { elapsedTime: 5_025.3, strokeRate: 24, heartRate: 160 } }]);
});

test('another machine changes the results entered on the previous one', () => {
  const rows = [rowOf(1, { entered: stored }), rowOf(2)];
  expect(changesOf(rows, half, draftOf({}, 'skierg')).changes).toMatchObject([
    { user: idOf(1), result: { elapsedTime: 5_025.3 } },
  ]);
});

test('nothing is sent for an athlete whose monitor has the complete result', () => {
  const rows = [rowOf(1, { own: stored }), rowOf(2, { own: { ...stored, isPartial: true } })];
  const { changes } = changesOf(rows, half, draftOf({ 1: { time: '1:20:00' }, 2: { time: '1:20:00' } }));
  expect(changes.map(({ user }) => user)).toEqual([idOf(2)]);
});

test('keeps values typed while it was being stored', () => {
  const sent = draftOf({ 1: { time: '1:20:00' }, 2: { time: '1:21:00' }, 3: { time: '1:22:00' } });
  const texts = new Map(sent.texts).set(idOf(2), { time: '1:21:30' });
  const left = withoutStored({ ...sent, texts }, sent, new Set([idOf(1), idOf(2)]));
  expect([...left.texts]).toEqual([
    [idOf(2), { time: '1:21:30' }],
    [idOf(3), { time: '1:22:00' }],
  ]);
});

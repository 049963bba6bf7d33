import { describe, expect, test } from 'vitest';
import { buildRowSnapshot } from '../../../../../test/rowing/build-row-snapshot.ts';
import { sessionId } from '../../../../../test/rowing/fake-row-page.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { nowMs } from '../../../../../test/now.ts';
import { answerTo, isLate, rowKeyOf, type PageFacts } from './answer-to-press.ts';

const press = { item: 1, workout: '500m' };
const waiting: PageFacts = {
  workoutItems: ['2000m', '500m'],
  doneItems: [],
  erg: 'real',
  row: 'none',
  isSetTo: () => false,
};

describe('a press that sets all monitors', () => {
  test.each<[string, Partial<PageFacts>, string]>([
    ['a waiting monitor', {}, 'asking'],
    ['an athlete who has begun the item and not rowed yet', { row: { waitingFor: 1 } }, 'asking'],
    ['a monitor in the middle of a row', { row: 'rowing' }, 'rowing'],
    ['an athlete who is about to row another item', { row: { waitingFor: 0 } }, 'rowing'],
    ['a page without an erg', { erg: 'none' }, 'noErg'],
    ['a simulated erg, which Start Workout sets', { erg: 'simulated' }, 'set'],
    ['a monitor that waits with the item', { isSetTo: (item: number) => item === 1 }, 'set'],
    ['a monitor that waits with another item', { isSetTo: (item: number) => item === 0 }, 'asking'],
    ['an athlete with a result of the item', { doneItems: [1] }, 'done'],
    ['an athlete with a result of another item', { doneItems: [0] }, 'asking'],
    ['a page whose session has another text', { workoutItems: ['2000m', '1000m'] }, 'late'],
    ['a page whose session has no such item', { workoutItems: ['2000m'] }, 'late'],
    ['a rowed monitor that is set to the item', { row: 'rowing', isSetTo: () => true }, 'rowing'],
  ])('a press that sets all monitors to %s is answered', (_, facts, answer) => {
    expect(answerTo(press, { ...waiting, ...facts })).toBe(answer);
  });
});

test('a press is late after half a minute by the server’s clock, and not while that is unknown', () => {
  expect(isLate({ atMs: 1_000 }, 31_000)).toBe(false);
  expect(isLate({ atMs: 1_000 }, 31_001)).toBe(true);
  expect(isLate({ atMs: 1_000 }, null)).toBe(false);
});

test('an athlete rows on another device until the row there is silent, for values of any age', () => {
  const activity = buildActivity({ isCompleted: false, heardAt: new Date(nowMs() - 20_000).toISOString() });
  const row = buildRowSnapshot({ lostTo: 'device', activity });
  expect(rowKeyOf(row, sessionId)).toBe('rowing');
  expect(rowKeyOf({ ...row, isSilent: true }, sessionId)).toBe('none');
});

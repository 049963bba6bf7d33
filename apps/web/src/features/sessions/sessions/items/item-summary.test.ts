import { expect, test } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { summaryOf } from './item-summary.ts';

const result = (name: string, elapsedTime: number, parts = {}) =>
  buildActivity({
    name,
    elapsedTime,
    workout: '5000m',
    distance: 5000,
    averagePace: elapsedTime / 10,
    ...parts,
  });
const ann = result('Ann', 1201.5);
const ben = result('Ben', 1180);

test("a finished item shows its first result, or the viewer's own", () => {
  expect(summaryOf('5000m', [ann, ben], 'someone')).toBe('First: Ben 19:40.0');
  expect(summaryOf('5000m', [ann, ben], ann.user._id)).toBe('You: 20:01.5');
});

test('the value is the one that ranks the item', () => {
  expect(summaryOf('20:00', [result('Ann', 1200, { distance: 5012.3, workout: '20:00' })], '')).toBe(
    'First: Ann 5,012 m',
  );
  expect(summaryOf('As you like', [result('Ann', 1201.5, { workout: 'As you like' })], '')).toBe(
    'First: Ann 2:00.2',
  );
});

test("results that are simulated, partial or of another maker's rower are never first", () => {
  const others = [
    result('Wet', 700, { machine: 'otherrower' }),
    result('Sim', 900, { isSimulated: true }),
    result('Short', 800, { isPartial: true }),
  ];
  expect(summaryOf('5000m', [...others, ann], '')).toBe('First: Ann 20:01.5');
  expect(summaryOf('5000m', others, '')).toBeNull();
});

test('each machine has its own first', () => {
  const sofia = result('Sofia', 700, { machine: 'bike' });
  expect(summaryOf('5000m', [sofia, ann, ben], '')).toBe(
    'First: Ben 19:40.0 (RowErg), Sofia 11:40.0 (BikeErg)',
  );
});

test('a result from before the item was edited is not first', () => {
  expect(summaryOf('5000m', [result('Eva', 200, { workout: '1000m' }), ann], '')).toBe('First: Ann 20:01.5');
});

test('all level athletes are first', () => {
  const level = ['Ann', 'Ben', 'Cas', 'Dan'].map((name) => result(name, 1180));
  expect(summaryOf('5000m', [...level.slice(0, 2), result('Eve', 1190)], '')).toBe(
    'First: Ann and Ben 19:40.0',
  );
  expect(summaryOf('5000m', level.slice(0, 3), '')).toBe('First: Ann, Ben, and Cas 19:40.0');
  expect(summaryOf('5000m', level, '')).toBe('First: Ann, Ben, and 2 others 19:40.0');
});

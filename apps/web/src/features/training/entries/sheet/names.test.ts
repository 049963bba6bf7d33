import { expect, test } from 'vitest';
import { matchName } from './names.ts';

const athletes = ['Zoë Oar', 'Ben Scull', 'Ann Oar', 'Anna Blade', 'Jean-Luc Le Bec', 'Ann Oar'].map(
  (displayName, index) => ({ _id: `${index}`, displayName }),
);

test.each([
  ['Ben Scull', '1'],
  ['  ben SCULL ', '1'],
  ['Scull, Ben', '1'],
  ['Zoe Oar', '0'],
  ['B. Scull', '1'],
  ['Scull', '1'],
  ['Anna', '3'],
  ['le bec jean luc', '4'],
  ['J.-L. Le Bec', '4'],
  ['O Z', '0'],
])('%s matches only this athlete', (name, id) => {
  expect(matchName(athletes, name)).toMatchObject({ kind: 'one', athlete: { _id: id } });
});

test.each([
  ['Ann', 'many'],
  ['Ann Oar', 'many'],
  ['Oar', 'many'],
  ['Ben Sculler', 'none'],
  ['Ben Ben', 'none'],
  ['', 'none'],
  ['-', 'none'],
])('%s fits %s', (name, kind) => {
  expect(matchName(athletes, name)).toEqual({ kind });
});

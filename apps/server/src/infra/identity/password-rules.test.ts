import { expect, test } from 'vitest';
import { passwordProblemOf } from './password-rules.ts';

const ann = { name: 'Ann Oar', email: 'ann.oar@athletes.example' };

test.for([
  ['      ', 'spaces alone'],
  ['\u3000\u00a0\t   ', 'spaces alone'],
  ['password', 'most common'],
  ['QWERTY', 'most common'],
  [' 123456 ', 'most common'],
  ['ｐassword', 'most common'],
  // The last of the list.
  ['wassup', 'most common'],
  ['aaaaaa', 'repeated'],
  ['  ZZZZZZZZ ', 'repeated'],
  ['rowing', 'Rowing'],
  ['Rowing2026!', 'Rowing'],
  ['boat house', 'Rowing'],
  ['BOATHOUSE', 'Rowing'],
  ['Elmbank Rowing', 'Rowing'],
  ['oar123', 'name and email'],
  ['Ann Oar', 'name and email'],
  ['annoar', 'name and email'],
  ['ann.oar@athletes.example', 'name and email'],
  ['ANN.OAR', 'name and email'],
] as const)('%j can’t be a password, because of %s', ([password, reason]) => {
  expect(passwordProblemOf(password, ann, 'Elmbank Rowing')).toContain(reason);
});

test.for([
  'rowing-together',
  'we row at six',
  '847291',
  'Ann Oar rows',
  'passwords of mine',
  '# Copyright',
  '#',
  'a   b',
])('%j can be a password', (password) => {
  expect(passwordProblemOf(password, ann)).toBeNull();
});

test('an account without a name or email refuses no password because of them', () => {
  expect(passwordProblemOf('ann oar', { name: '', email: '' })).toBeNull();
});

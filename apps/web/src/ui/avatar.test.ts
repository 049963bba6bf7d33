import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
  ['Maren Olsen', 'MO'],
  ['Wilhelmina von der Wasserkante', 'WW'],
  ['cox', 'C'],
  ['2k Tom', '2T'],
  ['Ann (Crew 2)', 'A2'],
  ['משה (חתירה)', 'מח'],
  ['Ruben 🚣🏽‍♂️', 'R'],
  ['🚣🏽‍♂️ 🌊', '🚣🏽‍♂️'],
  ['(', '('],
  ['', ''],
])('shows the initials of %j as %j: letters and digits, never half a character', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

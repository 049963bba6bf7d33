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
])(
  'the icon of %j without a picture reads %j: letters and digits, and no half of a sign',
  (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  },
);

import { expect, test } from 'vitest';
import { hashOf, openSectionOf, sectionNames } from './sections.ts';

test.each([
  ['', 'profile', null],
  ['#page', 'profile', null],
  ['#account', 'account', 'account'],
  ['#none', null, null],
])('[SET-1] the address %j opens %j on a wide page and %j on a narrow one', (hash, wide, narrow) => {
  expect([openSectionOf(hash, true), openSectionOf(hash, false)]).toEqual([wide, narrow]);
});

test.each([...sectionNames, null])('[SET-1] %j has its own address', (name) => {
  expect([openSectionOf(hashOf(name), true), openSectionOf(hashOf(name), false)]).toEqual([name, name]);
});

import { expect, test } from 'vitest';
import { requirePlainTarget } from './request-target.ts';

test.each([
  '/',
  '/api/users?pagesize=5',
  '/api/clubs/customURL/caf%C3%A9',
  '/sessions/7?q=%61',
  '/a%2Fb%20c%25%40%5B%60%7B%2d%5f%7E',
  '//api/users',
])('%s is served as it is written', (target) => {
  expect(() => requirePlainTarget(target)).not.toThrow();
});

test.each([
  '/%61pi/users',
  '/ap%69/users',
  '/api/%55sers',
  '/%4Ap',
  '/%5a',
  '/%7A',
  '/api/users/%30',
  '/%39',
])('%s is refused, because its letters are hidden', (target) => {
  expect(() => requirePlainTarget(target)).toThrow('must not encode letters or digits');
});

test.each(['http://row.example/api/users', '*', 'row.example:80', ''])('%s is not a path', (target) => {
  expect(() => requirePlainTarget(target)).toThrow('must begin with /');
});

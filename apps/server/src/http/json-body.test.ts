import { expect, test } from 'vitest';
import { isDeeperThan } from './json-body.ts';

const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);

test.for([
  ['arrays and objects at the limit', nested(4), false],
  ['one level more', `[${nested(4)}]`, true],
  ['many shallow ones beside each other', `[${'[{}],'.repeat(100)}[]]`, false],
  ['brackets in a text', '["[[[[[[{{{{"]', false],
  ['brackets in a text after an escaped quote', String.raw`["\"[[[[[["]`, false],
  ['brackets after a text that ends with a backslash', String.raw`["\\", [[[[[]]]]]]`, true],
  ['a text without an end', '["[[[[[[', false],
  ['no JSON at all', ']]]][[[[[', false],
] as const)('nesting is counted without looking into texts: %s', ([, json, isDeeper]) => {
  expect(isDeeperThan(4, json)).toBe(isDeeper);
});

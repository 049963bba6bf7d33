import { expect, test } from 'vitest';
import { mutantsOf, sampleOf } from './find-mutants.ts';

test('a change affects the logic, and has its place', () => {
  const content = [
    "import { a } from './a - b.ts';",
    '/** Returns a + b, if a < b. */',
    'type Sum = { isOver: true };',
    'export function sum(a: number, b: number): number {',
    '  if (a <= b && b > 0) return a + b; // a - b',
    "  return label === 'a && b' ? 0 : Math.min(a, b);",
    '}',
  ].join('\n');
  const found = mutantsOf('sum.ts', content);
  expect(found.map(({ line, was, text }) => `${line}:${was.trim()} ${text.trim()}`).toSorted()).toEqual([
    '5:&& ||',
    '5:+ -',
    '5:<= <',
    '5:> >=',
    '6:=== !==',
    '6:Math.min Math.max',
  ]);
  const [change] = found.filter(({ was }) => was === ' <= ');
  expect(content.slice(0, change?.start) + change?.text + content.slice(change?.end)).toContain(
    'if (a < b && b > 0)',
  );
});

test('a sample is the same for a seed, differs for another seed, and has no change twice', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(sampleOf(all, 10, 7)).toEqual(sampleOf(all, 10, 7));
  expect(sampleOf(all, 10, 7)).not.toEqual(sampleOf(all, 10, 8));
  expect(new Set(sampleOf(all, 100, 7)).size).toBe(100);
  expect(sampleOf(all, 200, 7)).toHaveLength(100);
});

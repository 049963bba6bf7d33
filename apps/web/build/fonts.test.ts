// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fontAxes, textOf } from './fonts.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));
const styles = globSync('**/*.css', { cwd: source }).map((path) => readFileSync(`${source}/${path}`, 'utf8'));

/** The numbers that the style sheets give a property, without those of `@font-face`. */
function valuesOf(property: string): number[] {
  const pattern = new RegExp(`${property}:\\s*([\\d.]+)%?;`, 'g');
  return styles.flatMap((css) =>
    [...css.replaceAll(/@font-face \{[^}]*\}/g, '').matchAll(pattern)].map(([, value]) => Number(value)),
  );
}

test.each([
  ['font-weight', fontAxes.wght],
  ['font-stretch', fontAxes.wdth],
] as const)('every %s of the app is in the font', (property, { min, max }) => {
  const values = valuesOf(property);
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((value) => value < min || value > max)).toEqual([]);
});

test('the characters of a range are read', () => {
  expect(textOf('U+0041-0043, U+20AC')).toBe('ABC€');
  expect(() => textOf('U+4??')).toThrow('No range of characters: U+4??');
});

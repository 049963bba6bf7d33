// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const gallery = join(import.meta.dirname, '../../test/gallery');

/** It has no leading slash. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

test('every component of the UI kit is in the gallery', () => {
  const shown = filesBelow(gallery)
    .map((file) => readFileSync(join(gallery, file), 'utf8'))
    .join('\n');
  const components = filesBelow(import.meta.dirname).filter((file) => !file.endsWith('.test.tsx'));
  expect(components.length).toBeGreaterThan(30);
  expect(components.filter((file) => !shown.includes(`/src/ui/${file}'`))).toEqual([]);
});

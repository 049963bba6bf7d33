import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(repository, 'docs/operate/failures.md'), 'utf8');

/** The cells of each row of the page's tables, without the header cells. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (what goes wrong|-)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a file has a test of that title, possibly preceded by the ids of requirements. */
function hasTest(file: string, title: string): boolean {
  const text = readFileSync(join(repository, file), 'utf8').replaceAll(String.raw`\'`, "'");
  return new RegExp(`['"\`](\\[[A-Z]+-\\w+\\] )*${escaped(title)}['"\`]`).test(text);
}

test('a title that no test has is reported', () => {
  expect(hasTest('scripts/failures.test.ts', 'a title that no test has is found missing')).toBe(true);
  expect(hasTest('scripts/failures.test.ts', ['a title that', 'is nowhere'].join(' '))).toBe(false);
});

test('each outside party has its table', () => {
  const parties = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(parties).toHaveLength(17);
  expect(rows.length).toBeGreaterThan(90);
});

describe.each(rows)('%s', (...cells) => {
  const [, , shown = ''] = cells;
  test('names a test that exists, or none', () => {
    expect(cells).toHaveLength(3);
    if (shown === 'no test') return;
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? [];
    expect(existsSync(join(repository, file)), `${file} exists`).toBe(true);
    expect(hasTest(file, title), `${file} has a test "${title}"`).toBe(true);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const repository = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const NamesSchema = z.optional(z.record(z.string(), z.string()));
const ManifestSchema = z.object({
  dependencies: NamesSchema,
  devDependencies: NamesSchema,
  optionalDependencies: NamesSchema,
});

/** Packages outside the repository that a `package.json` names; the types of a package count with it. */
function declared(): string[] {
  const names = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: repository })]
    .concat('e2e/package.json')
    .flatMap((path) => Object.values(ManifestSchema.parse(JSON.parse(read(path)))))
    .flatMap((group) => Object.keys(group ?? {}))
    .filter((name) => !name.startsWith('@boathouse/'));
  return [...new Set(names.map((name) => (name.startsWith('@types/') ? '@types/*' : name)))].sort();
}

/** Packages named in the first cells of the tables. */
const described = () =>
  read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    .sort();

test('each external package has its line in docs/dependencies.md, once, and no other line exists', () => {
  expect(described()).toEqual(declared());
});

test("a line says the package's purpose, why it was chosen and what would replace it", () => {
  const rows = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const short = rows.filter(
    (line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
        .filter(Boolean).length !== 4,
  );
  expect(short).toEqual([]);
});

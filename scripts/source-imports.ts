import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type Import = {
  /** The module as written. */
  wanted: string;
  /** The text between `import` or `export` and `from`; empty for a dynamic or side-effect import. */
  clause: string;
  isDynamic: boolean;
};

/** Lists the TypeScript and JavaScript files of the repository, tracked or new, as paths from its root. */
export function listSourceFiles(): string[] {
  return listFiles(/\.(ts|tsx|mts|mjs)$/);
}

export function listDocuments(): string[] {
  return listFiles(/\.md$/);
}

/** Lists the files of the repository, tracked or new, as paths from its root, where the caller runs. */
export function listFiles(wanted: RegExp): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => wanted.test(file));
}

/** Reads a file; null for one that is deleted and not yet staged. */
export function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Finds the imports and re-exports in a source text. */
export function* importsOf(text: string): Iterable<Import> {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;
  for (const [, clause = '', from, dynamic, effect] of text.matchAll(pattern)) {
    yield { wanted: from ?? dynamic ?? effect ?? '', clause, isDynamic: dynamic !== undefined };
  }
}

/** Returns the file in the repository that an import means, or null for a package. */
export function resolveImport(file: string, wanted: string): string | null {
  const [path = wanted] = wanted.split('?');
  if (path.startsWith('.')) return normalize(join(dirname(file), path));
  const [, workspace, rest = ''] =
    /^@boathouse\/(contract|formats|pm5|racing|row|workout|workout-text)\/(.+)$/.exec(path) ?? [];
  if (workspace === undefined) return null;
  if (rest.startsWith('fixtures/')) return `packages/${workspace}/${rest}`;
  return `packages/${workspace}/${rest.startsWith('test/') ? '' : 'src/'}${rest}.ts`;
}

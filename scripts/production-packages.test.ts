import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productionPackages, type Lock } from './production-packages.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the packages that a running server needs', () => {
  const lock: Lock = JSON.parse(read('../package-lock.json'));
  const locked = new Set(productionPackages(lock).map(nameOf));
  const known = read('production-packages.txt').split('\n').filter(Boolean);

  test('are those of production-packages.txt: look at a new one before you add it there', () => {
    expect({
      newcomers: [...locked].filter((name) => !known.includes(name)),
      gone: known.filter((name) => !locked.has(name)),
    }).toEqual({ newcomers: [], gone: [] });
  });

  test('are at most 250, of all platforms', () => {
    expect(locked.size).toBeLessThanOrEqual(250);
  });

  test('have Node itself, and no tool of the build or the tests', () => {
    const tools = [
      'vite',
      'vitest',
      'rolldown',
      'esbuild',
      'drizzle-kit',
      'react',
      'typescript',
      'happy-dom',
    ];
    expect(['node', 'better-auth', 'fastify', ...tools].filter((name) => locked.has(name))).toEqual([
      'node',
      'better-auth',
      'fastify',
    ]);
  });
});

describe('the needed packages', () => {
  const find = (packages: Lock['packages']) => productionPackages({ packages });

  test('is found where Node finds it, through workspaces, and with its own dependencies', () => {
    expect(
      find({
        '': { optionalDependencies: { node: '1', missing: '1' } },
        'apps/server': { dependencies: { '@x/a': '1', '@home/contract': '*' } },
        'apps/server/node_modules/@x/a': { dependencies: { b: '1', c: '1' } },
        'node_modules/@x/a': {},
        'node_modules/b': {},
        'apps/server/node_modules/@x/a/node_modules/b': {},
        'node_modules/c': { dependencies: { '@x/a': '1' } },
        'node_modules/@home/contract': { link: true, resolved: 'packages/contract' },
        'packages/contract': { dependencies: { z: '1' } },
        'node_modules/z': {},
        'node_modules/node': {},
        'node_modules/of-no-one': {},
      }),
    ).toEqual([
      'apps/server/node_modules/@x/a',
      'apps/server/node_modules/@x/a/node_modules/b',
      'node_modules/@x/a',
      'node_modules/c',
      'node_modules/node',
      'node_modules/z',
    ]);
  });

  test('has the peers of a package, but not its optional ones or development packages', () => {
    expect(
      find({
        'apps/server': { dependencies: { a: '1' } },
        'node_modules/a': {
          peerDependencies: { peer: '1', tool: '1' },
          peerDependenciesMeta: { tool: { optional: true } },
          optionalDependencies: { native: '1' },
        },
        'node_modules/peer': {},
        'node_modules/tool': {},
        'node_modules/native': {},
      }),
    ).toEqual(['node_modules/a', 'node_modules/native', 'node_modules/peer']);
  });
});

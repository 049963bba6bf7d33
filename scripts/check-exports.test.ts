import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const check = join(import.meta.dirname, 'check-exports.ts');
let root = '';

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
}

function run(...options: string[]): { passes: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [check, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  return { passes: status === 0, output: stdout + stderr };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'exports-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

test('passes exports that another file, a re-export or a dynamic import uses', () => {
  write({
    'pace.ts': 'export const paceSec = 120;\nexport type Pace = number;\nexport function format(): void {}\n',
    'index.ts': "export { paceSec, type Pace } from './pace.ts';\n",
    'page.ts': 'export function Page(): void {}\n',
    'main.ts':
      "import { paceSec, type Pace } from './index.ts';\nimport { format as show } from './pace.ts';\nvoid import('./page.ts');\nshow(paceSec as Pace);\n",
  });
  expect(run()).toEqual({ passes: true, output: 'every export of 4 files is imported\n' });
});

test('names every export that no other file imports', () => {
  write({
    'pace.ts': 'export const paceSec = 120;\nexport interface Pace {}\nexport async function load() {}\n',
    'main.ts': "import { paceSec } from './pace.ts';\nconsole.log(paceSec);\n",
  });
  const { passes, output } = run();
  expect(passes).toBe(false);
  expect(output).toContain('pace.ts: no other file imports Pace');
  expect(output).toContain('pace.ts: no other file imports load');
  expect(output).not.toContain('imports paceSec');
});

test('removes the word export where the name is used in its own file', () => {
  write({
    'pace.ts': 'export const limitSec = 120;\nexport const paceSec = limitSec;\n',
    'main.ts': "import { paceSec } from './pace.ts';\nconsole.log(paceSec);\n",
  });
  run('--fix');
  expect(readFileSync(join(root, 'pace.ts'), 'utf8')).toBe(
    'const limitSec = 120;\nexport const paceSec = limitSec;\n',
  );
  expect(run().passes).toBe(true);
});

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const runner = join(import.meta.dirname, 'run-steps.ts');
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'steps-'));
  const scripts = {
    first: 'echo the first',
    second: 'echo the second',
    bad: 'exit 3',
    killed: 'kill -TERM $$',
    temporary: 'echo "in $TMPDIR"; touch "$TMPDIR/left"',
    // A signal can reach npm before it passes signals on: a process left behind then does not hold this test's output.
    waits: 'echo waiting && exec sleep 60 >/dev/null 2>&1',
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
});
afterEach(() => rmSync(root, { recursive: true }));

function run(...steps: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [runner, ...steps], { cwd: root, encoding: 'utf8' });
  // Times differ from run to run.
  return { status, output: stdout.replaceAll(/ +\d+ s/g, ' N s') };
}

test('runs all steps in order and prints the time of each', () => {
  const { status, output } = run('first', 'second');
  expect(status).toBe(0);
  expect(output).toMatch(/the first[^]*first +N s[^]*the second[^]*second +N s/);
  expect(output.endsWith('\nfirst N s\nsecond N s\nall N s\n')).toBe(true);
});

test('stops at the first step that fails, and ends with its exit code', () => {
  const { status, output } = run('first', 'bad', 'second');
  expect(status).toBe(3);
  expect(output).not.toContain('the second');
  expect(output.endsWith('\nfirst N s\nbad N s  failed with 3\nsecond not run\nall N s\n')).toBe(true);
});

test('fails when a signal ends a step', () => {
  expect(run('killed', 'first').status).toBeGreaterThan(0);
});

test('passes on the signal that stops it', async () => {
  const runs = spawn(process.execPath, [runner, 'waits', 'first'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = new Promise((resolve) => runs.once('close', resolve));
  runs.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.endsWith('waiting\n')) runs.kill('SIGTERM');
  });
  expect(await ended).toBeGreaterThan(0);
  expect(output).toContain('first not run');
});

test('gives the steps a folder for temporary files, and removes it with the files they left', () => {
  const { output } = run('temporary');
  const [, folder = ''] = /in (\/.+)/.exec(output) ?? [];
  expect(folder).toContain('boathouse-steps-');
  expect(existsSync(folder)).toBe(false);
});

// Runs npm scripts in order, prints how long each takes, and stops at the first that fails, with its exit code:
//   node scripts/run-steps.ts check build
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The data folders of the tests, and the files that browsers write. */
const memoryBytes = 4 * 1024 ** 3;

/** In memory if that has room: an embedded database waits for its disk at each commit, and many tests make one. */
function rootOfTemporaryFiles(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < memoryBytes ? tmpdir() : memory;
}

const temporary = mkdtempSync(join(process.env['TMPDIR'] ?? rootOfTemporaryFiles(), 'boathouse-steps-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

// A server that a test starts finds its modules compiled, which saves a third of the processor time of a start.
const env = {
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  // Memory in pages of 2 MB if Linux gives them on request: hashing a password takes 33 MB, and half of its time is
  // spent on the pages.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  ...process.env,
  TMPDIR: temporary,
};

/** Returns the exit code like a shell: for a process that a signal ended, 128 and the signal's number. */
async function runScript(name: string): Promise<number> {
  const child = spawn('npm', ['run', name], { env, stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of forwarded) process.on(signal, forward);
  await once(child, 'close');
  for (const signal of forwarded) process.off(signal, forward);
  return child.signalCode === null ? (child.exitCode ?? 1) : 128 + constants.signals[child.signalCode];
}

const format = (seconds: number) => `${String(seconds).padStart(5)} s`;

const names = process.argv.slice(2);
const width = Math.max(...names.map((name) => name.length));
const lines: string[] = [];
let sumMs = 0;
let failure = 0;
for (const name of names) {
  const begunMs = performance.now();
  failure = await runScript(name);
  const tookMs = performance.now() - begunMs;
  sumMs += tookMs;
  const line = `${name.padEnd(width)} ${format(Math.round(tookMs / 1_000))}${failure === 0 ? '' : `  failed with ${failure}`}`;
  lines.push(line);
  console.log(`\n${line}`);
  if (failure !== 0) break;
}
lines.push(...names.slice(lines.length).map((name) => `${name.padEnd(width)} ${'not run'.padStart(7)}`));
console.log(['', ...lines, `${'all'.padEnd(width)} ${format(Math.round(sumMs / 1_000))}`].join('\n'));
process.exitCode = failure;

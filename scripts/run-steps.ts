// Runs npm scripts in order, prints how long each takes, and stops at the first that fails, with its exit code:
//   node scripts/run-steps.ts check build
// Scripts that are joined by + run side by side, each to its end. The first has the processor before the others, whose output
// appears when they have ended:
//   node scripts/run-steps.ts build test:e2e+test:unit
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The data folders of the tests, and what browsers write. */
const memoryBytes = 4 * 1024 ** 3;

/** In memory where that has room: an embedded database waits for its disk at each commit, and one is made in many tests. */
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
  ...process.env,
  TMPDIR: temporary,
};

/** The nice value of scripts beside another. */
const behind = 10;

type Ended = { code: number; tookMs: number };

/** Resolves with the exit code as a shell returns it: of a process that a signal ended, 128 and the signal's number. */
async function runScript(name: string, isBeside: boolean): Promise<Ended> {
  const begunMs = performance.now();
  const child = spawn('npm', ['run', name], {
    env,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  if (isBeside && child.pid !== undefined) setPriority(child.pid, behind);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void output.push(chunk));
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of forwarded) process.on(signal, forward);
  await once(child, 'close');
  for (const signal of forwarded) process.off(signal, forward);
  process.stdout.write(Buffer.concat(output));
  const code = child.signalCode === null ? (child.exitCode ?? 1) : 128 + constants.signals[child.signalCode];
  return { code, tookMs: performance.now() - begunMs };
}

const secondsOf = (ms: number) => `${String(Math.round(ms / 1_000)).padStart(5)} s`;

const steps = process.argv.slice(2).map((step) => step.split('+'));
const width = Math.max(...steps.flat().map((name) => name.length));
const lines: string[] = [];
const begunMs = performance.now();
let failure = 0;
for (const names of steps) {
  if (failure !== 0) {
    lines.push(...names.map((name) => `${name.padEnd(width)} ${'not run'.padStart(7)}`));
    continue;
  }
  const ended = await Promise.all(
    names.map(async (name, index) => {
      const { code, tookMs } = await runScript(name, index > 0);
      failure ||= code;
      const line = `${name.padEnd(width)} ${secondsOf(tookMs)}${code === 0 ? '' : `  failed with ${code}`}`;
      console.log(`\n${line}`);
      return line;
    }),
  );
  lines.push(...ended);
}
lines.push(`${'all'.padEnd(width)} ${secondsOf(performance.now() - begunMs)}`);
console.log(['', ...lines].join('\n'));
process.exitCode = failure;

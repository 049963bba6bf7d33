import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeEnvironment } from './node-environment.ts';

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boathouse-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A child Node process that is killed after the test. */
export class TestProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | NodeJS.Signals>;
  #lines: string[] = [];
  #waiting: Array<() => void> = [];
  #hasExited = false;

  /** @param args of Node; the environment contains only `env` and the variables that every Node process of a test has */
  constructor(args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(process.execPath, args, {
      env: { ...nodeEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let rest = '';
    const take = (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.#lines.push(...lines);
      this.#wake();
    };
    this.#child.stdout?.on('data', take);
    this.#child.stderr?.on('data', take);
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#hasExited = true;
        this.#wake();
        resolve(code ?? signal ?? 'SIGKILL');
      });
    });
    onTestFinished(() => {
      this.#child.kill('SIGKILL');
    });
  }

  /** Resolves with the first matching line of stdout or stderr; rejects when the process exits without one. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      for (const line of this.#lines) {
        const match = pattern.exec(line);
        if (match) return match;
      }
      if (this.#hasExited) throw new Error(`The process exited without printing ${pattern}:\n${this.output}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  get output(): string {
    return this.#lines.join('\n');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves with the exit code, or the signal that ended the process. */
  exit(): Promise<number | NodeJS.Signals> {
    return this.#exit;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

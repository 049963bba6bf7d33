import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boathouse-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Another Node process, killed when the test is over. */
export class TestProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | NodeJS.Signals>;
  #lines: string[] = [];
  #waiting: Array<() => void> = [];
  #hasExited = false;

  /** @param args of node; the environment holds nothing but `env` and the search path */
  constructor(args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
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

  /** The first line that it prints (on either stream) which matches; rejects when it ends without. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      for (const line of this.#lines) {
        const match = pattern.exec(line);
        if (match) return match;
      }
      if (this.#hasExited) throw new Error(`It ended without ${pattern}:\n${this.output}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  get output(): string {
    return this.#lines.join('\n');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals> {
    return this.#exit;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

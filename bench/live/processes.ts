import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ReplySchema, type Reply, type Request } from './generator/messages.ts';

/** With two processors or more, the servers have the first one and the generator the second. */
const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

function command(processor: number, args: string[]): [string, string[]] {
  const node = process.execPath;
  return canPin ? ['taskset', ['-c', String(processor), node, ...args]] : [node, args];
}

/** Kills the child when this process ends before it. */
function endWithThisProcess(child: ChildProcess): void {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
}

/** A server under load: the product's or another system's process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #port: Promise<number>;

  /** @param hasTick whether the tick can be set, as in the systems of this package */
  constructor(args: string[], env: NodeJS.ProcessEnv = {}, hasTick = false) {
    const [program, all] = command(0, args);
    this.#child = spawn(program, all, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(hasTick ? ['ipc' as const] : [])],
    });
    endWithThisProcess(this.#child);
    this.#port = new Promise((resolve, reject) => {
      for (const stream of [this.#child.stdout, this.#child.stderr]) {
        if (stream === null) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.#lines.push(line);
          const port = / is ready at http:\/\/[^:]+:(\d+)$/.exec(line)?.[1];
          if (port !== undefined) resolve(Number(port));
        });
      }
      this.#child.once('close', (code) => {
        reject(new Error(`The server ended with ${code}:\n${this.#lines.join('\n')}`));
      });
    });
    // A process that is ended while it starts is never ready.
    this.#port.catch(() => {});
  }

  /** Resolves with the port when the server is ready; rejects when it exits before. */
  get port(): Promise<number> {
    return this.#port;
  }

  get #pid(): number {
    return this.#child.pid ?? 0;
  }

  setTick(tickMs: number): void {
    if (this.#child.connected) this.#child.send(tickMs);
  }

  /** Processor time in ms that all threads of the process have used so far. */
  cpuMs(): number {
    const tasks = `/proc/${this.#pid}/task`;
    const times = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'schedstat'), 'utf8'));
    return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  }

  /** Resident memory in KiB. */
  memoryKiB(): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 3_000);
    await closed;
    clearTimeout(timer);
  }
}

/** The generator, which does one thing at a time. */
export class Generator {
  readonly #child: ChildProcess;
  constructor() {
    const [program, args] = command(1, [join(import.meta.dirname, 'generator', 'generator.ts')]);
    this.#child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    endWithThisProcess(this.#child);
  }

  /** @param onBegun called when the window of a measurement begins */
  ask<K extends Reply['kind']>(
    request: Request,
    kind: K,
    onBegun = () => {},
  ): Promise<Extract<Reply, { kind: K }>> {
    return new Promise((resolve, reject) => {
      const isWanted = (reply: Reply): reply is Extract<Reply, { kind: K }> => reply.kind === kind;
      const receive = (message: unknown) => {
        const reply = ReplySchema.parse(message);
        if (reply.kind === 'begun') return onBegun();
        this.#child.off('message', receive);
        this.#child.off('close', close);
        if (isWanted(reply)) resolve(reply);
        else reject(new Error(`The generator replied ${reply.kind} instead of ${kind}`));
      };
      const close = () => reject(new Error('The load generator has ended'));
      this.#child.on('message', receive);
      this.#child.once('close', close);
      this.#child.send(request);
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill();
    await closed;
  }
}

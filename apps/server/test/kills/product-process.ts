import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from '../support/processes/node-environment.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

type ProductOptions = {
  dataDir: string;
  databaseUrl: string | null;
  /** For one of several processes. */
  redisUrl?: string;
  /** Default: chosen by the system. */
  port?: number;
};

/** The product as an operator starts it, with an empty page instead of the built web app. */
export class ProductProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | NodeJS.Signals | null>;
  readonly #lines: string[] = [];
  /** Resolves with the address when the server is ready; rejects when it exits before. */
  readonly ready: Promise<string>;

  constructor(options: ProductOptions) {
    const webDir = join(options.dataDir, 'web');
    mkdirSync(webDir, { recursive: true });
    writeFileSync(join(webDir, 'index.html'), '<title>__PRODUCT_NAME__</title>');
    this.#child = spawn(process.execPath, [main], {
      env: {
        ...nodeEnvironment(),
        DATA_DIR: options.dataDir,
        WEB_DIR: webDir,
        PORT: String(options.port ?? 0),
        LOG_LEVEL: 'warn',
        // Rowers sign up from different addresses.
        TRUSTED_PROXY: '127.0.0.1',
        ...(options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl }),
        ...(options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Runs even if the run itself is ended.
    const kill = () => void this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#child.once('close', () => process.off('exit', kill));
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(code ?? signal));
    });
    this.ready = new Promise((resolve, reject) => {
      for (const stream of [this.#child.stdout, this.#child.stderr]) {
        if (stream === null) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.#lines.push(line);
          const address = / is ready at (http\S+)$/.exec(line)?.[1];
          if (address !== undefined) resolve(address);
        });
      }
      void this.#exit.then((code) => reject(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
    // A process that is killed while it starts is never ready.
    this.ready.catch(() => {});
  }

  get output(): string {
    return this.#lines.join('\n');
  }

  /** Resolves with the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.#child.kill(signal);
    return this.#exit;
  }
}

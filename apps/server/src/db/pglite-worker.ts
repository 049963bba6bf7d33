import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { DurableFolder, durableStart, usualStart } from './durable/durable-folder.ts';
import type { WorkerAnswer, WorkerOptions, WorkerRequest } from './pglite-thread.ts';

// Runs PGlite in its own thread and serves PostgreSQL's wire protocol on message ports.

/** A message to the client is posted when it reaches this size, so that a large result is not held twice. */
const chunkBytes = 256 * 1024;

const parent = parentPort;
if (parent === null) throw new Error('pglite-worker.ts runs as a worker only');
const options: WorkerOptions = workerData;
const answer = (message: WorkerAnswer) => parent.postMessage(message, []);

function fail(reason: string): never {
  answer({ did: 'fail', reason });
  // Only this thread, and at once: it must acknowledge nothing after this.
  process.exit(1);
}

function storage({ folder, isDraft }: WorkerOptions): Partial<PGliteOptions> {
  if (folder === null) return { startParams: [...usualStart] };
  if (isDraft) return { dataDir: folder, startParams: [...usualStart] };
  return { fs: new DurableFolder(folder, fail), startParams: [...durableStart] };
}

const pglite = await PGlite.create({
  ...storage(options),
  ...(options.template === null ? {} : { loadDataDir: new Blob([readFileSync(options.template)]) }),
  pgliteWasmModule: options.wasmModule,
  extensions: { pg_trgm, unaccent },
});

// PGlite would continue after a panic of PostgreSQL, such as a log that it cannot write. PGlite throws while it opens.
if (options.folder !== null) pglite.Module.onAbort = () => fail('PostgreSQL has panicked');

/**
 * Collects PGlite's output of one call: PostgreSQL flushes its output every 8 KiB, from a buffer that the next call
 * overwrites.
 */
class Output {
  #bytes = new Uint8Array(16 * 1024);
  #length = 0;
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;
  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

  add(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    if (this.#length >= chunkBytes) this.flush();
  }

  flush(): void {
    if (this.#length > 0) this.#send(this.#bytes.slice(0, this.#length));
    this.#length = 0;
  }
}

async function execute(message: Uint8Array, send: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const output = new Output(send);
  // PostgreSQL's own fsync has already written the required data to the disk.
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (bytes) => output.add(bytes) });
  output.flush();
}

/** A simple query without parameters, in the wire format. */
function queryMessage(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** A connection can end in the middle of a transaction; the next one gets a clean session. */
async function resetSession(): Promise<void> {
  if (pglite.isInTransaction()) await execute(queryMessage('rollback'), () => {});
  await execute(queryMessage('discard all'), () => {});
}

/**
 * Serves one connection until its client has closed it. Each message holds complete protocol messages, up to a Sync. An
 * error here is not an SQL error, which goes through the protocol: it ends the thread, because the state is unknown.
 */
async function serve({ port, closed }: Connection): Promise<void> {
  let work = Promise.resolve();
  port.on('message', (message: Uint8Array) => {
    work = work.then(() => execute(message, (bytes) => port.postMessage(bytes, [bytes.buffer])));
  });
  await closed;
  await work;
  await resetSession();
}

/** `closed` is listened for from the beginning: a connection may end before its turn. */
type Connection = { port: MessagePort; closed: Promise<unknown> };

/** PGlite has a single session: a connection waits until the previous one has ended. */
let turn: Promise<void> = Promise.resolve();

parent.on('message', (request: WorkerRequest) => {
  if (request.do === 'connect') {
    const { port } = request;
    const connection = { port, closed: once(port, 'close') };
    turn = turn.then(() => serve(connection));
  } else {
    turn = turn.then(async () => {
      await pglite.close();
      answer({ did: 'close' });
      parent.close();
    });
  }
});
answer({ did: 'open' });

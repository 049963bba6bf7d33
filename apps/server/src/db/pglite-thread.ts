import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';

declare global {
  /** The part used here, missing in Node's types. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: 'WebAssembly.Module';
    }
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  }
}

export type WorkerOptions = {
  /** The folder of the database; null means in memory. */
  folder: string | null;
  /**
   * For a database in memory: a packed folder with its initial content. Null opens the folder, or initializes an empty
   * database.
   */
  template: string | null;
  /** Whether it does not wait for the disk, because the caller synchronizes the folder afterwards. Default: false. */
  isDraft?: boolean;
  wasmModule: WebAssembly.Module;
};

export type WorkerRequest = { do: 'connect'; port: MessagePort } | { do: 'close' };
export type WorkerAnswer = { did: 'open' } | { did: 'close' } | { did: 'fail'; reason: string };

/** The disk has refused to store data, or PostgreSQL has stopped: the thread has ended. A new start recovers. */
export class DatabaseFailedError extends Error {
  override name = 'DatabaseFailedError';
  constructor(reason: string) {
    super(`The embedded database cannot store data: ${reason}. Check the disk of DATA_DIR.`);
  }
}

/** Compiled once per process; threads share the code. */
let wasmModule: Promise<WebAssembly.Module> | undefined;
function compiledPglite(): Promise<WebAssembly.Module> {
  wasmModule ??= readFile(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))).then(
    (bytes) => WebAssembly.compile(bytes),
  );
  return wasmModule;
}

/** PGlite on a separate thread, so that no query blocks the event loop. */
export class PgliteThread {
  readonly #worker: Worker;
  /** Rejects when the thread ends; only close() is expected to end it. */
  readonly #end: Promise<never>;
  #isClosing = false;
  #hasEnded = false;
  /** A port whose other end was on its way to the thread when that crashed would stay open. */
  readonly #ports = new Set<MessagePort>();

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#end = new Promise((_resolve, reject) => {
      worker.on('message', (message: WorkerAnswer) => {
        if (message.did === 'fail') reject(new DatabaseFailedError(message.reason));
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread of the embedded database has ended')));
    });
    this.#end.catch(() => {
      this.#hasEnded = true;
      for (const port of this.#ports) port.close();
    });
  }

  /** @throws what PGlite throws when it cannot open the folder */
  static async open(options: Omit<WorkerOptions, 'wasmModule'>): Promise<PgliteThread> {
    const workerData: WorkerOptions = { ...options, wasmModule: await compiledPglite() };
    // No flags of the main thread: a test runner's flags would load its modules here too.
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData, execArgv: [] });
    const thread = new PgliteThread(worker);
    await thread.#answer('open');
    return thread;
  }

  /** Calls `onEnd` when the thread ends without close(). */
  onCrash(onCrash: (error: unknown) => void): void {
    this.#end.catch((error: unknown) => {
      if (!this.#isClosing) onCrash(error);
    });
  }

  /**
   * A connection, in the form of the stream that `pg` expects. The next connection is served after this one has ended.
   */
  connect(): PgliteStream {
    const { port1, port2 } = new MessageChannel();
    this.#ports.add(port1);
    port1.once('close', () => this.#ports.delete(port1));
    if (this.#hasEnded) port1.close();
    else this.#request({ do: 'connect', port: port2 }, [port2]);
    return new PgliteStream(port1);
  }

  /** Waits until no connection is open, then writes a checkpoint and ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const exited = once(this.#worker, 'exit');
    this.#request({ do: 'close' });
    // Ended already, when it crashed.
    await Promise.race([exited, this.#end.catch(() => {})]);
  }

  #request(request: WorkerRequest, transfer: MessagePort[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  #answer<Did extends WorkerAnswer['did']>(did: Did): Promise<Extract<WorkerAnswer, { did: Did }>> {
    const { promise, resolve } = Promise.withResolvers<Extract<WorkerAnswer, { did: Did }>>();
    const isWanted = (message: WorkerAnswer): message is Extract<WorkerAnswer, { did: Did }> =>
      message.did === did;
    const listen = (message: WorkerAnswer) => {
      if (isWanted(message)) resolve(message);
    };
    this.#worker.on('message', listen);
    return Promise.race([promise, this.#end]).finally(() => this.#worker.off('message', listen));
  }
}

/** The client's end of a connection. It has the socket methods that `pg` calls. */
class PgliteStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(bytes));
    port.on('messageerror', (error) => this.destroy(error));
    // The other end closes with its thread only.
    port.on('close', () => this.destroy());
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    this.#port.ref();
    return this;
  }
  unref(): this {
    this.#port.unref();
    return this;
  }

  /** The thread makes the whole result before the first byte arrives: pausing it would save nothing. */
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#post([chunk]);
    done();
  }

  /** `pg` corks the messages of a query, so that they arrive as one. */
  override _writev(chunks: Array<{ chunk: Buffer }>, done: () => void): void {
    this.#post(chunks.map(({ chunk }) => chunk));
    done();
  }

  /** Copies, because a message transfers the whole memory that a chunk is a part of. */
  #post(chunks: Buffer[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#port.postMessage(bytes, [bytes.buffer]);
  }

  override _final(done: () => void): void {
    this.push(null);
    this.#port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }
}

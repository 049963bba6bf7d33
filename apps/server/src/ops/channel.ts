import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { productVersion } from '../infra/backup/archive-format.ts';
import type { OperatedInstallation, Operation, ServedOperation } from './operation.ts';

/*
 * Commands reach the server that has the embedded database open through a socket in its data folder, which only its user can
 * open. The request is a line of JSON; lines of progress follow, then a line with the output or the problem.
 */

const RequestSchema = z.object({ version: z.string(), operation: z.string(), input: z.unknown() });
const ReplySchema = z.union([
  z.object({ progress: z.string() }),
  z.object({ problem: z.string() }),
  z.object({ output: z.unknown() }),
]);

/** A request is a few names and paths. */
const requestMax = 65_536;
const requestWithinMs = 5_000;
/** The longest path of a socket, on Linux and macOS. */
const pathMax = 100;

/** Returns the address of the socket, or null when the data folder has a path that is too long for one. */
function socketPath(dataDir: string): string | null {
  const folder = realpathSync(dataDir);
  if (process.platform === 'win32') {
    const key = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\boathouse-${key}`;
  }
  const path = join(folder, 'ops.sock');
  return Buffer.byteLength(path) > pathMax ? null : path;
}

/** Listens for commands, on the server that has the data folder. Closing stops listening; running commands continue. */
export async function serveOperations(
  installation: OperatedInstallation,
  operations: readonly ServedOperation[],
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Promise<{ close(): void }> {
  const path = socketPath(installation.config.dataDir);
  if (path === null) {
    log.warn({}, 'the path of the data folder is too long for commands to reach this server');
    return { close() {} };
  }
  const server = createServer((socket) => {
    socket.on('error', () => {});
    void serve(socket, installation, operations, log);
  });
  server.on('error', (error) => log.error({ err: error }, 'commands cannot reach this server'));
  if (process.platform !== 'win32') rmSync(path, { force: true });
  await listen(server, path);
  // The process has the folder's lock, so an existing socket of this name is from a process that has ended.
  if (process.platform !== 'win32' && server.listening) chmodSync(path, 0o600);
  return { close: () => server.close() };
}

/** Also returns if it can't listen, because the server is useful without commands. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', () => resolve());
    server.listen(path, resolve);
  });
}

async function serve(
  socket: Socket,
  installation: OperatedInstallation,
  operations: readonly ServedOperation[],
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<void> {
  const reply = (message: z.output<typeof ReplySchema>) => {
    if (socket.writable) socket.write(lineOf(message));
  };
  try {
    const { version, operation: name, input } = RequestSchema.parse(JSON.parse(await readLine(socket)));
    const own = productVersion();
    if (version !== own) {
      throw new Error(
        `The running server has version ${own}, this command ${version}. Use the command of the server, or restart it.`,
      );
    }
    const operation = operations.find((known) => known.name === name);
    if (operation === undefined) throw new Error(`The running server does not know ${name}. Restart it.`);
    log.info({ operation: name }, 'an operator runs a command');
    const progress = (step: string) => reply({ progress: step });
    reply({ output: await operation.run(installation, input, progress) });
  } catch (error) {
    log.error({ err: error }, 'a command of an operator failed');
    reply({ problem: error instanceof Error ? error.message : String(error) });
  }
  socket.end();
}

/** Returns a message as one line: readers of lines also split at these separators, which JSON does not escape. */
function lineOf(message: unknown): string {
  const text = JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${text}\n`;
}

/** Returns the first line. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => done(() => reject(new Error('No request came'))), requestWithinMs);
    const done = (finish: () => void) => {
      clearTimeout(timer);
      socket.removeAllListeners('data');
      finish();
    };
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) done(() => resolve(text.slice(0, end)));
      else if (text.length > requestMax) done(() => reject(new Error('The request is too long')));
    });
    socket.once('close', () => done(() => reject(new Error('The command went away'))));
  });
}

/** The running server could not do it, and gave the reason. */
class OperationRefusedError extends Error {
  override name = 'OperationRefusedError';
}

/** Has the server that uses the data folder do it. Returns null if no server listens there. */
export async function callServer<Input, Output>(
  dataDir: string,
  operation: Operation<Input, Output>,
  input: Input,
  progress: (step: string) => void,
): Promise<{ output: Output } | null> {
  const path = socketPath(dataDir);
  const socket = path === null ? null : await connected(path);
  if (socket === null) return null;
  const request = { version: productVersion(), operation: operation.name, input };
  socket.write(lineOf(request));
  try {
    for await (const line of createInterface({ input: socket })) {
      const reply = ReplySchema.parse(JSON.parse(line));
      if ('progress' in reply) progress(reply.progress);
      else if ('problem' in reply) throw new OperationRefusedError(reply.problem);
      else return { output: operation.output.parse(reply.output) };
    }
  } finally {
    socket.destroy();
  }
  throw new OperationRefusedError('The server ended before the command was done. Look into its log.');
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    // No server, or one that ended without removing its socket.
    socket.once('error', () => resolve(null));
  });
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The time between two frames; the benchmark changes it between two runs. */
let tickMs = 100;
const listeners: Array<(tickMs: number) => void> = [];

process.on('message', (message) => {
  tickMs = Number(message);
  for (const listener of listeners) listener(tickMs);
});

/** Calls `send` once per tick. */
export function everyTick(send: () => void): void {
  let timer = setInterval(send, tickMs);
  listeners.push((changedMs) => {
    clearInterval(timer);
    timer = setInterval(send, changedMs);
  });
}

export function currentTickMs(): number {
  return tickMs;
}

/** Listens on a free port of this machine, and prints the address as the product does. */
export function listen(server: Server, name: string): void {
  server.listen(0, '127.0.0.1', () => announce(server, name));
}

export function announce(server: Server, name: string): void {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  console.log(`${name} is ready at http://127.0.0.1:${address.port}`);
}

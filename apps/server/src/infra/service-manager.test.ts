import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readServiceManager } from '../config.ts';
import { temporaryFolder, TestProcess } from '../../test/support/processes/child-process.ts';
import { ServiceManager } from './service-manager.ts';

/** Prints each datagram as a line. Node has no Unix datagram sockets; Perl is on every Debian. */
const receiver = `
use Socket; $| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die;
bind($socket, pack_sockaddr_un($ARGV[0])) or die;
print "open\\n";
while (defined(recv($socket, my $text, 4096, 0))) { print "$text\\n" }
`;

const missing = ['systemd-notify', 'perl'].filter((command) => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return false;
  } catch {
    return true;
  }
});
if (missing.length > 0) {
  const message = `Messages to the service manager are not tested: ${missing.join(' and ')} missing`;
  if (process.env['REQUIRE_SERVERS'] === '1' && process.platform === 'linux')
    throw new Error(`${message}, and REQUIRE_SERVERS=1 forbids that`);
  console.warn(message);
}

/** Opens a socket like systemd does. `next` resolves with the next message that is not systemd-notify's own. */
async function listen() {
  const socket = join(temporaryFolder(), 'notify');
  const child = spawn('perl', ['-e', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The socket was closed');
    // systemd-notify waits until the manager has closed this message's descriptor.
    return value === 'BARRIER=1' ? next() : value;
  };
  expect(await next()).toBe('open');
  return { socket, next, close: () => child.kill('SIGKILL') };
}

const nothingLogged = {
  error: (details: unknown) => {
    throw new Error(`Logged: ${JSON.stringify(details)}`);
  },
};

describe.skipIf(missing.length > 0)('the service manager', { timeout: 180_000 }, () => {
  test('is informed that the process is ready when it serves, that it lives, and that it stops', async () => {
    const { socket, next } = await listen();
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'web'));
    writeFileSync(join(dataDir, 'web/index.html'), '<title>__PRODUCT_NAME__</title>');
    const server = new TestProcess([fileURLToPath(new URL('../main.ts', import.meta.url))], {
      DATA_DIR: dataDir,
      WEB_DIR: join(dataDir, 'web'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: '300000',
    });
    expect(await next()).toBe('READY=1');
    const [, address] = await server.line(/ is ready at (http\S+)$/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect([await next(), await next()]).toEqual(['WATCHDOG=1', 'WATCHDOG=1']);
    server.kill('SIGTERM');
    let last = await next();
    while (last === 'WATCHDOG=1') last = await next();
    expect(last).toBe('STOPPING=1');
    expect(await server.exit()).toBe(0);
  });

  test('gets no sign of life from the process without a watchdog', async () => {
    const { socket, next } = await listen();
    const manager = new ServiceManager({ socket, watchdogMs: null }, nothingLogged);
    await manager.ready();
    await manager.stopping();
    expect([await next(), await next()]).toEqual(['READY=1', 'STOPPING=1']);
  });

  test('the service manager that is missing leaves a line in the log for each message, and the process continues', async () => {
    const { socket, close } = await listen();
    close();
    const logged: unknown[] = [];
    const manager = new ServiceManager(
      { socket, watchdogMs: null },
      { error: (details: unknown) => void logged.push(details) },
    );
    await manager.ready();
    await manager.stopping();
    expect(logged).toMatchObject([{ message: 'READY=1' }, { message: 'STOPPING=1' }]);
  });
});

test.each([
  [{ NOTIFY_SOCKET: '' }, null],
  [{ NOTIFY_SOCKET: '/run/notify' }, { socket: '/run/notify', watchdogMs: null }],
  [
    { NOTIFY_SOCKET: '@n', WATCHDOG_USEC: '60000000' },
    { socket: '@n', watchdogMs: 60_000 },
  ],
  [
    { NOTIFY_SOCKET: '@n', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' },
    { socket: '@n', watchdogMs: 60_000 },
  ],
  // Meant for another process.
  [
    { NOTIFY_SOCKET: '@n', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '8' },
    { socket: '@n', watchdogMs: null },
  ],
  [
    { NOTIFY_SOCKET: '@n', WATCHDOG_USEC: 'soon' },
    { socket: '@n', watchdogMs: null },
  ],
])('the environment %o is read as %o', (environment, expected) => {
  expect(readServiceManager(environment, 7)).toEqual(expected);
});

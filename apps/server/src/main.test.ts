import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { liveProtocol } from '@boathouse/contract/live';
import { UserSchema } from '@boathouse/contract/users';
import { temporaryFolder, TestProcess } from '../test/support/processes/child-process.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

type Settings = { dataDir: string; env?: Record<string, string> };

/** The product as an operator starts it, with a page instead of the built web app. */
function start({ dataDir, env }: Settings): TestProcess {
  const webDir = join(dataDir, 'web');
  mkdirSync(webDir, { recursive: true });
  writeFileSync(join(webDir, 'index.html'), '<title>__PRODUCT_NAME__</title>');
  return new TestProcess([main], {
    DATA_DIR: dataDir,
    WEB_DIR: webDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });
}

const addressOf = async (server: TestProcess) => (await server.line(/ is ready at (http\S+)$/))[1] ?? '';

async function post(address: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

const LoginSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const credentials = { email: 'ann@athletes.example', password: 'a good password' };

describe('the process', { timeout: 180_000 }, () => {
  test('prints where it is ready, serves, stops on SIGTERM although a page is connected, and keeps everything', async () => {
    const dataDir = temporaryFolder();
    const server = start({ dataDir, env: { PRODUCT_NAME: 'Crew <8+>' } });
    const address = await addressOf(server);
    expect(server.output).toContain(`Crew <8+> is ready at http://127.0.0.1:`);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const page = await fetch(`${address}/dashboard`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toBe('<title>Crew &lt;8+&gt;</title>');

    const signUp = { ...credentials, name: 'Ann' };
    const { token, user } = LoginSchema.parse(await post(address, '/api/auth/sign-up/email', signUp));
    const record = UserSchema.parse(
      await post(address, '/api/users', { displayName: 'Ann', uid: user.id, iconURL: null }, token),
    );
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      auth: { protocol: liveProtocol },
      extraHeaders: { authorization: `Bearer ${token}`, origin: address },
    });
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', reject);
    });
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));

    server.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    await disconnected;
    await expect(fetch(`${address}/livez`)).rejects.toThrow();

    const again = start({ dataDir });
    const newAddress = await addressOf(again);
    const login = LoginSchema.parse(await post(newAddress, '/api/auth/sign-in/email', credentials));
    const found = await fetch(`${newAddress}/api/users/uid/${user.id}`, {
      headers: { authorization: `Bearer ${login.token}` },
    });
    expect(await found.json()).toEqual({ ...record, visibility: 'everyone' });
    // The secret was kept, too: the first login is still valid.
    const first = await fetch(`${newAddress}/api/users/${record._id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(first.status).toBe(200);

    const second = start({ dataDir });
    expect(await second.exit()).toBe(1);
    expect(second.output.split('\n')).toEqual([
      `Another Boathouse is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    ]);

    again.kill('SIGKILL');
    await again.exit();
    const third = start({ dataDir });
    const thirdAddress = await addressOf(third);
    await post(thirdAddress, '/api/auth/sign-in/email', credentials);
    third.kill('SIGINT');
    expect(await third.exit()).toBe(0);
  });

  test('stops in good order although a client never ends its request', async () => {
    const server = start({ dataDir: temporaryFolder() });
    const { port } = new URL(await addressOf(server));
    const client = connect(Number(port), '127.0.0.1');
    const cut = new Promise((resolve) =>
      client
        .on('error', () => {})
        .once('close', resolve)
        .resume(),
    );
    const half = ['POST /api/auth/sign-in/email HTTP/1.1', 'Host: a', 'Content-Length: 99', '', '{'];
    await new Promise((resolve) => client.write(half.join('\r\n'), resolve));
    // So that the request is in progress and not an idle connection.
    await fetch(`http://127.0.0.1:${port}/readyz`);

    server.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    await cut;
  });

  test('names every bad variable in one go and ends with 1', async () => {
    const server = start({
      dataDir: temporaryFolder(),
      env: { PORT: 'http', PUBLIC_URL: 'row.example.org', SAMPLE_DATA: 'yes', AUTH_SECRET: 'short' },
    });
    expect(await server.exit()).toBe(1);
    const lines = server.output.split('\n');
    expect(lines[0]).toBe('The configuration is invalid:');
    expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'SAMPLE_DATA',
      'AUTH_SECRET',
    ]);
  });

  test('ends with 1 and one line when the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = start({ dataDir: temporaryFolder(), env: { PORT: String(port) } });
    expect(await server.exit()).toBe(1);
    expect(server.output.split('\n')).toEqual([
      `127.0.0.1:${port} is taken by another program. Stop it, or set PORT to another port.`,
    ]);
    taken.close();
  });

  test.for([
    ['the web app is not built', { WEB_DIR: '/nowhere' }, /^The web app is not built: \/nowhere\/index.html/],
    [
      'the database does not answer',
      { DATABASE_URL: 'postgres://boathouse:a-secret@127.0.0.1:1/boathouse' },
      /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    ],
    [
      'the data folder is a file',
      { DATA_DIR: main },
      /^The data folder \S+main\.ts cannot be used \(DATA_DIR\): EEXIST/,
    ],
  ] as const)('ends with 1 and one line when %s', async ([, env, line]) => {
    const server = start({ dataDir: temporaryFolder(), env });
    expect(await server.exit()).toBe(1);
    expect(server.output).toMatch(line);
    expect(server.output).not.toMatch(/\n|a-secret/);
  });
});

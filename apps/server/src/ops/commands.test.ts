import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { liveProtocol } from '@boathouse/contract/live';
import {
  installationIn,
  rowsIn,
  useFilledInstallation,
  withDatabase,
} from '../../test/backups/installations.ts';
import { temporaryFolder, TestProcess } from '../../test/support/processes/child-process.ts';
import { runCommand } from '../../test/support/commands.ts';
import { createTestPostgresql, onPostgresql } from '../../test/support/databases.ts';
import { startSmtpServer } from '../../test/support/smtp.ts';
import { backupName, writeRecord } from '../infra/backup/backup-folder.ts';
import { settleRestoredSecret } from '../infra/backup/restored-secret.ts';

const ann = useFilledInstallation('Ann');
const main = new URL('../main.ts', import.meta.url).pathname;
const ops = new URL('../ops.ts', import.meta.url).pathname;

const once = (socket: Socket, event: 'connect' | 'disconnect') =>
  new Promise((resolve) => socket.once(event, resolve));

/** Runs a command like the shell does. */
const runProcess = async (args: string[]) => {
  const command = new TestProcess([ops, ...args]);
  return { status: await command.exit(), output: command.output };
};

const ResultSchema = z.looseObject({ file: z.string(), rows: z.int(), verified: z.boolean() });
const resultOf = (output: string) => ResultSchema.parse(JSON.parse(output));

async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<TestProcess> {
  const webDir = temporaryFolder();
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Boathouse</title>');
  const server = new TestProcess([main], { DATA_DIR: dataDir, PORT: '0', WEB_DIR: webDir, ...env });
  await server.line(/is ready at/);
  return server;
}

test('a backup of the running server, of the stopped one, and a restore that waits for its end', async () => {
  const { dataDir } = ann();
  const rows = await rowsIn(ann.original());
  const server = await startServer(dataDir);
  expect(statSync(join(dataDir, 'ops.sock')).mode & 0o777).toBe(0o600);

  const file = join(temporaryFolder(), 'backup.tar.gz');
  const made = await runProcess(['backup', file, '--data', dataDir, '--json']);
  expect([made.status, resultOf(made.output)]).toMatchObject([
    0,
    { file, rows: rows?.length, verified: true },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // The copy that it was read from is deleted.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-copy'))).toEqual([]);
  const again = await runCommand(['backup', file], { DATA_DIR: dataDir });
  expect(again).toMatchObject({ status: 1, output: expect.stringContaining('exists already') });
  const early = await runCommand(['restore', file, '--replace', '--data', dataDir]);
  expect(early).toMatchObject({ status: 1, output: expect.stringContaining('Another Boathouse is using') });

  // A command of another version than the server's.
  const socket = connect(join(dataDir, 'ops.sock'));
  socket.write(`${JSON.stringify({ version: '0.0.1', operation: 'backup', input: { file: null } })}\n`);
  const replies: string[] = [];
  for await (const line of createInterface({ input: socket })) replies.push(line);
  expect(replies.join()).toContain('The running server has version');

  server.kill('SIGKILL');
  await server.exit();
  // Its socket remains: no one listens there.
  expect(existsSync(join(dataDir, 'ops.sock'))).toBe(true);
  const offline = await runProcess(['backup', '--data', dataDir, '--json']);
  expect(offline.status).toBe(0);
  expect(resultOf(offline.output).file).toContain(join(dataDir, 'backups/boathouse-manual-'));
  const listed = await runCommand(['backups', '--data', dataDir]);
  expect(listed.output).toMatch(/boathouse-manual-\S+ {2}\d+ rows, \d+ kB, verified 20/);

  const target = join(temporaryFolder(), 'data');
  const restored = await runCommand(['restore', file, '--data', target]);
  expect(restored.output).toMatch(/has the data of .*\d+ rows and 1 images. Start the server/);
  expect(restored.status).toBe(0);
  expect(await rowsIn(installationIn(target))).toEqual(rows);
}, 300_000);

test('the list of backups shows which are verified, which are not, and why one can’t be restored', async () => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'backups');
  mkdirSync(folder);
  const made = { bytes: 1_000, rows: 2, missingImages: 0, version: '0.2.0', verifiedAt: null, problem: null };
  const records = [made, { ...made, problem: 'it is cut' }, { ...made, verifiedAt: '2026-11-03T03:05:00Z' }];
  for (const [day, record] of records.entries()) {
    const name = backupName('nightly', new Date(Date.UTC(2026, 10, day + 1, 3)));
    writeFileSync(join(folder, name), '');
    await writeRecord(folder, name, record);
  }
  const { output } = await runCommand(['backups', '--data', dataDir]);
  expect(output.match(/(?<=kB, ).*/g)).toEqual([
    'verified 2026-11-03T03:05:00Z',
    "can't be restored: it is cut",
    'not verified',
  ]);
});

test('an operator makes administrators, locks accounts and sets who may sign up, through the running server and without it', async () => {
  const { dataDir } = ann();
  const server = await startServer(dataDir);
  const [, address = ''] = /is ready at (http\S+?)[.,]?(\s|$)/.exec(server.output) ?? [];
  const at = async (...args: string[]) => runCommand([...args, '--data', dataDir]);
  expect(await at('admin', 'Ann@club.example')).toMatchObject({ status: 0 });
  // Administrators are not locked, and the last one stays.
  expect(await at('lock', 'ann@club.example')).toMatchObject({
    status: 1,
    output: expect.stringContaining('Revoke that before'),
  });
  expect(await at('settings', 'signUp', 'closed')).toMatchObject({ status: 0, output: 'signUp closed' });
  expect(await at('settings', 'signUp', 'never')).toMatchObject({ status: 1 });
  const refused = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'new@club.example', password: 'rowing-alone', name: 'New' }),
  });
  expect(refused.status).toBe(403);
  expect(server.output).not.toContain('club.example');
  server.kill('SIGKILL');
  await server.exit();
  expect((await at('admin', 'nobody@club.example')).output).toContain('No account has the email nobody@');
  expect(JSON.parse((await at('settings', '--json')).output)).toEqual({ signUp: 'closed' });
  expect((await at('users')).output).toContain('administrator');
  expect((await at('clubs')).output).toContain('/clubs/Crew');
  const checked = await at('doctor', '--json');
  expect(JSON.parse(checked.output)).toMatchObject({ database: expect.stringMatching(/^embedded 1\d/) });
}, 300_000);

const ProblemsSchema = z.object({ problems: z.array(z.object({ kind: z.string(), text: z.string() })) });
const SignedUpSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

const MembersSchema = z.object({
  users: z.array(
    z.object({ name: z.string(), email: z.nullable(z.string()), lastUsedAt: z.nullable(z.string()) }),
  ),
});
const LinkSchema = z.object({ link: z.string(), expiresAt: z.string() });

test('members are listed, and one gets a link for a new password, from the running server and from the stopped one', async () => {
  const { dataDir } = ann();
  const server = await startServer(dataDir);
  const [, address = ''] = /is ready at (http\S+?)[.,]?(\s|$)/.exec(server.output) ?? [];
  const listed = await runCommand(['users', '--data', dataDir, '--json']);
  const members = MembersSchema.parse(JSON.parse(listed.output)).users;
  expect(members.map(({ email }) => email)).toEqual(['ann@club.example', null]);
  expect(members[0]?.lastUsedAt).toMatch(/^20/);

  const made = await runCommand(['reset-link', 'Ann@club.example', '--data', dataDir, '--json']);
  expect(made.status).toBe(0);
  const { link } = LinkSchema.parse(JSON.parse(made.output));
  const body = { token: new URL(link).searchParams.get('token'), newPassword: 'rowing-alone' };
  const reset = await fetch(`${address}/api/auth/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(body),
  });
  expect(reset.status).toBe(200);
  // The log of the server names no one.
  expect(server.output).not.toContain('club.example');

  const nobody = await runCommand(['reset-link', 'ben@club.example', '--data', dataDir]);
  expect(nobody).toMatchObject({
    status: 1,
    output: expect.stringContaining('No account has the email ben@'),
  });
  server.kill('SIGKILL');
  await server.exit();
  const offline = await runCommand(['users', '--data', dataDir]);
  // Control characters in a name can't break the lines of a terminal.
  expect(offline.output.trim().split('\n')).toEqual([
    expect.stringMatching(/^ann@club\.example {2}Zoë .* {2}since \d{4}-\d\d-\d\d {2}not logged in$/),
    expect.stringMatching(/^email is with your provider {2}Élan/),
  ]);
}, 300_000);

test('a command that is killed while it restores does not change the data', async () => {
  const from = ann();
  const file = join(temporaryFolder(), 'backup.tar.gz');
  expect(await runCommand(['backup', file, '--data', from.dataDir])).toMatchObject({ status: 0 });
  const names = readdirSync(from.dataDir);
  for (const step of [/^verifying/, /^backing up/, /^storing/]) {
    const restore = new TestProcess([ops, 'restore', file, '--replace', '--data', from.dataDir]);
    await restore.line(step);
    restore.kill('SIGKILL');
    await restore.exit();
  }
  expect(await rowsIn(from)).toEqual(await rowsIn(ann.original()));
  expect(readdirSync(from.dataDir).filter((name) => name !== 'backups')).toEqual(names);
  // The next one works.
  expect(await runCommand(['restore', file, '--replace', '--data', from.dataDir])).toMatchObject({
    status: 0,
  });
}, 300_000);

onPostgresql('a server on PostgreSQL', () => {
  test('ends the live connections of an account that a command locks, and refuses its calls', async () => {
    const { url, drop } = await createTestPostgresql();
    onTestFinished(drop);
    const dataDir = temporaryFolder();
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const server = await startServer(dataDir, { DATABASE_URL: url });
    const [, address = ''] = /is ready at (http\S+?)[.,]?(\s|$)/.exec(server.output) ?? [];
    const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${address}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const credentials = { email: 'ann@club.example', password: 'rowing at dawn' };
    const signedUp = await post('auth/sign-up/email', { ...credentials, name: 'Ann' });
    const { token, user } = SignedUpSchema.parse(await signedUp.json());
    const headers = { authorization: `Bearer ${token}` };
    const record = { displayName: 'Ann', uid: user.id, iconURL: null };
    expect((await post('users', record, headers)).status).toBe(200);
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      auth: { protocol: liveProtocol },
      extraHeaders: { ...headers, origin: address },
    });
    await once(socket, 'connect');
    const ended = once(socket, 'disconnect');
    // The server gets no message, and checks every 5 s.
    expect(await runCommand(['lock', credentials.email], env)).toMatchObject({ status: 0 });
    await ended;
    expect((await post('auth/sign-in/email', credentials)).status).toBe(403);
    server.kill('SIGTERM');
    await server.exit();
  }, 120_000);

  test('informs the doctor that its mails fail, until one is sent', async () => {
    const { url, drop } = await createTestPostgresql();
    onTestFinished(drop);
    const dataDir = temporaryFolder();
    const smtp = await startSmtpServer({ isBusyFor: 2 });
    onTestFinished(() => smtp.close());
    const server = await startServer(dataDir, { DATABASE_URL: url, SMTP_URL: smtp.url });
    const [, address = ''] = /is ready at (http\S+?)[.,]?(\s|$)/.exec(server.output) ?? [];
    const post = (path: string, body: object) =>
      fetch(`${address}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address },
        body: JSON.stringify(body),
      });
    const email = 'ann@club.example';
    await post('sign-up/email', { email, password: 'rowing at dawn', name: 'Ann' });
    await post('request-password-reset', { email });
    const doctor = async () => {
      const { output } = await runCommand(['doctor', '--json'], { DATABASE_URL: url, DATA_DIR: dataDir });
      return ProblemsSchema.parse(JSON.parse(output)).problems.filter(({ kind }) => kind === 'mail');
    };
    await expect
      .poll(doctor, { timeout: 20_000 })
      .toEqual([{ kind: 'mail', text: expect.stringMatching(/^Mails can't be sent: .*Come back later/) }]);
    await post('request-password-reset', { email });
    await expect.poll(doctor, { timeout: 60_000 }).toEqual([]);
    server.kill('SIGTERM');
    await server.exit();
  }, 120_000);
});

onPostgresql('a restore on PostgreSQL', () => {
  test('a command that is killed in its transaction does not change the tables and the secret', async () => {
    const { url, drop } = await createTestPostgresql();
    const dataDir = temporaryFolder();
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const files = fileURLToPath(new URL('../../test/backups/', import.meta.url));
    const first = await runCommand(['restore', join(files, '0.1.0-postgresql.tar.gz')], env);
    expect(first).toMatchObject({ status: 0 });
    const installation = installationIn(dataDir, url);
    writeFileSync(join(dataDir, 'auth-secret'), 'the secret from before');
    const rows = await rowsIn(installation);
    const other = join(files, '0.1.0-pglite.tar.gz');
    const restore = new TestProcess([ops, 'restore', other, '--replace', '--without-backup'], env);
    await restore.line(/^putting it in place/);
    restore.kill('SIGKILL');
    await restore.exit();
    expect(await rowsIn(installation)).toEqual(rows);
    await settleRestoredSecret(dataDir, url);
    expect(readFileSync(join(dataDir, 'auth-secret'), 'utf8')).toBe('the secret from before');
    expect(await runCommand(['restore', other, '--replace', '--without-backup'], env)).toMatchObject({
      status: 0,
    });
    expect(await rowsIn(installation)).not.toEqual(rows);
    await drop();
  }, 300_000);
});

onPostgresql('the members of an installation on PostgreSQL', () => {
  test('are listed, and get links, while a server runs', async () => {
    const { url, drop } = await createTestPostgresql();
    const env = { DATABASE_URL: url, DATA_DIR: temporaryFolder(), PUBLIC_URL: 'https://row.example.org' };
    const files = fileURLToPath(new URL('../../test/backups/', import.meta.url));
    await runCommand(['restore', join(files, '0.1.0-postgresql.tar.gz')], env);
    await withDatabase(installationIn(env.DATA_DIR, url), async () => {
      const listed = await runCommand(['users'], env);
      expect(listed).toMatchObject({ status: 0, output: expect.stringContaining('ann@club.example') });
      const made = await runCommand(['reset-link', 'ann@club.example'], env);
      expect(made.output).toMatch(/^https:\/\/row\.example\.org\/reset\?token=[\w-]{32}\n/);
    });
    await drop();
    const away = await runCommand(['users'], env);
    expect(away).toMatchObject({ status: 1, output: expect.stringContaining('cannot be used') });
  }, 300_000);
});

test.each<[string, string[], number, RegExp]>([
  ['without a command', [], 2, /^Usage: npm run ops -- COMMAND/],
  ['with an unknown command', ['explode'], 2, /There is no command explode/],
  ['without the email', ['reset-link'], 2, /EMAIL is missing/],
  ['without the file', ['verify'], 2, /FILE is missing/],
  ['with an unknown option', ['backup', '--force'], 2, /Unknown option '--force'/],
  ['with too many arguments', ['verify', 'a', 'b'], 2, /b is too much/],
  [
    'with a file that is not there',
    ['verify', '/nowhere/a.tar.gz'],
    1,
    /\/nowhere\/a.tar.gz can't be used: ENOENT/,
  ],
  [
    'for a folder that is not there',
    ['backup', '--data', '/nowhere'],
    1,
    /There is no installation in \/nowhere/,
  ],
])('a command %s fails with the reason', async (_, args, status, words) => {
  const ended = await runCommand(args);
  expect(ended.output).toMatch(words);
  expect(ended.status).toBe(status);
});

test('a folder without an installation stays empty, and a failure is JSON on request', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  const { status, output } = await runCommand(['backup', '--data', dataDir, '--json']);
  expect([status, JSON.parse(output)]).toEqual([
    1,
    { problem: expect.stringContaining('There is no installation') },
  ]);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('in-use.lock'))).toEqual([]);
  const text = join(temporaryFolder(), 'note.txt');
  writeFileSync(text, 'not a backup');
  expect(await runCommand(['verify', text])).toMatchObject({
    status: 1,
    output: expect.stringContaining('not a complete backup'),
  });
  expect(readFileSync(text, 'utf8')).toBe('not a backup');
});

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { nowMs } from '../../test/support/now.ts';
import { readMail, startSmtpServer } from '../../test/support/smtp.ts';
import { outgoingDestinations, outgoingMessages } from '../db/tables.ts';
import { OutgoingQueue } from './outgoing/queue/outgoing-queue.ts';
import { openMail } from './mail.ts';

const from = 'Boathouse <boathouse@club.example>';
const link = `https://row.example.org/reset?token=${'x'.repeat(90)}`;
const message = {
  to: 'ann@athletes.example',
  subject: 'Réset your password',
  text: `Ann, ångström = 1e-10 m.\n\n${link}\n`,
  link,
};
const undo: Array<() => Promise<unknown> | void> = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const logged: object[] = [];
const log = { info: (fields: object) => void logged.push(fields) };

describe('mail with a mail server', () => {
  const open = async (options: Parameters<typeof startSmtpServer>[0] = {}) => {
    const server = await startSmtpServer(options);
    const mail = openMail({ smtpUrl: server.url, from, folder: '/nowhere', log });
    undo.push(
      () => server.close(),
      () => mail.close(),
    );
    return { server, mail };
  };

  test('[AUTH-4] reaches only its recipient and contains the whole link', async () => {
    const { server, mail } = await open();
    await mail.send(message);
    expect(server.mails).toHaveLength(1);
    const [{ envelope, raw } = { envelope: undefined, raw: '' }] = server.mails;
    expect(envelope).toEqual({ from: 'boathouse@club.example', to: ['ann@athletes.example'] });
    const mailRead = readMail(raw);
    expect(mailRead.headers['from']).toBe(from);
    expect(mailRead.headers['subject']).toBe('Réset your password');
    expect(mailRead.text.replaceAll('\r\n', '\n').trim()).toBe(message.text.trim());
  });

  test('authenticates with the user and password of SMTP_URL', async () => {
    const { server, mail } = await open({ user: 'row@club', password: 'p@ss/word' });
    await mail.send(message);
    expect(server.mails).toHaveLength(1);
  });

  test('is not sent in clear to a mail server on another machine', async () => {
    const server = await startSmtpServer({ user: 'row', password: 'secret' });
    undo.push(() => server.close());
    // An address of loopback that does not look like one.
    const url = server.url.replace('127.0.0.1', '127.1');
    const mail = openMail({ smtpUrl: url, from, folder: '/nowhere', log });
    undo.push(() => mail.close());
    await expect(mail.send(message)).rejects.toThrow(/STARTTLS/i);
    expect(server.mails).toEqual([]);
  });

  test('ignores additional recipients and headers injected through the address', async () => {
    const { server, mail } = await open();
    const evil = 'ann@athletes.example, eve@athletes.example\r\nBcc: mal@athletes.example';
    await mail.send({ ...message, to: evil }).catch(() => undefined);
    const recipients = server.mails.flatMap(({ envelope }) => envelope.to);
    expect(recipients).not.toContain('eve@athletes.example');
    expect(recipients).not.toContain('mal@athletes.example');
    for (const { raw } of server.mails) expect(readMail(raw).headers['bcc']).toBeUndefined();
  });

  test('sent at one moment share three connections, even with the first mail', async () => {
    const { server, mail } = await open({ connectionsMax: 3 });
    await Promise.all(Array.from({ length: 20 }, () => mail.send(message, { isTriedOnce: true })));
    expect(server.mails).toHaveLength(20);
  });

  test('has the words of the server for a mail that is tried once', async () => {
    const refusing = await open({ refuses: true });
    await expect(refusing.mail.send(message, { isTriedOnce: true })).rejects.toThrow(/mailbox is full/);
    const busy = await open({ isBusyFor: 1 });
    await expect(busy.mail.send(message, { isTriedOnce: true })).rejects.toThrow(/Come back later/);
    expect(busy.mail.state().failure?.problem).toMatch(/Come back later/);
  });
});

describe('mail that waits for the mail server', () => {
  const database = usePglite();
  const clock = { nowMs: Date.parse('2026-11-24T18:00:00Z') };
  const now = () => new Date(clock.nowMs);
  const warned: object[] = [];
  const quiet = {
    warn: (fields: object) => void warned.push(fields),
    error: (fields: object) => void warned.push(fields),
  };

  /** A mail server at this port, with its own queue. */
  async function open(options: Parameters<typeof startSmtpServer>[0] = {}) {
    const { db } = database();
    await db.delete(outgoingMessages);
    await db.delete(outgoingDestinations);
    const server = await startSmtpServer(options);
    const outgoing = new OutgoingQueue({
      db,
      now,
      secret: 'the secret of a test, of 32 or more',
      log: quiet,
      random: () => 0,
    });
    const mail = openMail({
      smtpUrl: server.url,
      from,
      folder: '/nowhere',
      log,
      queue: { outgoing, db, now },
    });
    undo.push(
      () => server.close(),
      () => mail.close(),
      () => outgoing.close(),
    );
    const pass = async (ms: number) => {
      clock.nowMs += ms;
      await outgoing.run();
      await outgoing.whenIdle();
    };
    const stored = () => db.select().from(outgoingMessages);
    return { server, mail, outgoing, pass, stored };
  }

  test('is stored when sending resolves, and has the same Message-ID in each try', async () => {
    const { server, mail, outgoing, pass, stored } = await open({ isBusyFor: 1 });
    await mail.send(message);
    await outgoing.whenIdle();
    const [waiting] = await stored();
    expect(waiting?.problem).toMatch(/Come back later/);
    await pass(60_000);
    expect(server.mails).toHaveLength(1);
    expect(readMail(server.mails[0]?.raw ?? '').headers['message-id']).toBe(`<${waiting?.id}@club.example>`);
    expect(await stored()).toEqual([]);
  });

  test('is abandoned when its link has expired, and its stored rest has no link', async () => {
    const { server, mail, outgoing, pass, stored } = await open({ isBusyFor: 1_000 });
    await mail.send({ ...message, validForSec: 3_600 });
    await outgoing.whenIdle();
    await pass(3_600_000);
    expect(server.mails).toEqual([]);
    expect(await stored()).toMatchObject([
      { sealed: null, problem: expect.stringMatching(/Come back later/) },
    ]);
  });

  test('is abandoned at once when the server knows no such mailbox', async () => {
    const { mail, outgoing, stored } = await open({ refuses: true });
    await mail.send(message);
    await outgoing.whenIdle();
    const [given] = await stored();
    expect(given?.givenUpAt).not.toBeNull();
    expect(given?.problem).toMatch(/mailbox is full/);
    expect(mail.state().failure).toBeNull();
  });

  test('waits for a password that the operator mends', async () => {
    const { mail, outgoing, stored } = await open({ user: 'row', password: 'right' });
    mail.close();
    const { db } = database();
    const url = `smtp://row:wrong@${new URL((await startedWith('right')).url).host}`;
    const wrong = openMail({ smtpUrl: url, from, folder: '/nowhere', log, queue: { outgoing, db, now } });
    undo.push(() => wrong.close());
    await wrong.send(message);
    await outgoing.whenIdle();
    expect(await stored()).toMatchObject([{ givenUpAt: null }]);
    expect(wrong.state().failure?.problem).toMatch(/Authentication failed/);
  });

  async function startedWith(password: string) {
    const server = await startSmtpServer({ user: 'row', password });
    undo.push(() => server.close());
    return server;
  }

  test('is forgotten with the account of its recipient', async () => {
    const { mail, outgoing, stored } = await open({ isBusyFor: 1_000 });
    await mail.send(message);
    await outgoing.whenIdle();
    expect(await stored()).toHaveLength(1);
    await mail.forget('Ann@athletes.example');
    expect(await stored()).toEqual([]);
  });

  test.each([3, 10])(
    'sent at one moment all reach a server that allows %i connections, and a sign-in mail comes first',
    async (connectionsMax) => {
      const { server, mail, outgoing, pass, stored } = await open({ connectionsMax });
      const { db } = database();
      await db.transaction(async (tx) => {
        for (let index = 0; index < 60; index += 1) {
          await mail.send(
            { ...message, to: `m${index}@club.example`, subject: 'Starts soon' },
            { tx, isBulk: true },
          );
        }
        await mail.send({ ...message, subject: 'Sign in' }, { tx });
      });
      await outgoing.run();
      await outgoing.whenIdle();
      for (let round = 0; round < 5; round += 1) await pass(10_000);
      expect(server.mails).toHaveLength(61);
      expect(new Set(server.mails.map(({ envelope }) => envelope.to[0])).size).toBe(61);
      const first = server.mails.slice(0, 3).map(({ raw }) => readMail(raw).headers['subject']);
      expect(first).toContain('Sign in');
      expect(await stored()).toEqual([]);
    },
  );
});

describe('mail without a mail server', () => {
  test('[AUTH-4] is stored as one file each, readable only by the user of the process, and the log names only the file', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'boathouse-mail-')), 'mail');
    undo.push(() => rm(folder, { recursive: true }));
    const mail = openMail({ smtpUrl: null, from, folder, log });
    await mail.send(message);
    await mail.send({ ...message, to: 'ben@athletes.example' });
    const files = (await readdir(folder)).sort();
    expect(files).toHaveLength(2);
    for (const file of files) expect(file).toMatch(/\.eml$/);
    const read = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    expect(read.map((raw) => readMail(raw).headers['to'])).toEqual([
      'ann@athletes.example',
      'ben@athletes.example',
    ]);
    expect(readMail(read[0] ?? '').text).toContain(link);
    expect((await stat(join(folder, files[0] ?? ''))).mode & 0o077).toBe(0);
    expect(logged).toContainEqual({ path: join(folder, files[0] ?? '') });
    for (const secret of [link, 'athletes.example']) expect(JSON.stringify(logged)).not.toContain(secret);
  });

  test('logs the link when the folder is unusable, because no one could get it otherwise', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'boathouse-mail-'));
    undo.push(() => rm(parent, { recursive: true }));
    await writeFile(join(parent, 'mail'), 'a file in the place of the folder');
    await openMail({ smtpUrl: null, from, folder: join(parent, 'mail'), log }).send(message);
    expect(logged.at(-1)).toMatchObject({ link });
  });

  test('is deleted an hour later, when its link has ended, and before with the account of its recipient', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'boathouse-mail-')), 'mail');
    undo.push(() => rm(folder, { recursive: true }));
    const mail = openMail({ smtpUrl: null, from, folder, log });
    // Before the first mail there is no folder.
    await mail.sweep(new Date(nowMs()));
    await mail.send(message);
    await mail.send({ ...message, to: 'ben@athletes.example' });
    await writeFile(join(folder, 'notes.txt'), "the operator's");
    await writeFile(join(folder, '2026-01-01.eml.part'), 'left by a crash');
    await mail.forget('Ann@athletes.example');
    const kept = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    expect(kept).toHaveLength(1);
    expect(await readFile(join(folder, kept[0] ?? ''), 'utf8')).toContain('ben@athletes.example');
    await mail.sweep(new Date(nowMs() + 59 * 60_000));
    expect(await readdir(folder)).toHaveLength(3);
    await mail.sweep(new Date(nowMs() + 61 * 60_000));
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });
});

test('sending rejects when the mail server cannot be reached', async () => {
  const server = await startSmtpServer();
  await server.close();
  const mail = openMail({ smtpUrl: server.url, from, folder: '/nowhere', log });
  await expect(mail.send(message)).rejects.toThrow(/ECONNREFUSED/);
  mail.close();
});

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readMail, startSmtpServer } from '../../test/support/smtp.ts';
import { nowMs } from '../../test/support/now.ts';
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
    const mail = openMail({ smtpUrl: server.url, from, folder: '/nowhere', log, retryAfterMs: [1, 1] });
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
    const mail = openMail({ smtpUrl: url, from, folder: '/nowhere', log, retryAfterMs: [] });
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

  test('is not retried after a permanent refusal', async () => {
    const { mail } = await open({ refuses: true });
    await expect(mail.send(message)).rejects.toThrow(/mailbox is full/);
  });

  test('is retried after a temporary refusal, arrives once, and fails after three tries', async () => {
    const patient = await open({ isBusyFor: 2 });
    await patient.mail.send(message);
    expect(patient.server.mails).toHaveLength(1);
    const busy = await open({ isBusyFor: 3 });
    await expect(busy.mail.send(message)).rejects.toThrow(/Come back later/);
    expect(busy.server.mails).toEqual([]);
  });

  test('that waits for a retry fails at once when the port is closed', async () => {
    const { url, close } = await startSmtpServer({ isBusyFor: 1 });
    undo.push(close);
    const mail = openMail({ smtpUrl: url, from, folder: '/nowhere', log, retryAfterMs: [3_600_000] });
    const sent = mail.send(message);
    mail.close();
    await expect(sent).rejects.toThrow(/Come back later/);
  });
});

describe('mail without a mail server', () => {
  test('[AUTH-4] is stored as one file each, readable only by the user of the process, and the log names the file and nothing in it', async () => {
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

  test('logs the link when the folder is unusable, because no one could have it otherwise', async () => {
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
  const mail = openMail({ smtpUrl: server.url, from, folder: '/nowhere', log, retryAfterMs: [1] });
  await expect(mail.send(message)).rejects.toThrow(/ECONNREFUSED/);
  mail.close();
});

import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestPostgresql, isPostgresqlAvailable } from '../support/databases.ts';
import { temporaryFolder, TestProcess } from '../support/processes/child-process.ts';
import { readMail, startSmtpServer } from '../support/smtp.ts';

const script = fileURLToPath(new URL('sending-process.ts', import.meta.url));
const mailsMax = 60;
/** Mails in progress at once, which a kill may repeat. */
const placesMax = 3;
/** Longer than a claim lasts. */
const aheadMs = 200_000;

const kinds = ['PGlite', ...(isPostgresqlAvailable ? ['PostgreSQL'] : [])];

describe.each(kinds)('a process that sends, with %s', (kind) => {
  test('loses no mail when it is killed, and repeats at most those in progress, with their Message-ID', async () => {
    const server = await startSmtpServer();
    onTestFinished(() => void server.close());
    const env: Record<string, string> = { DATA_DIR: temporaryFolder(), SMTP_URL: server.url };
    if (kind === 'PostgreSQL') {
      const { url, drop } = await createTestPostgresql();
      onTestFinished(drop);
      env['DATABASE_URL'] = url;
    }
    const first = new TestProcess([script], { ...env, MAILS: String(mailsMax) });
    await first.line(/STORED/);
    await vi.waitFor(() => expect(server.mails.length).toBeGreaterThan(10), { timeout: 60_000, interval: 1 });
    first.kill('SIGKILL');
    await first.exit();
    const before = server.mails.length;
    expect(before).toBeLessThan(mailsMax);
    const second = new TestProcess([script], { ...env, AHEAD_MS: String(aheadMs) });
    await second.line(/DONE/);
    const sent = server.mails.map(({ raw, envelope }) => ({
      to: envelope.to[0] ?? '',
      id: readMail(raw).headers['message-id'] ?? '',
    }));
    expect(new Set(sent.map(({ to }) => to)).size).toBe(mailsMax);
    expect(sent.length - mailsMax).toBeLessThanOrEqual(placesMax);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(mailsMax);
  }, 300_000);
});

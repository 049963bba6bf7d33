import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { onPostgresql, openTestPostgresql } from '../../../test/support/databases.ts';
import { announceSecret, settleSecret } from './restored-secret.ts';

onPostgresql('the secret of a restore on PostgreSQL', () => {
  test('is in place exactly when the tables are, wherever the restore was interrupted', async () => {
    const database = await openTestPostgresql();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const dataDir = temporaryFolder();
    const secret = () => readFileSync(join(dataDir, 'auth-secret'), 'utf8');
    writeFileSync(join(dataDir, 'auth-secret'), 'old');
    for (const [end, expected] of [
      ['rollback', 'old'],
      ['commit', 'new'],
    ] as const) {
      await client.query('begin');
      await announceSecret(dataDir, client, 'new');
      expect(secret()).toBe('old');
      await client.query(end);
      // The process ends here; the next start continues.
      await settleSecret(dataDir, client);
      expect(secret()).toBe(expected);
      expect(existsSync(join(dataDir, 'restored-secret.json'))).toBe(false);
    }
    // Cut off while it was written: its transaction did not end.
    writeFileSync(join(dataDir, 'restored-secret.json'), '{"mark": "');
    await settleSecret(dataDir, client);
    expect(secret()).toBe('new');
    await client.end();
    await database.close();
  });
});

import { lt, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { onEachDatabase } from '../../test/support/databases.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { authAttempts } from './tables.ts';

onEachDatabase('deleting in batches', (database) => {
  test('deletes all matching rows in several statements, and leaves the others', async () => {
    const { db } = database();
    const at = (second: number) => sql`${new Date(second * 1_000).toISOString()}::timestamptz`;
    await db.execute(sql`insert into ${authAttempts} (key, tries, next_at, expires_at)
      select 'try ' || n, 1, ${at(0)}, to_timestamp(n) from generate_series(1, 1300) n`);
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    await deleteInBatches(db, authAttempts, lt(authAttempts.expiresAt, new Date(1_201_000)));
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
    expect(await db.$count(authAttempts)).toBe(100);
  });
});

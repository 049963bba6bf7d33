import { expect, test } from 'vitest';
import { authSessions, authUsers, authVerifications } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';

onEachDatabase('the sweep', (database) => {
  test('deletes expired logins and links, and leaves the others', async () => {
    const { db } = database();
    const nowMs = Date.UTC(2026, 4, 1, 6);
    const identity = openTestIdentity(db, { nowMs: () => nowMs });
    await db.insert(authUsers).values({ id: 'ann', name: 'Ann', email: 'ann@athletes.example' });
    const ends = { before: new Date(nowMs - 1000), after: new Date(nowMs + 1000) };
    for (const [id, expiresAt] of Object.entries(ends)) {
      await db.insert(authSessions).values({ id, token: id, userId: 'ann', expiresAt });
      await db.insert(authVerifications).values({ id, identifier: id, value: 'ann', expiresAt });
    }
    await identity.sweep();
    expect((await db.select().from(authSessions)).map(({ id }) => id)).toEqual(['after']);
    expect((await db.select().from(authVerifications)).map(({ id }) => id)).toEqual(['after']);
    expect(await db.select().from(authUsers)).toHaveLength(1);
  });
});

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities, clubMemberships, follows, sessions, users } from './db/tables.ts';
import { areConnected } from './features/follows/index.ts';
import { fillSampleData } from './sample-data.ts';
import { usePglite } from './testing/databases.ts';
import { openTestIdentity } from './testing/test-identity.ts';

const database = usePglite();
const now = Temporal.ZonedDateTime.from('2026-05-04T12:04[Europe/Berlin]');

const fill = () => {
  const { db } = database();
  return fillSampleData(db, openTestIdentity(db), now);
};

async function counts(): Promise<number[]> {
  const tables = [users, clubMemberships, sessions, activities, follows];
  const counted = [];
  for (const table of tables) {
    const [row] = await database()
      .db.select({ count: sql<number>`count(*)::int` })
      .from(table);
    counted.push(row?.count ?? 0);
  }
  return counted;
}

test('the sample club is filled once: a second time on the same day adds nothing', async () => {
  await fill();
  const first = await counts();
  for (const count of first) expect(count).toBeGreaterThan(8);
  await fill();
  expect(await counts()).toEqual(first);
}, 60_000);

test('follows are added to a club that was filled without, and an unfollow stays one', async () => {
  const { db } = database();
  await db.delete(follows);
  await fill();
  const idOf = async (name: string) => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.displayName, name));
    return user?.id ?? '';
  };
  const [maren, tobias] = [await idOf('Maren Olsen'), await idOf('Tobias Brandt')];
  expect(await areConnected(db, maren, tobias)).toBe(true);
  await db.delete(follows).where(eq(follows.followerId, maren));
  await fill();
  expect(await areConnected(db, maren, tobias)).toBe(false);
}, 60_000);

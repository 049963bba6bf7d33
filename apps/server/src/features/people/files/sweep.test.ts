import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { follows, storedImages } from '../../../db/tables.ts';
import { openFileStorage } from '../../../infra/files/open-files.ts';
import { onEachDatabase, onPostgresql, openTestPostgresql } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { findRoleByCustomUrl, isImageOfClub } from '../../clubs/clubs/index.ts';
import { isImageOfUser } from '../users/index.ts';
import { buildUser } from '../users/factory.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { Files } from './service.ts';
import { lockUser, selectUnusedImages } from './store.ts';

const dayMs = 24 * 3_600_000;
onEachDatabase('the sweep', (database) => {
  test('[STORE-1] finds the users and clubs of an image by index', async () => {
    const { db } = database();
    const plan = await db.transaction(async (tx) => {
      // PostgreSQL prefers a sequential scan for a few rows; the test checks that the index can serve the query.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_hashjoin = off`);
      await tx.execute(sql`set local enable_mergejoin = off`);
      return JSON.stringify(
        await tx.execute(
          sql`explain ${selectUnusedImages(tx, [isImageOfUser, isImageOfClub], { before: new Date(nowMs()), limit: 10 })}`,
        ),
      );
    });
    expect(plan).toContain('users_pkey');
    expect(plan).toContain('clubs_custom_url');
  });

  test('[STORE-1] looks up the records of a page of files in one query', async () => {
    const { db } = database();
    const { _id: userId } = await buildUser(db);
    const folder = await mkdtemp(join(tmpdir(), 'boathouse-sweep-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const storage = await openFileStorage({ dataDir: folder, s3: null });
    const names = Array.from(
      { length: 30 },
      (_, index) => `usericons/${userId}/${String(index).padStart(32, '0')}.webp`,
    );
    const old = new Date(nowMs() - 3 * dayMs);
    for (const name of names) {
      await storage.images.put(name, Buffer.from('bytes'), 'image/webp');
      await utimes(join(folder, 'files', name), old, old);
    }
    await db.insert(storedImages).values(names.slice(1).map((name) => ({ name, userId, sizeBytes: 5 })));
    let asked = 0;
    const counted = new Proxy(db, {
      get: (target, key) => {
        if (key === 'select') asked += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const files = new Files({
      db: counted,
      ...storage,
      quotaBytes: 1,
      now: () => new Date(nowMs()),
      turnsOf: () => new KeyedQueue(),
      clubAccess: findRoleByCustomUrl,
      uses: [isImageOfUser, isImageOfClub],
    });
    expect(await files.sweep()).toEqual({ uploads: 0, images: 0, orphans: 1 });
    expect(asked).toBeLessThan(10);
    expect(await storage.images.get(names[0] ?? '')).toBeNull();
    expect(await storage.images.get(names[1] ?? '')).not.toBeNull();
  });
});

onPostgresql("while a user's quota is locked", () => {
  test('[FOLL-1] an insert that only refers to the user does not wait', async () => {
    const database = await openTestPostgresql();
    onTestFinished(() => database.close());
    const { db } = database;
    const [ann, bea] = [await buildUser(db), await buildUser(db)];
    await db.transaction(async (counting) => {
      await lockUser(counting, ann._id);
      await db.transaction(async (following) => {
        await following.execute(sql`set local lock_timeout = '2s'`);
        await following.insert(follows).values({ followerId: ann._id, followeeId: bea._id });
      });
    });
    expect(await db.select().from(follows)).toHaveLength(1);
  });
});

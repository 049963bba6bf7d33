import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { clubs } from '../tables.ts';

/** Deletes a club's description and images, and takes it out of lists and searches. */
export async function hideClub(tx: Database, id: string, unlistedAt: Date): Promise<void> {
  await tx
    .update(clubs)
    .set({ description: '', iconUrl: null, bannerUrl: null, unlistedAt })
    .where(eq(clubs.id, id));
}

/**
 * Lists a club again that was hidden at this time, with this description unless it has another by now. Returns false if it
 * was not hidden then.
 */
export async function showClub(
  tx: Database,
  { id, unlistedAt, description }: { id: string; unlistedAt: Date; description: string },
): Promise<boolean> {
  const rows = await tx
    .update(clubs)
    .set({
      unlistedAt: null,
      description: sql`case when ${clubs.description} = '' then ${description} else ${clubs.description} end`,
    })
    .where(and(eq(clubs.id, id), eq(clubs.unlistedAt, unlistedAt)))
    .returning({ id: clubs.id });
  return rows.length > 0;
}

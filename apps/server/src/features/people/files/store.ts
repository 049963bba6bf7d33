import { and, count, eq, gt, gte, inArray, isNull, lt, not, sql, sum } from 'drizzle-orm';
import { FileFolderSchema, type FileFolder } from '@boathouse/contract/files';
import type { Database } from '../../../db/database.ts';
import { pendingUploads, storedImages, users } from '../../../db/tables.ts';
import type { ImageFolder, ImageUse } from './rules.ts';

export type PendingUpload = ImageFolder & {
  id: string;
  userId: string;
  sizeBytes: number;
  imageName: string | null;
  refusal: string | null;
  createdAt: Date;
};

type StoredImageRow = { name: string; userId: string | null; sizeBytes: number; createdAt: Date };

/**
 * Serializes the quota checks of a user until the transaction ends. `FOR NO KEY UPDATE` does not block inserts that
 * only refer to the user, such as activities.
 */
export async function lockUser(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

const isUnfinished = and(isNull(pendingUploads.imageName), isNull(pendingUploads.refusal));

/**
 * Returns the bytes that count toward a user's quota (stored images, and unfinished uploads begun after `since` at
 * their declared size) and the number of those uploads.
 */
export async function sumUsage(
  db: Database,
  userId: string,
  since: Date,
  exceptUploadId?: string,
): Promise<{ bytes: number; unfinished: number }> {
  const [stored] = await db
    .select({ bytes: sum(storedImages.sizeBytes).mapWith(Number) })
    .from(storedImages)
    .where(eq(storedImages.userId, userId));
  const [pending] = await db
    .select({ bytes: sum(pendingUploads.sizeBytes).mapWith(Number), unfinished: count() })
    .from(pendingUploads)
    .where(
      and(
        eq(pendingUploads.userId, userId),
        gt(pendingUploads.createdAt, since),
        isUnfinished,
        exceptUploadId === undefined ? undefined : sql`${pendingUploads.id} <> ${exceptUploadId}`,
      ),
    );
  return { bytes: (stored?.bytes ?? 0) + (pending?.bytes ?? 0), unfinished: pending?.unfinished ?? 0 };
}

export async function findImage(db: Database, name: string): Promise<StoredImageRow | null> {
  const [row] = await db.select().from(storedImages).where(eq(storedImages.name, name));
  return row ?? null;
}

/** Returns the `names` that have a record. */
export async function findKnownNames(db: Database, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ name: storedImages.name })
    .from(storedImages)
    .where(inArray(storedImages.name, names));
  return new Set(rows.map(({ name }) => name));
}

/**
 * Inserts an image. An existing one gets the new owner and date: either of two users who send the same image for a free
 * custom URL can then create the club, and the sweep keeps the image for another day.
 */
export async function insertImage(db: Database, image: StoredImageRow): Promise<void> {
  await db
    .insert(storedImages)
    .values(image)
    .onConflictDoUpdate({
      target: storedImages.name,
      set: { createdAt: image.createdAt, userId: image.userId },
    });
}

export async function deleteImage(db: Database, name: string): Promise<void> {
  await db.delete(storedImages).where(eq(storedImages.name, name));
}

/** Returns the images whose name starts with `prefix` and sorts after `after`, in code unit order. */
export async function listImages(
  db: Database,
  prefix: string,
  options: { after: string; limit: number; ownerId?: string },
): Promise<StoredImageRow[]> {
  const name = sql`${storedImages.name} collate "C"`;
  return db
    .select()
    .from(storedImages)
    .where(
      and(
        gte(name, prefix),
        lt(name, `${prefix}~`),
        gt(name, options.after),
        options.ownerId === undefined ? undefined : eq(storedImages.userId, options.ownerId),
      ),
    )
    .orderBy(name)
    .limit(options.limit);
}

/** Selects images older than `before` that nothing refers to. */
export function selectUnusedImages(
  db: Database,
  uses: readonly ImageUse[],
  { before, limit }: { before: Date; limit: number },
) {
  return db
    .select({ name: storedImages.name })
    .from(storedImages)
    .where(and(lt(storedImages.createdAt, before), isUnused(db, uses)))
    .limit(limit);
}

/** Returns false if the image has been used or sent again since it was selected. */
export async function deleteImageIfUnused(
  db: Database,
  uses: readonly ImageUse[],
  { name, before }: { name: string; before: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // A transaction that is about to use the image holds this lock; the check after it then sees the use.
    await tx.select().from(storedImages).where(eq(storedImages.name, name)).for('update');
    const deleted = await tx
      .delete(storedImages)
      .where(and(eq(storedImages.name, name), lt(storedImages.createdAt, before), isUnused(tx, uses)))
      .returning({ name: storedImages.name });
    return deleted.length > 0;
  });
}

/**
 * Deletes the records of a user's images and uploads, except images of clubs, which stay. Returns what remains in the
 * stores: names of images, ids of uploads.
 */
export async function deleteFilesOf(
  tx: Database,
  uses: readonly ImageUse[],
  userId: string,
): Promise<{ images: string[]; uploads: string[] }> {
  await tx.update(users).set({ iconUrl: null, bannerUrl: null }).where(eq(users.id, userId));
  const images = await tx
    .delete(storedImages)
    .where(and(eq(storedImages.userId, userId), isUnused(tx, uses)))
    .returning({ name: storedImages.name });
  const uploads = await tx
    .delete(pendingUploads)
    .where(eq(pendingUploads.userId, userId))
    .returning({ id: pendingUploads.id });
  return { images: images.map(({ name }) => name), uploads: uploads.map(({ id }) => id) };
}

/** @param uses where images may be referred to; each finds the image by an index */
function isUnused(db: Database, uses: readonly ImageUse[]) {
  const image = {
    name: sql`${storedImages.name}`,
    path: sql`'/files/' || ${storedImages.name}`,
    key: sql`split_part(${storedImages.name}, '/', 2)`,
  };
  return and(...uses.map((isUsed) => not(isUsed(db, image))));
}

/** Keeps the image from being swept until the transaction ends. Returns false if none exists. */
export async function lockImage(tx: Database, name: string): Promise<boolean> {
  const rows = await tx
    .select({ name: storedImages.name })
    .from(storedImages)
    .where(eq(storedImages.name, name))
    .for('share');
  return rows.length > 0;
}

export async function insertUpload(
  db: Database,
  upload: Pick<PendingUpload, 'id' | 'userId' | 'folder' | 'key' | 'sizeBytes' | 'createdAt'>,
): Promise<void> {
  await db.insert(pendingUploads).values(upload);
}

export async function findUpload(db: Database, id: string): Promise<PendingUpload | null> {
  const [row] = await db.select().from(pendingUploads).where(eq(pendingUploads.id, id));
  return row ? { ...row, folder: folderOf(row.folder) } : null;
}

const folderOf = (text: string): FileFolder => FileFolderSchema.parse(text);

export async function updateUpload(
  db: Database,
  id: string,
  result: { imageName: string } | { refusal: string },
): Promise<void> {
  await db.update(pendingUploads).set(result).where(eq(pendingUploads.id, id));
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.delete(pendingUploads).where(eq(pendingUploads.id, id));
}

export async function listUploadsBefore(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: pendingUploads.id })
    .from(pendingUploads)
    .where(lt(pendingUploads.createdAt, before))
    .limit(limit);
  return rows.map(({ id }) => id);
}

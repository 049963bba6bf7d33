import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** Stored images and the user whose quota each counts toward; the bytes are in the file store under the same name. */
export const storedImages = pgTable(
  'stored_images',
  {
    /** folder/key/hash.webp */
    name: text('name').primaryKey(),
    /** Null after the uploading user is deleted; a club's icon stays. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('stored_images_user').on(table.userId),
    index('stored_images_created').on(table.createdAt),
    // Listed and compared by code unit, independent of the database's collation.
    index('stored_images_name').on(sql`${table.name} collate "C"`),
  ],
);

/** Unfinished resumable uploads: they count in the quota at their declared size until they end or expire. */
export const pendingUploads = pgTable(
  'pending_uploads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    folder: text('folder').notNull(),
    key: text('key').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** The image's name in the store; set when the upload is complete and was re-encoded. */
    imageName: text('image_name'),
    /** The reason for the user; set when the upload is complete and is not an allowed image. */
    refusal: text('refusal'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('pending_uploads_user').on(table.userId),
    index('pending_uploads_created').on(table.createdAt),
  ],
);

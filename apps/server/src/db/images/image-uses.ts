import type { SQL } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** A stored image in a query: its name, the path that records store, and the user or custom URL that it is kept under. */
type ImageInQuery = { name: SQL; path: SQL; key: SQL };

/**
 * A condition that holds while a feature's records refer to an image. Only the user or the club of its key can, so an
 * index finds them by the key.
 */
export type ImageUse = (db: Database, image: ImageInQuery) => SQL;

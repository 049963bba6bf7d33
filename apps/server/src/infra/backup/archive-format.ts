import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/*
 * A backup is a tar file, compressed by gzip: backup.json (its description, read first), auth-secret, the rows of each
 * table in parts (tables/NAME/000001.ndjson), the images (images/NAME), and finally manifest.json with the digest of
 * each part. Without its manifest an archive is incomplete.
 */

/** Raised when an older version could not read the archive. */
export const archiveFormat = 1;

export const headerName = 'backup.json';
export const secretName = 'auth-secret';
export const manifestName = 'manifest.json';
export const tablePrefix = 'tables/';
export const imagePrefix = 'images/';

const SchemaVersionSchema = z.object({
  tag: z.nullable(z.string()),
  at: z.number(),
  hash: z.string(),
});

/** Read from every archive, even from one that a newer version wrote. */
export const FormatSchema = z.looseObject({ format: z.int().check(z.positive()), version: z.string() });

export const HeaderSchema = z.object({
  format: z.literal(archiveFormat),
  /** The version of the product that wrote it. */
  version: z.string(),
  /** The last migration of the database. */
  schema: SchemaVersionSchema,
  madeAt: z.iso.datetime(),
  database: z.enum(['pglite', 'postgresql']),
  /** Sorted so that a table comes after those to which it refers. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).check(z.minLength(1)) })),
});

export const ManifestSchema = z.object({
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  tables: z.record(z.string(), z.object({ rows: z.int(), sum: z.string() })),
  images: z.object({
    count: z.int(),
    bytes: z.int(),
    /** Images of the database that the store did not have. */
    missing: z.array(z.string()),
  }),
});

export type ArchiveHeader = z.output<typeof HeaderSchema>;
export type ArchiveManifest = z.output<typeof ManifestSchema>;

/** The descriptions at the start and the end of an archive. */
export type ArchiveContents = { header: ArchiveHeader; manifest: ArchiveManifest };

/** Counts the rows of all tables. */
export function rowsOf({ tables }: Pick<ArchiveManifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

const PackageSchema = z.looseObject({ version: z.string() });

/** Returns the version of this product. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return PackageSchema.parse(JSON.parse(text)).version;
}

/** The file is not a backup, or not in its original form: damaged, cut off or changed. */
export class ArchiveDamagedError extends Error {
  override name = 'ArchiveDamagedError';
  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file} is not a complete backup: ${reason.replace(/\.$/, '')}. Use another one.`, { cause });
  }
}

/** A newer product wrote the file. */
export class ArchiveNewerError extends Error {
  override name = 'ArchiveNewerError';
  constructor(file: string, version: string) {
    super(
      `${file} was made by a newer Boathouse (${version}). Restore it with that version, or a later one.`,
    );
  }
}

/** The file can't be read, written or found. */
export class ArchiveFileError extends Error {
  override name = 'ArchiveFileError';
  constructor(file: string, cause: unknown) {
    super(`${file} can't be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Loading a backup needs more space than its disk has: the backup itself is fine. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  constructor(folder: string, cause: unknown) {
    super(`The disk of ${folder} is full: a backup is loaded there. Make space, then try again.`, { cause });
  }
}

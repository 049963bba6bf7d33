import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { newestSchemaAt } from '../../db/migrations.ts';
import { readHeader } from './read-archive.ts';
import { expiredUpdateCopies } from './retention.ts';
import { draftSuffix } from './write-archive.ts';

/** Why a backup was made; a part of its name. */
const backupKinds = ['nightly', 'before-update', 'before-restore', 'manual'] as const;
type BackupKind = (typeof backupKinds)[number];

const namePattern = new RegExp(`^boathouse-(${backupKinds.join('|')})-(\\d{8}T\\d{6}Z)\\.tar\\.gz$`);

/** Returns the name of a backup file; `parseBackupName` reads it. */
export function backupName(kind: BackupKind, at: Date): string {
  return `boathouse-${kind}-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;
}

function parseBackupName(name: string): { kind: BackupKind; at: Date } | null {
  const [, kindName, stamp = ''] = namePattern.exec(name) ?? [];
  const kind = backupKinds.find((known) => known === kindName);
  if (kind === undefined) return null;
  return { kind, at: new Date(Temporal.Instant.from(stamp).epochMilliseconds) };
}

/** Where backups are stored, unless the caller names a file: BACKUP_DIR, otherwise in the data folder. */
export function backupFolderOf(config: { backupDir: string | null; dataDir: string }): string {
  return config.backupDir ?? join(config.dataDir, 'backups');
}

const RecordSchema = z.object({
  bytes: z.int(),
  rows: z.int(),
  missingImages: z.int(),
  version: z.string(),
  /** When the backup was loaded into a database and compared; null if that failed. */
  verifiedAt: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
});

/** The facts about a backup, stored beside it as `NAME.json`. */
type BackupRecord = z.output<typeof RecordSchema>;

export type StoredBackup = { name: string; kind: BackupKind; at: Date; record: BackupRecord | null };

/** Returns the backups of a folder, newest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const backups: StoredBackup[] = [];
  for (const name of names) {
    const parsed = parseBackupName(name);
    if (parsed)
      backups.push({ name, ...parsed, record: await readJson(join(folder, `${name}.json`), RecordSchema) });
  }
  return backups.sort((one, other) => other.at.getTime() - one.at.getTime());
}

export async function writeRecord(folder: string, name: string, record: BackupRecord): Promise<void> {
  await replaceJson(join(folder, `${name}.json`), record);
}

/** Deletes a backup and its record. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(join(folder, `${name}.json`), { force: true });
}

/**
 * Deletes the backups before updates that are no longer needed, and returns their names. A backup that can't be read
 * stays.
 */
export async function tidyUpdateCopies(folder: string): Promise<string[]> {
  const copies: Array<{ name: string; at: Date; schemaAt: number }> = [];
  for (const { kind, name, at } of await listBackups(folder)) {
    if (kind !== 'before-update') continue;
    const header = await readHeader(join(folder, name)).catch(() => null);
    if (header !== null) copies.push({ name, at, schemaAt: header.schema.at });
  }
  const expired = expiredUpdateCopies(copies);
  for (const name of expired) await removeBackup(folder, name);
  return expired;
}

const dayMs = 86_400_000;

/** Deletes drafts left by a crash, by their age: another process may be writing one. */
export async function removeOldDrafts(
  folder: string,
  isDraft: (name: string) => boolean,
  now: Date,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isDraft(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - dayMs)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

export function isBackupDraft(name: string): boolean {
  return name.startsWith('.') && name.endsWith(draftSuffix);
}

const AttemptSchema = z.object({ at: z.iso.datetime(), problem: z.nullable(z.string()) });
const attemptName = 'last-attempt.json';

/** The last nightly backup that was tried, and why it failed. */
type BackupAttempt = z.output<typeof AttemptSchema>;

export async function writeAttempt(folder: string, attempt: BackupAttempt): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceJson(join(folder, attemptName), attempt);
}

/** Returns the facts about the backups of a folder, newest first. */
export async function backupState(
  folder: string,
): Promise<{ backups: StoredBackup[]; lastAttempt: BackupAttempt | null }> {
  return {
    backups: await listBackups(folder),
    lastAttempt: await readJson(join(folder, attemptName), AttemptSchema),
  };
}

async function replaceJson(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Returns null for a file that is missing or not understood: it only describes a backup. */
async function readJson<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Returns the path of the newest backup that this version can restore, for an operator who goes back to it. */
export async function newestRestorable(folder: string): Promise<string | null> {
  for (const { name } of await listBackups(folder)) {
    const header = await readHeader(join(folder, name)).catch(() => null);
    if (header !== null && header.schema.at <= newestSchemaAt()) return join(folder, name);
  }
  return null;
}

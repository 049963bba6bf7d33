import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { migrationsFolder } from '../../src/db/migrations.ts';

const JournalSchema = z.looseObject({ entries: z.array(z.looseObject({ idx: z.number() })) });

/** Copies the migrations before one into a new folder, to open a database as a version before had it. */
export function writeMigrationsBefore(index: number, folder: string): string {
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JournalSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entries = journal.entries.filter(({ idx }) => idx < index);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

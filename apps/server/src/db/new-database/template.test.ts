import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { buildTemplate, unpackTemplate } from './template.ts';

/** A value of PostgreSQL's `DBState`, after the identifier and two versions. */
const stateOf = (folder: string) => readFileSync(join(folder, 'global/pg_control')).readInt32LE(16);
const shutDownInOrder = 1;

test.each(['empty', 'newest'] as const)(
  'a database made from the template %s has nothing to recover, and is closed to other users',
  async (kind) => {
    const folder = join(temporaryFolder(), 'database');
    await unpackTemplate(await buildTemplate(kind), folder);
    expect(stateOf(folder)).toBe(shutDownInOrder);
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(paths).not.toContain('postmaster.pid');
    // PostgreSQL needs the folders that it has made, even empty ones.
    expect(paths).toEqual(expect.arrayContaining(['PG_VERSION', 'pg_notify', 'pg_wal/archive_status']));
    const open = paths.filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  },
);

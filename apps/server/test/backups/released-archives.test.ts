import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newestSchemaAt, schemaOf } from '../../src/db/migrations.ts';
import { rowsOf } from '../../src/infra/backup/archive-format.ts';
import { loadArchive } from '../../src/infra/backup/load-archive.ts';
import { temporaryFolder } from '../support/processes/child-process.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const archives = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));

const CountsSchema = z.tuple([
  z.object({ users: z.int(), activities: z.int(), strokes: z.int(), parts: z.int() }),
]);

test('there are archives of released versions on each database', () => {
  const ofEach = ['0.1.0', '0.3.0'].flatMap((version) =>
    ['pglite', 'postgresql'].map((kind) => `${version}-${kind}.tar.gz`),
  );
  expect(archives).toEqual(expect.arrayContaining(ofEach));
});

test.each(archives)('%s, of a released version, is restored and brought up to date', async (name) => {
  const { database, manifest, authSecret } = await loadArchive(join(folder, name), temporaryFolder());
  expect((await schemaOf(database.client))?.at).toBe(newestSchemaAt());
  const { rows } = await database.client.query(
    `select (select count(*)::int from users) as users, (select count(*)::int from activities) as activities,
     (select count(*)::int from stroke_chunks) as strokes, (select count(*)::int from user_name_parts) as parts`,
  );
  const [counts] = CountsSchema.parse(rows);
  const { users, activities, stroke_chunks: strokes } = manifest.tables;
  expect(counts).toMatchObject({ users: users?.rows, activities: activities?.rows, strokes: strokes?.rows });
  expect(counts).toMatchObject({ users: 3, strokes: 2 });
  expect(counts.parts).toBeGreaterThan(4);
  expect(rowsOf(manifest)).toBeGreaterThan(30);
  expect(authSecret).toHaveLength(42);
  await database.close();
});

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const quickPackages = new URL('./quick-packages.ts', import.meta.url).href;

/** Where a process of the server finds its packages, by import and by require. */
const program = `
  import { createRequire } from 'node:module';
  import { pgTable } from 'drizzle-orm/pg-core';
  import { getTableName, sql } from 'drizzle-orm';
  import { drizzle } from 'drizzle-orm/node-postgres';
  import { PgDialect } from 'drizzle-orm/pg-core/dialect';
  const required = createRequire(import.meta.url).resolve('drizzle-orm');
  const found = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres/migrator', 'pg'].map((name) => import.meta.resolve(name));
  const statement = new PgDialect().sqlToQuery(sql\`select \${1} from \${pgTable('rows', {})}\`);
  console.log(JSON.stringify({ required, found, statement, db: typeof drizzle, name: getTableName(pgTable('rows', {})) }));
`;

const run = (args: string[]) =>
  execFileSync(process.execPath, [...args, '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });

test('packages are those that Node finds itself, also by require', () => {
  const quick = run(['--import', quickPackages]);
  expect(JSON.parse(quick)).toMatchObject({ name: 'rows', statement: { params: [1] } });
  expect(quick).toBe(run([]));
});

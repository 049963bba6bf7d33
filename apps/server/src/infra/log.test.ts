import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { openLog } from './log.ts';

const database = usePglite();

test('a failed query is logged with its reason and without its parameters', async () => {
  const lines: string[] = [];
  const log = openLog('error', { write: (line) => void lines.push(line) });
  const failing = database().db.execute(sql`select * from nowhere where token = ${'a secret'}`);
  await failing.catch((error: unknown) => log.error({ err: error }, 'request failed'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('select * from nowhere where token = $1');
  expect(lines[0]).toContain('relation \\"nowhere\\" does not exist');
  expect(lines[0]).toContain('log.test.ts');
  expect(lines[0]).not.toContain('a secret');
});

// `npm run kills`: the long kill run on both databases. Options: --seed, --kills, --rowers, --stroke-ms, --batch-ms,
// --up-ms, --database=embedded|postgresql. TEST_DATABASE_SERVER is a server on which it may create databases.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { isClean, runKills } from './kill-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    rowers: { type: 'string', default: '20' },
    'stroke-ms': { type: 'string', default: '40' },
    'batch-ms': { type: 'string', default: '0' },
    'up-ms': { type: 'string', default: '2000' },
    database: { type: 'string' },
  },
});

const server = process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432';

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function run(kind: 'embedded' | 'postgresql'): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-kills-'));
  const name = `boathouse_kills_${randomBytes(6).toString('hex')}`;
  if (kind === 'postgresql') await onServer(`create database ${name}`);
  const begunAtMs = Date.now();
  try {
    const report = await runKills({
      dataDir,
      databaseUrl: kind === 'postgresql' ? `${server}/${name}` : null,
      seed: Number(values.seed),
      kills: Number(values.kills),
      rowers: Number(values.rowers),
      strokeMs: Number(values['stroke-ms']),
      batchMs: Number(values['batch-ms']),
      strokeCount: [20, 120],
      upMs: Number(values['up-ms']),
      onProgress: (kills, journals) => {
        if (kills % 20 === 0) console.error(`${kind}: ${kills} kills, ${journals} activities`);
      },
    });
    const seconds = Math.round((Date.now() - begunAtMs) / 1_000);
    console.log(JSON.stringify({ database: kind, seed: values.seed, seconds, ...report }, null, 2));
    return isClean(report);
  } finally {
    if (kind === 'postgresql') await onServer(`drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const kinds = (['embedded', 'postgresql'] as const).filter((kind) => (values.database ?? kind) === kind);
for (const kind of kinds) {
  if (!(await run(kind))) process.exitCode = 1;
}

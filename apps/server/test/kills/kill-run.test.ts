import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/child-process.ts';
import { createTestPostgresql, onPostgresql } from '../support/databases.ts';
import { runKills } from './kill-run.ts';

/** `npm run kills` does the same for 200 kills. */
const shortRun = {
  seed: 15,
  kills: 2,
  rowers: 6,
  strokeMs: 30,
  batchMs: 0,
  strokeCount: [10, 30],
  upMs: 700,
} as const;

const nothingWrong = {
  lostStrokes: 0,
  doubledStrokes: 0,
  wrongResults: 0,
  miscounted: 0,
  faults: [],
};

describe('a server that is killed at random moments', { timeout: 120_000 }, () => {
  test('has every acknowledged stroke once, and every result, on the embedded database', async () => {
    const report = await runKills({ ...shortRun, dataDir: temporaryFolder(), databaseUrl: null });
    expect(report).toMatchObject(nothingWrong);
    expect(report.activities).toBeGreaterThanOrEqual(shortRun.rowers);
  });

  onPostgresql('on PostgreSQL', () => {
    test('has every acknowledged stroke once, and every result', async () => {
      const { url, drop } = await createTestPostgresql();
      try {
        const report = await runKills({ ...shortRun, dataDir: temporaryFolder(), databaseUrl: url });
        expect(report).toMatchObject(nothingWrong);
        expect(report.activities).toBeGreaterThanOrEqual(shortRun.rowers);
      } finally {
        await drop();
      }
    });
  });
});

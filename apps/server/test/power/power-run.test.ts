import { rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cutPower, makeWorkFolder, recordMigration, recordTransactions } from './power-run.ts';

function workFolder(): string {
  const folder = makeWorkFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `npm run power-cuts` does the same for 1,000 cuts. */
describe('a power cut at a random moment', { timeout: 300_000 }, () => {
  test('leaves every acknowledged transaction whole; without fsync, of files or folders, it would not', async () => {
    const folder = workFolder();
    const recording = await recordTransactions({ folder, seed: 4, count: 20 });
    const report = await cutPower(recording, { folder, seed: 4, cuts: 3, recoveryEvery: 3 });
    expect(report).toEqual({ cuts: 3, cutsOfRecoveries: 1, withLosses: 0, faults: [] });

    // One of the two cuts is before the first acknowledgement.
    const onlySynced = { changes: 0, names: 0, torn: 0 };
    for (const ignored of ['all fsyncs', 'fsyncs of folders'] as const) {
      const control = await cutPower(recording, { folder, seed: 5, cuts: 2, ignored, fate: onlySynced });
      expect(control.withLosses).toBe(1);
    }
  });

  test('keeps the data from before an update, and the next start completes the update', async () => {
    const folder = workFolder();
    const recording = await recordMigration({ folder, seed: 5, count: 20 });
    const report = await cutPower(recording, { folder, seed: 5, cuts: 2 });
    expect(report).toEqual({ cuts: 2, cutsOfRecoveries: 0, withLosses: 0, faults: [] });
  });
});

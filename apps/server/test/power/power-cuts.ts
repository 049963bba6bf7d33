// `npm run power-cuts`: cuts the power of the embedded database at random moments, and starts it on the remaining data.
// Options:
// --seed, --cuts, --transactions, --kind=transactions|migration, --ignore='all fsyncs'|'fsyncs of folders' (a control, which
// must lose commits).
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildTemplate } from '../../src/db/new-database/template.ts';
import {
  cutPower,
  makeWorkFolder,
  recordMigration,
  recordTransactions,
  type CutReport,
} from './power-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cuts: { type: 'string', default: '1000' },
    transactions: { type: 'string', default: '120' },
    kind: { type: 'string' },
    ignore: { type: 'string', default: 'nothing' },
  },
});

/** Cuts of one recording. Each recording has its own transactions. */
const cutsOfRecording = 50;

const cuts = Number(values.cuts);
const ignored =
  values.ignore === 'all fsyncs' || values.ignore === 'fsyncs of folders' ? values.ignore : 'nothing';
const total: CutReport = { cuts: 0, cutsOfRecoveries: 0, withLosses: 0, faults: [] };
const begunAtMs = Date.now();
await buildTemplate('newest');
for (let seed = Number(values.seed); total.cuts < cuts; seed += 1) {
  const folder = makeWorkFolder();
  try {
    // Every fifth recording is a migration.
    const kind = values.kind ?? (seed % 5 === 0 ? 'migration' : 'transactions');
    const recording =
      kind === 'migration'
        ? await recordMigration({ folder, seed, count: 200 })
        : await recordTransactions({ folder, seed, count: Number(values.transactions) });
    const report = await cutPower(recording, {
      folder,
      seed,
      cuts: Math.min(cutsOfRecording, cuts - total.cuts),
      recoveryEvery: 10,
      ignored,
    });
    total.cuts += report.cuts;
    total.cutsOfRecoveries += report.cutsOfRecoveries;
    total.withLosses += report.withLosses;
    const faults = report.faults.map((fault) => `seed ${seed}, ${kind}: ${fault}`);
    for (const fault of faults) console.error(fault);
    total.faults.push(...faults);
    const seconds = Math.round((Date.now() - begunAtMs) / 1_000);
    console.error(`${total.cuts} cuts, ${total.faults.length} faults, ${seconds} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(JSON.stringify({ seed: values.seed, ignored, ...total }, null, 2));
if (total.faults.length > 0) process.exitCode = 1;

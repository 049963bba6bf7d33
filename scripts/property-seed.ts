// Property tests use the same values in each run, so that only a change can make one fail. PROPERTY_SEED=$RANDOM makes
// others.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });

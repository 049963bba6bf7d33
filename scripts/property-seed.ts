// Property tests make the same runs each time, so that a change is what fails one. PROPERTY_SEED=$RANDOM makes others.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });

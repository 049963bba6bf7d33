import { isUndecided } from './monitor-workouts.ts';
import { changed, type At, type Effect, type Life } from './life-state.ts';
import type { RowRecord } from '../reduce/progress.ts';

const sampleEveryMs = 250;
/** A late timer, by at most this, does not delay later samples: due times stay 250 ms apart. */
const sampleLateMs = 30;
/**
 * A burst of the monitor contains 0x31 and 0x32, and a sample needs both. The second arrives within a few ms, or with
 * the next connection event of the radio: 30 ms in the recording of a real monitor.
 */
const sampleSettlesMs = 50;
/** A monitor sends its status at least once a second. */
const nextBurstMs = 1_000;
/** Returns when the next sample is due on the monotonic clock, or null. */
export function wakeAtMs({ run }: Life): number | null {
  return run.sampleDueAtMs;
}

function sampleAtMs({ run }: Life, at: At, settlesMs: number): number {
  return Math.max(run.sampledAtMs + sampleEveryMs, at.monoMs + settlesMs);
}

/** Sets when a sample of changed values is due. */
export function withSampleDue(before: Life, life: Life, at: At, settlesMs = sampleSettlesMs): Life {
  const { kept, run } = life;
  const isMine =
    kept.lostTo === null && !kept.isEndedElsewhere && kept.refusal === null && !isUndecided(life);
  const isShown = kept.stage === 'rowing' && kept.begin === 'stored' && run.isCurrent && isMine;
  if (!isShown || kept.progress === before.kept.progress || run.sampleDueAtMs !== null) return life;
  return changed(life, {}, { sampleDueAtMs: sampleAtMs(life, at, settlesMs) });
}

/**
 * Sets when a sample is due after a record: once the burst is complete. Other records wait for the next burst. A sample
 * of these values would come just before it, and delay it by a whole interval.
 */
export function withBurst(before: Life, life: Life, { kind }: RowRecord, at: At): Life {
  const isBegun = kind === 'generalStatus';
  const { sampleDueAtMs, sampledAtMs } = life.run;
  const isPending = sampleDueAtMs !== null || at.monoMs - sampledAtMs > 2 * sampleSettlesMs;
  // An erg of another maker sends all values at once.
  const isWhole = kind === 'rowerData' || (kind === 'additionalStatus1' && isPending);
  const settlesMs = isBegun ? sampleSettlesMs : isWhole ? 0 : nextBurstMs;
  if (sampleDueAtMs === null || settlesMs === nextBurstMs) return withSampleDue(before, life, at, settlesMs);
  return changed(life, {}, { sampleDueAtMs: sampleAtMs(life, at, settlesMs) });
}

/** Adds the due sample to the effects. */
export function sampleIfDue(life: Life, at: At, effects: Effect[]): Life {
  const { sampleDueAtMs } = life.run;
  if (sampleDueAtMs === null || at.monoMs < sampleDueAtMs) return life;
  effects.push({ kind: 'sample', id: life.kept.id, progress: life.kept.progress });
  const sampledAtMs = Math.max(sampleDueAtMs, at.monoMs - sampleLateMs);
  return changed(life, {}, { sampledAtMs, sampleDueAtMs: null });
}

import type { TargetReading } from '../cockpit/cockpit-plan.ts';
import type { VoicedRow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';

/** Not more often than this, and not at the start of a piece, whose first strokes keep no target. */
const quietMs = 15_000;
/** Longer than a stroke: one alone neither loses a target nor regains it. */
const steadyMs = 3_000;

type Kind = TargetReading['kind'];

/** What was said of the targets. */
export type TargetMemory = {
  /** The interval it is of: each begins anew. */
  interval: string;
  quietUntilMs: number;
  /** As last said. */
  isKept: Partial<Record<Kind, boolean>>;
  /** Since when it has been otherwise. */
  otherSinceMs: Partial<Record<Kind, number>>;
};

/** Returns what is to be said of lost and regained targets, and what to remember. `before`: null for the first row heard. */
export function followTargets(
  before: TargetMemory | null,
  row: VoicedRow,
): { memory: TargetMemory; sentences: Sentence[] } {
  const { atMs, progress, targets, staleWords } = row;
  const interval = `${progress.pieceNumber} ${progress.intervalNumber}`;
  const former =
    before?.interval === interval
      ? before
      : { interval, quietUntilMs: atMs + quietMs, isKept: {}, otherSinceMs: {} };
  if (progress.phase !== 'rowing' || staleWords !== null) return { memory: former, sentences: [] };
  const isKept = { ...former.isKept };
  const otherSinceMs: TargetMemory['otherSinceMs'] = {};
  const words: string[] = [];
  for (const target of targets) {
    const { kind } = target;
    const isIn = target.side === 'in';
    // A page that was loaded in mid-workout does not know what was said before it.
    const asSaid = (isKept[kind] ??= before === null ? isIn : true);
    if (isIn === asSaid) continue;
    const sinceMs = former.otherSinceMs[kind] ?? atMs;
    if (atMs - sinceMs >= steadyMs && atMs >= former.quietUntilMs) {
      isKept[kind] = isIn;
      words.push(`${target.label.charAt(0).toUpperCase()}${target.label.slice(1)}: ${target.words}`);
    } else {
      otherSinceMs[kind] = sinceMs;
    }
  }
  const quietUntilMs = words.length > 0 ? atMs + quietMs : former.quietUntilMs;
  return {
    memory: { interval, quietUntilMs, isKept, otherSinceMs },
    sentences: words.length > 0 ? [{ topic: 'targets', words: words.join('. ') }] : [],
  };
}

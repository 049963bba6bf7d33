import type { TargetReading } from '../cockpit/cockpit-plan.ts';
import type { VoicedRow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';

/** Shortest time between two sentences, and after the start of a piece, whose first strokes keep no target. */
const quietMs = 15_000;
/** Longer than a stroke: a single stroke neither loses a target nor regains it. */
const steadyMs = 3_000;

type Kind = TargetReading['kind'];

/** The state of the announced targets. */
export type TargetMemory = {
  /** Its interval; each interval starts with a new state. */
  interval: string;
  quietUntilMs: number;
  /** The state as last announced. */
  isKept: Partial<Record<Kind, boolean>>;
  /** Since when the state has differed. */
  otherSinceMs: Partial<Record<Kind, number>>;
};

/** Returns the sentences for lost and regained targets, and the next state. `before`: null for the first reading. */
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
    // A page that was loaded during the workout does not know the earlier announcements.
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

import { mismatchOf } from '@boathouse/row/program';
import type { WorkoutPlan } from '@boathouse/row/plan';
import { formatDistance } from '../../../lib/format.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';

const endedElsewhere =
  "This workout was finished on another page or device. The monitor's own result still replaces one ended by hand.";
const leftByMonitor = (distanceM: number) =>
  `You left this workout on the monitor at ${formatDistance(distanceM)}. Row on to start again, or press Finish.`;

type NoticedRow = Pick<RowSnapshot, 'progress' | 'stage' | 'isEndedElsewhere'> & {
  saving: Pick<RowSnapshot['saving'], 'journalProblem'>;
};

/**
 * Returns what the athlete has to know about the row beside its values, the most important; null without anything.
 * @param plan of the item; null for a text that is no plan
 */
export function noticeOf(
  { progress, stage, isEndedElsewhere, saving }: NoticedRow,
  plan: WorkoutPlan | null,
): string | null {
  if (isEndedElsewhere && stage !== 'completed') return endedElsewhere;
  if (saving.journalProblem !== null) return saving.journalProblem;
  // Switched off or reset in mid-workout, or a simulated erg after a reload: its values of the workout come no more.
  if (stage === 'rowing' && progress.phase === 'waiting' && progress.track.isAbandoned) {
    return leftByMonitor(progress.distanceM);
  }
  return plan === null ? null : mismatchOf(plan, progress.setup);
}

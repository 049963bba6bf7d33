import type { Machine } from '@boathouse/contract/activities';
import { machineOfRow } from '@boathouse/row/machine';
import { mismatchOf } from '@boathouse/row/program';
import type { WorkoutPlan } from '@boathouse/row/plan';
import { formatDistance } from '../../../lib/format.ts';
import { machineNames } from '@boathouse/contract/activities/machine';
import type { RowSnapshot } from '../run/row-snapshot.ts';

const endedElsewhere =
  "This workout was finished on another page or device. The monitor's own result still replaces one ended by hand.";
const leftByMonitor = (distanceM: number) =>
  `You left this workout on the monitor at ${formatDistance(distanceM)}. Row on to start again, or press Finish.`;
const leftOnOther = (distanceM: number) =>
  `This is another erg than the one of your first ${formatDistance(distanceM)}. Row on to start again, or press Finish.`;

const otherMachine = (begunOn: Machine, machine: Machine) =>
  `This workout began on ${aMachine(begunOn)} and counts as one. The connected monitor is on ${aMachine(machine)}.`;

function aMachine(machine: Machine): string {
  if (machine === 'otherrower') return 'an erg of another maker';
  return machine === 'other' ? 'another machine' : `a ${machineNames[machine]}`;
}

type NoticedRow = Pick<RowSnapshot, 'progress' | 'stage' | 'isEndedElsewhere'> & {
  saving: Pick<RowSnapshot['saving'], 'journalProblem'>;
};

/**
 * Returns what the athlete has to know about the row beside its values, the most important; null without anything.
 * @param plan of the item; null for a text that is no plan
 * @param machine that the connected monitor is on; null where it is not known
 */
export function noticeOf(
  { progress, stage, isEndedElsewhere, saving }: NoticedRow,
  plan: WorkoutPlan | null,
  machine: Machine | null,
): string | null {
  if (isEndedElsewhere && stage !== 'completed') return endedElsewhere;
  if (saving.journalProblem !== null) return saving.journalProblem;
  // Switched off or reset in mid-workout, or a simulated erg after a reload: its values of the workout come no more.
  const { phase, track, distanceM } = progress;
  if (stage === 'rowing' && phase === 'waiting' && track.interval !== null) {
    return (track.isAbandoned && track.rower === null ? leftByMonitor : leftOnOther)(distanceM);
  }
  const begunOn = machineOfRow(progress);
  if (stage === 'rowing' && machine !== null && begunOn !== null && machine !== begunOn) {
    return otherMachine(begunOn, machine);
  }
  return plan === null ? null : mismatchOf(plan, progress.setup);
}

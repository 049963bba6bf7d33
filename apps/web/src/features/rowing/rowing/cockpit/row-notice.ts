import type { Machine } from '@boathouse/contract/activities';
import { machineOfRow } from '@boathouse/row/reduce/machine';
import { mismatchOf } from '@boathouse/row/plan/program';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { formatDistance } from '../../../../lib/format.ts';
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
 * Returns the most important message about the row, for the place beside its values; null without one.
 * @param plan of the item; null for a text without a plan
 * @param machine of the connected monitor; null while unknown
 */
export function noticeOf(
  { progress, stage, isEndedElsewhere, saving }: NoticedRow,
  plan: WorkoutPlan | null,
  machine: Machine | null,
): string | null {
  if (isEndedElsewhere && stage !== 'completed') return endedElsewhere;
  if (saving.journalProblem !== null) return saving.journalProblem;
  // The monitor was switched off or reset during the workout, or a simulated erg was reloaded: it sends no further
  // values of the workout.
  const { phase, track, distanceM } = progress;
  if (stage === 'rowing' && phase === 'waiting' && track.work.interval !== null) {
    return (track.work.isAbandoned && track.rower === null ? leftByMonitor : leftOnOther)(distanceM);
  }
  const begunOn = machineOfRow(progress);
  if (stage === 'rowing' && machine !== null && begunOn !== null && machine !== begunOn) {
    return otherMachine(begunOn, machine);
  }
  return plan === null ? null : mismatchOf(plan, progress.setup);
}

import type { MemberState } from '@boathouse/contract/live';
import type { MonitorReport, MonitorsAsked } from '@boathouse/contract/live/crew-monitors';
import type { UserRef } from '@boathouse/contract/users';
import { readinessOf } from '../../../rowing/room/index.ts';

/** The state of a member's monitor after a press for an item, for the coach. */
export type MonitorStanding =
  | 'set'
  | 'setting'
  | 'asking'
  | 'declined'
  | 'refused'
  | 'left'
  | 'rowing'
  | 'noSignal'
  | 'busy'
  | 'noErg'
  | 'silent'
  | 'late'
  | 'missed'
  | 'waiting'
  | 'tooOld';

export const standingWords: Record<MonitorStanding, string> = {
  set: 'set',
  setting: 'being set…',
  asking: 'has to allow it',
  declined: 'does not allow it now',
  refused: 'monitor did not take it',
  left: 'was set, but shows another workout now',
  rowing: 'rowing',
  noSignal: 'rowing, no signal',
  busy: 'rowing another item',
  noErg: 'no erg connected',
  silent: 'monitor silent',
  late: 'page was away, press again',
  missed: 'came later, press again',
  waiting: 'no answer yet',
  tooOld: 'page is too old to be set: ask for a reload',
};

type Press = Pick<MonitorsAsked, 'press' | 'item'>;

type Known = {
  /** null: this page was opened after the press, and uses the reports of the item unchanged. */
  press: Press | null;
  item: number;
  /** The press is so young that a page may still answer. */
  isYoung: boolean;
};

/**
 * Returns the state of a member's monitor. The erg's state from the page (`state`) is newer than its report of a
 * press, so it comes first: a member counts as set only while waiting with the workout.
 */
export function standingOf(
  state: MemberState | undefined,
  report: MonitorReport | undefined,
  { press, item, isYoung }: Known,
): MonitorStanding {
  const readiness = readinessOf(state, item);
  if (readiness === 'ready' || readiness === 'away') return 'set';
  if (readiness !== 'notSet') return readiness;
  if (report === undefined) return isYoung ? 'waiting' : 'tooOld';
  const { answer } = report;
  const isOfPress =
    answer !== null && answer.item === item && (press === null || answer.press === press.press);
  if (!isOfPress) return isYoung ? 'waiting' : 'missed';
  switch (answer.outcome) {
    case 'set':
      return 'left';
    // Its erg was connected, or its result withdrawn, after the press.
    case 'noErg':
    case 'done':
      return 'missed';
    default:
      return answer.outcome;
  }
}

type MemberStanding = { member: UserRef; standing: MonitorStanding };

type Crew = Known & {
  /** Members who coach: without an erg they don't count. */
  coachIds: readonly string[];
  /** Ids of the athletes who have a result of the item. */
  doneBy: readonly string[];
};

/** Returns the monitors of members who can row the item, the set or rowed ones last. */
export function crewStandings(
  members: readonly UserRef[],
  states: ReadonlyMap<string, MemberState>,
  reports: ReadonlyMap<string, MonitorReport>,
  crew: Crew,
): MemberStanding[] {
  return members
    .map((member) => ({
      member,
      standing: standingOf(states.get(member._id), reports.get(member._id), crew),
    }))
    .filter(({ member, standing }) => !crew.coachIds.includes(member._id) || standing !== 'noErg')
    .filter(({ member }) => !crew.doneBy.includes(member._id))
    .toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)));
}

/** Whether the press has succeeded with a monitor: it is set to the item, or rows it. */
const isDone = ({ standing }: MemberStanding): boolean =>
  standing === 'set' || standing === 'rowing' || standing === 'noSignal';

/**
 * Returns how many monitors are set, and whether any of them is being rowed: from then on, the crew is more important.
 */
export function setOf(crew: readonly MemberStanding[]): { setCount: number; isRowed: boolean } {
  const isRowed = crew.some(({ standing }) => standing === 'rowing' || standing === 'noSignal');
  return { setCount: crew.filter(isDone).length, isRowed };
}

import type { MemberState } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

/** Why a member can, or can't yet, start a workout item with the others. */
type Readiness = 'rowing' | 'ready' | 'busy' | 'noErg' | 'notSet' | 'away';

/** Returns whether a member is ready for an item; `state` is missing for a page that has sent none. */
export function readinessOf(state: MemberState | undefined, item: number): Readiness {
  if (state?.item === item && state.isRowing) return 'rowing';
  if (state !== undefined && state.item !== null && state.item !== item) return 'busy';
  if (!state?.isErgConnected) return 'noErg';
  if (!state.setItems?.includes(item)) return 'notSet';
  return state.isInFront ? 'ready' : 'away';
}

export const readinessWords: Record<Readiness, string> = {
  rowing: 'rowing',
  ready: 'ready',
  busy: 'rowing another item',
  noErg: 'no erg connected',
  notSet: 'monitor not set to this item',
  away: 'page in the background',
};

type MemberReadiness = { member: UserRef; readiness: Readiness };

/**
 * Returns who takes part in the start of an item, the ready ones last. A host without an erg coaches, and does not
 * count; nor do those who have a result.
 */
export function crewReadiness(
  members: readonly UserRef[],
  states: ReadonlyMap<string, MemberState>,
  { item, hostId, doneBy }: { item: number; hostId: string; doneBy: readonly string[] },
): { readyCount: number; crew: MemberReadiness[] } {
  const crew = members
    .map((member) => ({ member, readiness: readinessOf(states.get(member._id), item) }))
    .filter(({ member, readiness }) => member._id !== hostId || readiness !== 'noErg')
    .filter(({ member }) => !doneBy.includes(member._id))
    .toSorted((one, other) => Number(isReady(one)) - Number(isReady(other)));
  return { readyCount: crew.filter(isReady).length, crew };
}

const isReady = ({ readiness }: MemberReadiness): boolean => readiness === 'ready' || readiness === 'rowing';

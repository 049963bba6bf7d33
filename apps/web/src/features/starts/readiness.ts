import { ergOf, type MemberState } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

/** Why a member can, or can't yet, start a workout item with the others. */
type Readiness = 'rowing' | 'ready' | 'busy' | 'noErg' | 'silent' | 'notSet' | 'away';

/** Returns whether a member is ready for an item; `state` is missing for a page that has sent none. */
export function readinessOf(state: MemberState | undefined, item: number): Readiness {
  if (state?.item === item && state.isRowing) return 'rowing';
  if (state !== undefined && state.item !== null && state.item !== item) return 'busy';
  const erg = state === undefined ? 'none' : ergOf(state);
  if (state === undefined || erg === 'none') return 'noErg';
  if (erg === 'silent') return 'silent';
  if (!state.setItems?.includes(item)) return 'notSet';
  return state.isInFront ? 'ready' : 'away';
}

export const readinessWords: Record<Readiness, string> = {
  rowing: 'rowing',
  ready: 'ready',
  busy: 'rowing another item',
  noErg: 'no erg connected',
  silent: 'monitor silent',
  notSet: 'monitor not set to this item',
  away: 'page in the background',
};

type MemberReadiness = { member: UserRef; readiness: Readiness };

/**
 * Returns who takes part in the start of an item, the ready ones last. Who rows it already can't start with the others. A
 * host without an erg coaches, and does not count; nor do those who have a result.
 */
export function crewReadiness(
  members: readonly UserRef[],
  states: ReadonlyMap<string, MemberState>,
  { item, hostId, doneBy }: { item: number; hostId: string; doneBy: readonly string[] },
): { readyCount: number; rowingCount: number; crew: MemberReadiness[] } {
  const crew = members
    .map((member) => ({ member, readiness: readinessOf(states.get(member._id), item) }))
    .filter(({ member, readiness }) => member._id !== hostId || readiness !== 'noErg')
    .filter(({ member }) => !doneBy.includes(member._id))
    .toSorted((one, other) => Number(isReady(one)) - Number(isReady(other)));
  const rowingCount = crew.filter(({ readiness }) => readiness === 'rowing').length;
  return { readyCount: crew.filter(isReady).length, rowingCount, crew };
}

const isReady = ({ readiness }: MemberReadiness): boolean => readiness === 'ready';

import { ergOf, type MemberState } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

/** Why a member can, or can't yet, start a workout item with the others. */
export type Readiness = 'rowing' | 'noSignal' | 'ready' | 'busy' | 'noErg' | 'silent' | 'notSet' | 'away';

/**
 * Returns whether a member is ready for an item; `state` is missing for a page that has sent none. The only source of
 * the count, the coach's lists, the word shown for an athlete, and the countdown's instructions.
 */
export function readinessOf(state: MemberState | undefined, item: number): Readiness {
  if (state?.item === item && state.isRowing) return ergOf(state) === 'sending' ? 'rowing' : 'noSignal';
  if (state !== undefined && state.item !== null && state.item !== item) return 'busy';
  const erg = state === undefined ? 'none' : ergOf(state);
  if (state === undefined || erg === 'none') return 'noErg';
  if (erg === 'silent') return 'silent';
  if (!state.setItems?.includes(item)) return 'notSet';
  return state.isInFront ? 'ready' : 'away';
}

/** Serves lists that the host uses to start others. */
export const readinessWords: Record<Readiness, string> = {
  rowing: 'rowing',
  noSignal: 'rowing, no signal',
  ready: 'ready',
  busy: 'rowing another item',
  noErg: 'no erg connected',
  silent: 'monitor silent',
  notSet: 'monitor not set to this item',
  away: 'page in the background',
};

/** It is shown for an athlete who has begun and waits for the first stroke. */
const waitingWords: Record<Readiness, string> = {
  rowing: 'Rowing',
  noSignal: 'No signal',
  ready: 'Ready',
  busy: 'Rows another item',
  noErg: 'No erg',
  silent: 'Monitor silent',
  notSet: 'Monitor not set',
  away: 'In background',
};

/** Returns the word for a waiting athlete; `null` while the state of the page is unknown. */
export function wordOfWaiting(readiness: Readiness | null): string {
  return readiness === null ? 'Waiting' : waitingWords[readiness];
}

type MemberReadiness = { member: UserRef; readiness: Readiness };

/**
 * Returns the athletes for the start of an item, the ready ones last. Athletes who already row it can't start with the
 * others. A host without an erg coaches, and does not count; neither do athletes with a result.
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

import type { MyRace } from '@boathouse/contract/races/mine';

type Mine = Pick<MyRace, 'session' | 'laneState'>;

const out: readonly Mine['laneState'][] = ['dns', 'dnf', 'dsq', 'closed', 'finished'];

/** Whether the athlete must go to the erg: the race is called, and the lane has no result. */
export function isCalled({ session, laneState }: Mine): boolean {
  return session !== null && !out.includes(laneState);
}

import { isSettled, type Life } from '../life.ts';

type Lives = ReadonlyMap<string, Life>;

export function keyOfActivity(lives: Lives, activityId: string): string | null {
  return [...lives.values()].find(({ kept }) => kept.id === activityId)?.kept.key ?? null;
}

/** Whether a row before `key` must be stored first; null checks all rows. */
export function isEarlierUnsettled(lives: Lives, key: string | null): boolean {
  for (const [other, life] of lives) {
    if (other === key) return false;
    if (!isSettled(life)) return true;
  }
  return false;
}

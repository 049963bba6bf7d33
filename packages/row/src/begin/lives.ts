import { isSettled, type Life } from '../life.ts';

type Lives = ReadonlyMap<string, Life>;

export function keyOfActivity(lives: Lives, activityId: string): string | null {
  return [...lives.values()].find(({ kept }) => kept.id === activityId)?.kept.key ?? null;
}

/** Whether a row before `key`, or any for null, must be stored first. */
export function isEarlierUnsettled(lives: Lives, key: string | null): boolean {
  for (const [other, life] of lives) {
    if (other === key) return false;
    if (!isSettled(life)) return true;
  }
  return false;
}

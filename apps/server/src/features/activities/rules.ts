import type {
  Activity,
  ActivityPatch,
  ErgometerFields,
  ListedActivity,
} from '@boathouse/contract/activities';

/** Every live field, so that a patch touches these and nothing else. */
const ergometerFields = [
  'elapsedTime',
  'currentPace',
  'averagePace',
  'distance',
  'strokeRate',
  'workoutType',
  'heartRate',
  'dragFactor',
  'averagePower',
  'totalCalories',
  'isSimulated',
] as const satisfies ReadonlyArray<keyof ErgometerFields>;

export type LiveChange = Partial<ErgometerFields>;

/** What of a patch is merged: the ergometer's fields that are present. Who, which session and whether complete never are. */
export function liveChangeOf(patch: ActivityPatch): LiveChange {
  return Object.fromEntries(
    ergometerFields.flatMap((field) => (patch[field] === undefined ? [] : [[field, patch[field]]])),
  );
}

/** How long a page may hold an activity that it began offline. */
const offlineMaxMs = 30 * 24 * 3_600_000;

/**
 * When an activity began: the time in the id that its page made, so that a row begun offline keeps its real time. A
 * page's clock may be wrong: never after now, and at most 30 days before.
 */
export function beganAtMs(idTimeMs: number, nowMs: number): number {
  return Math.min(nowMs, Math.max(idTimeMs, nowMs - offlineMaxMs));
}

/** The activity as lists show it: without its splits. */
export function listedActivityOf({ summary, ...activity }: Activity): ListedActivity {
  if (summary === null) return { ...activity, summary };
  const { splits: _splits, ...rest } = summary;
  return { ...activity, summary: rest };
}

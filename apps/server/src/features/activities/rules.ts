import type { ActivityPatch, ErgometerFields } from '@boathouse/contract/activities';

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

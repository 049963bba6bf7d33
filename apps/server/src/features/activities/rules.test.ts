import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ActivityPatchSchema,
  ErgometerFieldsSchema,
  type ErgometerFields,
} from '@boathouse/contract/activities';
import { liveChangeOf } from './rules.ts';

const fields: ErgometerFields = {
  elapsedTime: 120.5,
  currentPace: 118.2,
  averagePace: 119.9,
  distance: 500.1,
  strokeRate: 28,
  workoutType: 3,
  heartRate: 161,
  dragFactor: 125,
  averagePower: 203,
  totalCalories: 31,
  isSimulated: false,
};
const id = '019a0000-0000-7000-8000-000000000000';
/** The fields of a patch that are not live fields. */
const identity = {
  _id: id,
  user: id,
  session: id,
  workoutItemIndex: 3,
  isCompleted: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:00:00.000Z',
};

describe('the merged fields of a patch', () => {
  test('[SESS-9] include every live field of the contract', () => {
    expect(Object.keys(fields).sort()).toEqual(Object.keys(ErgometerFieldsSchema.shape).sort());
    expect(liveChangeOf(fields)).toEqual(fields);
  });

  test('[SESS-9] never include the user, the session or isCompleted', () => {
    const patch = ActivityPatchSchema.parse({ ...identity, ...fields });
    expect(liveChangeOf(patch)).toEqual(fields);
    expect(liveChangeOf(ActivityPatchSchema.parse(identity))).toEqual({});
  });

  test('[SESS-9] include null and zero, but not absent fields', () => {
    expect(liveChangeOf({ heartRate: null, distance: 0, isSimulated: false })).toEqual({
      heartRate: null,
      distance: 0,
      isSimulated: false,
    });
    expect(liveChangeOf({})).toEqual({});
  });

  test('[SESS-9] equal any given subset of the live fields', () => {
    fc.assert(
      fc.property(fc.subarray(Object.entries(fields)), (entries) => {
        const some = Object.fromEntries(entries);
        expect(liveChangeOf(ActivityPatchSchema.parse({ ...identity, ...some }))).toEqual(some);
      }),
    );
  });
});

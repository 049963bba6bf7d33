import { sessions } from '@boathouse/contract/sessions';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, callApi } from '../../../lib/api.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';

/**
 * Schedules the session that a row without a place is saved to, and returns its id. It is made from the row's own, so that pressing
 * again after a lost answer, or in another tab, schedules no second one.
 */
export async function scheduleFor(row: RowSnapshot, userId: string): Promise<string> {
  const body = {
    _id: row.activityId,
    title: row.title,
    hostUser: userId,
    startAt: new Date(row.begunAtMs).toISOString(),
    isAccessibleByLink: false,
    workoutItems: [row.workout],
  };
  try {
    return (await callApi(sessions.create, { body }))._id;
  } catch (error) {
    const isTaken = error instanceof ApiError && error.fields.some(({ field }) => field === '_id');
    if (!isTaken) throw error;
    // That session was deleted, or another user has made one with this id.
    return (await callApi(sessions.create, { body: { ...body, _id: uuidv7({ msecs: row.begunAtMs }) } }))._id;
  }
}

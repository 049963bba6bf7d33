import type { Activity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { UserRef } from '@boathouse/contract/users';
import { idOf } from '../people.ts';
import { nowMs } from '../now.ts';

/** Starts at 1000: tests use lower numbers for their own ids. */
let built = 1000;

/** For tests: returns a unique id. */
function nextId(): string {
  built += 1;
  return idOf(built);
}

/** For tests. */
export function buildUserRef(displayName = 'Mara Lindqvist'): UserRef {
  return { _id: nextId(), displayName, iconURL: null };
}

/** For tests: a session of two workout items that anyone with the link may join. */
export function buildSession(parts: Partial<Session> = {}): Session {
  return {
    _id: nextId(),
    title: 'Evening steady state',
    hostUser: buildUserRef('Anna Oduya'),
    startAt: '2025-11-21T17:40:00.000Z',
    isAccessibleByLink: true,
    club: null,
    workoutItems: ['5000m', '20:00'],
    ...parts,
  };
}

/** For tests: a completed 5000 m. */
export function buildActivity({ name, ...parts }: Partial<Activity> & { name?: string } = {}): Activity {
  const { _id, title, workoutItems } = parts.session ?? buildSession();
  const workout = workoutItems[parts.workoutItemIndex ?? 0] ?? '';
  return {
    _id: nextId(),
    user: buildUserRef(name),
    title,
    workout,
    session: { _id, title, workoutItems },
    workoutItemIndex: 0,
    visibility: null,
    source: parts.isSimulated ? 'simulated' : 'monitor',
    machine: 'rower',
    isCompleted: true,
    createdAt: '2025-11-21T17:40:00.000Z',
    completedAt: '2025-11-21T18:00:00.000Z',
    elapsedTime: 1200,
    currentPace: null,
    averagePace: 120,
    distance: 5000,
    strokeRate: 24,
    workoutType: 3,
    heartRate: null,
    dragFactor: 120,
    averagePower: 203,
    totalCalories: 290,
    isSimulated: false,
    summary: null,
    isPartial: false,
    isLeft: false,
    startOffset: null,
    heardAt: parts.isCompleted === false ? new Date(nowMs()).toISOString() : '2025-11-21T18:00:00.000Z',
    ...parts,
  };
}

import {
  ActivityCompletionSchema,
  type Activity,
  type ActivityCompletion,
  type ActivityPatch,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import type { Problem } from '@boathouse/contract/errors';
import type { UserRef } from '@boathouse/contract/users';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { buildActivity, buildUserRef } from '../sessions/factory.ts';
import type { RowBackend } from './row-controller.ts';

/* For tests: an in-memory server of activities, with a network that can be slow, offline or lose responses. */

type Call =
  | { kind: 'begin'; sessionId: string; workoutItemIndex: number }
  | { kind: 'patch'; activityId: string; body: ActivityPatch }
  | { kind: 'complete'; activityId: string; body: ActivityCompletion | null };

export type Road =
  | 'open'
  /** No request arrives. */
  | 'cut'
  /** The server handles requests, but its responses are lost. */
  | 'oneWay';

type Asked = Call & { atMs: number };

export type FakeActivityServer = ReturnType<typeof createFakeActivityServer>;

export function refusal(status: number, code: Problem['code'], field?: string): ApiError {
  return new ApiError(status, {
    code,
    message: `Refused: ${code}`,
    errorId: 'e1',
    ...(field === undefined ? {} : { fields: [{ field, message: 'Refused' }] }),
  });
}

export function createFakeActivityServer(
  options: { rower?: UserRef; session?: Pick<Activity['session'], 'title' | 'workoutItems'> } = {},
) {
  const rower = options.rower ?? buildUserRef();
  const { title, workoutItems } = options.session ?? {
    title: 'Evening steady state',
    workoutItems: ['100m', '5000m'],
  };
  const activities = new Map<string, Activity>();
  const asked: Asked[] = [];
  const stored: Array<Call & { atMs: number }> = [];
  const parallel = { now: 0, most: 0 };

  function own(id: string): Activity {
    const activity = activities.get(id);
    if (!activity) throw refusal(404, 'not_found');
    return activity;
  }

  function merge(
    activity: Activity,
    patch: ActivityCompletion | null,
    more: Partial<Activity> = {},
  ): Activity {
    const { summary: _, timeZone: __, ...figures } = ActivityCompletionSchema.parse(patch ?? {});
    const given = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
    const merged = { ...activity, ...given, ...more };
    activities.set(activity._id, merged);
    return merged;
  }

  function begin({ sessionId, workoutItemIndex }: { sessionId: string; workoutItemIndex: number }): Activity {
    const all = [...activities.values()].filter(({ user }) => user._id === rower._id);
    const same = all.find(
      (activity) => activity.session._id === sessionId && activity.workoutItemIndex === workoutItemIndex,
    );
    if (same?.isCompleted) throw refusal(409, 'activity_completed');
    if (same) return same;
    if (all.some(({ isCompleted }) => !isCompleted)) throw refusal(409, 'activity_in_progress');
    const begun = buildActivity({
      user: rower,
      session: { _id: sessionId, title, workoutItems },
      workoutItemIndex,
      isCompleted: false,
      completedAt: null,
      elapsedTime: 0,
      averagePace: null,
      distance: 0,
      strokeRate: 0,
      workoutType: null,
      dragFactor: 0,
      averagePower: null,
      totalCalories: 0,
    });
    activities.set(begun._id, begun);
    return begun;
  }

  function perform(call: Call): Activity {
    const reason = server.refuse(call);
    if (reason) throw reason;
    switch (call.kind) {
      case 'begin':
        return begin(call);
      case 'patch': {
        const activity = own(call.activityId);
        const { summary, ...figures } = call.body;
        if (!activity.isCompleted) {
          stored.push({ ...call, atMs: Date.now() });
          return merge(activity, call.body);
        }
        const recoveryHeartRate = summary?.recoveryHeartRate;
        if (recoveryHeartRate == null || activity.summary === null || Object.keys(figures).length > 0) {
          throw refusal(409, 'activity_completed');
        }
        stored.push({ ...call, atMs: Date.now() });
        return merge(activity, null, { summary: { ...activity.summary, recoveryHeartRate } });
      }
      case 'complete': {
        const activity = own(call.activityId);
        if (activity.isCompleted) return activity;
        stored.push({ ...call, atMs: Date.now() });
        const summary: WorkoutSummary | null = call.body?.summary ?? null;
        return merge(activity, call.body, {
          summary,
          isCompleted: true,
          completedAt: '2025-11-21T18:00:00.000Z',
        });
      }
    }
  }

  /** One page's connection to the server. Requests and responses each take half of `roundTripMs`. */
  function connect() {
    let isGone = false;
    async function ask(call: Call): Promise<Activity> {
      asked.push({ ...call, atMs: Date.now() });
      parallel.now += 1;
      parallel.most = Math.max(parallel.most, parallel.now);
      try {
        await passed(server.roundTripMs / 2);
        if (server.road === 'cut') throw new NetworkError('cut');
        const { road } = server;
        let answer: { activity: Activity } | { error: unknown };
        try {
          answer = { activity: perform(call) };
        } catch (error) {
          answer = { error };
        }
        await passed(server.roundTripMs / 2);
        if (road === 'oneWay') throw new NetworkError('lost');
        if ('error' in answer) throw answer.error;
        return answer.activity;
      } finally {
        parallel.now -= 1;
        // A closed page gets no response.
        if (isGone) await new Promise(() => {});
      }
    }
    const backend: RowBackend = {
      begin: (sessionId, workoutItemIndex) => ask({ kind: 'begin', sessionId, workoutItemIndex }),
      patch: (activityId, body) => ask({ kind: 'patch', activityId, body }),
      complete: (activityId, body) => ask({ kind: 'complete', activityId, body }),
    };
    return { backend, leave: () => void (isGone = true) };
  }

  const server = {
    road: 'open' as Road,
    roundTripMs: 20,
    /** Returns an error for a call, or null. */
    refuse: (_call: Call): ApiError | null => null,
    connect,
    asked,
    /** The calls that changed an activity, in order. */
    stored,
    /** The largest number of simultaneous requests. */
    parallel,
    of: <K extends Call['kind']>(kind: K) =>
      asked.filter((call): call is Extract<Asked, { kind: K }> => call.kind === kind),
    storedOf: <K extends Call['kind']>(kind: K) =>
      stored.filter((call): call is Extract<Asked, { kind: K }> => call.kind === kind),
    inProgress: (): Activity | null =>
      [...activities.values()].find(({ user, isCompleted }) => user._id === rower._id && !isCompleted) ??
      null,
    /** Adds an activity of another user, or an earlier one. */
    add: (activity: Activity) => void activities.set(activity._id, activity),
    all: () => [...activities.values()],
    activity: (id: string): Activity => own(id),
  };
  return server;
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

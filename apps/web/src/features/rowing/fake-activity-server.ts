import {
  ActivityCompletionSchema,
  ActivityPatchSchema,
  type ActivityCompletion,
  type ActivityPatch,
  type OwnActivity,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import type { Problem } from '@boathouse/contract/errors';
import { StrokeSchema, type Stroke } from '@boathouse/contract/strokes';
import type { UserRef } from '@boathouse/contract/users';
import type { Life, RowRequest } from '@boathouse/row/life';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { buildActivity, buildUserRef } from '../sessions/factory.ts';
import { completionOf, livePatchOf, storedStrokeOf, strokeOf, summaryOf } from './row-mapping.ts';
import type { Response, RowRequests } from './row-requests.ts';

/* For tests: an in-memory server of activities, with a network that can be slow, offline or lose responses. */

type Call =
  | { kind: 'begin'; activityId: string; sessionId: string; workoutItemIndex: number; owner: string }
  | { kind: 'patch'; activityId: string; body: ActivityPatch }
  | { kind: 'complete'; activityId: string; body: ActivityCompletion }
  | { kind: 'append'; activityId: string; from: number; strokes: Stroke[] }
  | { kind: 'readStrokes' | 'discard'; activityId: string }
  | { kind: 'takeOver'; activityId: string; owner: string }
  | { kind: 'inProgress' };

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
  options: { rower?: UserRef; session?: Pick<OwnActivity['session'], 'title' | 'workoutItems'> } = {},
) {
  const rower = options.rower ?? buildUserRef();
  const { title, workoutItems } = options.session ?? {
    title: 'Evening steady state',
    workoutItems: ['100m', '5000m'],
  };
  const activities = new Map<string, OwnActivity>();
  const discarded = new Set<string>();
  const strokes = new Map<string, Stroke[]>();
  const asked: Asked[] = [];
  const stored: Array<Call & { atMs: number }> = [];
  const parallel = { now: 0, most: 0 };

  function own(id: string): OwnActivity {
    const activity = activities.get(id);
    if (!activity) throw refusal(404, 'not_found');
    return activity;
  }

  function merge(
    activity: OwnActivity,
    patch: ActivityCompletion,
    more: Partial<OwnActivity> = {},
  ): OwnActivity {
    const { summary: _, timeZone: __, owner: ___, ...figures } = ActivityCompletionSchema.parse(patch);
    const given = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
    const merged = { ...activity, ...given, ...more };
    activities.set(activity._id, merged);
    return merged;
  }

  function begin(call: Extract<Call, { kind: 'begin' }>): OwnActivity {
    const { activityId, sessionId, workoutItemIndex, owner } = call;
    if (discarded.has(activityId)) throw refusal(404, 'not_found');
    const all = [...activities.values()].filter(({ user }) => user._id === rower._id);
    const isOfItem = (activity: OwnActivity) =>
      activity.session._id === sessionId && activity.workoutItemIndex === workoutItemIndex;
    const same = all.find((activity) => activity._id === activityId);
    if (same) return same;
    const whole = all.find((activity) => isOfItem(activity) && !activity.isPartial);
    if (whole?.isCompleted) throw refusal(409, 'activity_completed');
    if (whole) return whole;
    if (all.some(({ isCompleted }) => !isCompleted)) throw refusal(409, 'activity_in_progress');
    const begun: OwnActivity = {
      ...buildActivity({
        _id: activityId,
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
      }),
      owner,
    };
    activities.set(begun._id, begun);
    return begun;
  }

  function requireOwner(activity: OwnActivity, body: ActivityPatch): void {
    if (body.owner != null && activity.owner !== null && body.owner !== activity.owner) {
      throw refusal(409, 'not_the_owner');
    }
  }

  function complete(call: Extract<Call, { kind: 'complete' }>): OwnActivity {
    const activity = own(call.activityId);
    requireOwner(activity, call.body);
    const isMonitors = call.body.summary?.source === 'summary';
    if (activity.isCompleted && !(isMonitors && activity.summary?.source !== 'summary')) return activity;
    stored.push({ ...call, atMs: Date.now() });
    const summary: WorkoutSummary | null = call.body.summary ?? null;
    const completedAt = '2025-11-21T18:00:00.000Z';
    const isPartial = call.body.isLeft ?? false;
    return merge(activity, call.body, { summary, isCompleted: true, completedAt, isPartial });
  }

  function patch(call: Extract<Call, { kind: 'patch' }>): OwnActivity {
    const activity = own(call.activityId);
    const { summary, owner: _, ...figures } = ActivityPatchSchema.parse(call.body);
    if (!activity.isCompleted) {
      requireOwner(activity, call.body);
      stored.push({ ...call, atMs: Date.now() });
      return merge(activity, call.body);
    }
    const recoveryHeartRate = summary?.recoveryHeartRate;
    if (recoveryHeartRate == null || activity.summary === null || Object.keys(figures).length > 0) {
      throw refusal(409, 'activity_completed');
    }
    stored.push({ ...call, atMs: Date.now() });
    return merge(activity, {}, { summary: { ...activity.summary, recoveryHeartRate } });
  }

  function append({ activityId, from, strokes: given }: Extract<Call, { kind: 'append' }>): Response {
    own(activityId);
    const there = strokes.get(activityId) ?? [];
    const batch = given.map((stroke) => StrokeSchema.parse(stroke));
    const known = batch.slice(0, Math.max(0, there.length - from));
    if (JSON.stringify(known) !== JSON.stringify(there.slice(from, from + known.length))) {
      throw refusal(409, 'stroke_conflict');
    }
    const now = from > there.length ? there : [...there, ...batch.slice(known.length)];
    strokes.set(activityId, now);
    return { answer: { kind: 'next', next: now.length }, activity: null };
  }

  function perform(call: Call): Response {
    const reason = server.refuse(call);
    if (reason) throw reason;
    switch (call.kind) {
      case 'begin':
        return answerOf(begin(call));
      case 'patch':
        return answerOf(patch(call));
      case 'complete':
        return answerOf(complete(call));
      case 'append':
        return append(call);
      case 'readStrokes': {
        own(call.activityId);
        const there = (strokes.get(call.activityId) ?? []).map(storedStrokeOf);
        return { answer: { kind: 'strokes', strokes: there }, activity: null };
      }
      case 'takeOver': {
        const activity = own(call.activityId);
        if (activity.isCompleted) throw refusal(409, 'activity_completed');
        const { owner } = call;
        for (const page of pages) page({ activity: activity._id, owner });
        return answerOf(merge(activity, {}, { owner }));
      }
      case 'discard':
        if (activities.get(call.activityId)?.isCompleted) throw refusal(409, 'activity_completed');
        discarded.add(call.activityId);
        own(call.activityId);
        activities.delete(call.activityId);
        strokes.delete(call.activityId);
        return { answer: { kind: 'discarded' }, activity: null };
      case 'inProgress':
        return { answer: { kind: 'next', next: 0 }, activity: server.inProgress() };
    }
  }

  const pages = new Set<(change: { activity: string; owner: string }) => void>();

  /** One page's connection to the server. Requests and responses each take half of `roundTripMs`. */
  function connect(onOwner: (change: { activity: string; owner: string }) => void = () => {}) {
    let isGone = false;
    pages.add(onOwner);
    async function ask(call: Call): Promise<Response> {
      asked.push({ ...call, atMs: Date.now() });
      const counts = call.kind === 'inProgress' ? 0 : 1;
      parallel.now += counts;
      parallel.most = Math.max(parallel.most, parallel.now);
      try {
        await passed(server.roundTripMs / 2);
        if (server.road === 'cut') throw new NetworkError('cut');
        const { road } = server;
        let answer: Response | { error: unknown };
        try {
          answer = perform(call);
        } catch (error) {
          answer = { error };
        }
        await passed(server.roundTripMs / 2);
        if (road === 'oneWay') throw new NetworkError('lost');
        if ('error' in answer) throw answer.error;
        return answer;
      } finally {
        parallel.now -= counts;
        // A closed page gets no response.
        if (isGone) await new Promise(() => {});
      }
    }
    const requests: RowRequests = {
      send: (request, life) => ask(callOf(request, life)),
      inProgress: async () => {
        const { activity } = await ask({ kind: 'inProgress' });
        return activity;
      },
    };
    return {
      requests,
      ask,
      leave: () => {
        isGone = true;
        pages.delete(onOwner);
      },
    };
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
    inProgress: (): OwnActivity | null =>
      [...activities.values()].find(({ user, isCompleted }) => user._id === rower._id && !isCompleted) ??
      null,
    /** Adds an activity of another user, or an earlier one. */
    add: (activity: OwnActivity) => void activities.set(activity._id, activity),
    all: () => [...activities.values()],
    activity: (id: string): OwnActivity => own(id),
    strokes: (id: string): Stroke[] => strokes.get(id) ?? [],
    /** The session is deleted with its activities. */
    clear: () => activities.clear(),
  };
  return server;
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const answerOf = (activity: OwnActivity): Response => ({
  answer: {
    kind: 'activity',
    activity: { id: activity._id, owner: activity.owner, isCompleted: activity.isCompleted },
  },
  activity,
});

function callOf(request: RowRequest, { id, place, owner, isSimulated, targets }: Life): Call {
  const activityId = id;
  switch (request.kind) {
    case 'begin':
      return { kind: 'begin', activityId, ...place, owner };
    case 'append':
      return { kind: 'append', activityId, from: request.from, strokes: request.strokes.map(strokeOf) };
    case 'patch':
      return { kind: 'patch', activityId, body: { ...livePatchOf(request.progress, isSimulated), owner } };
    case 'recovery': {
      const { progress } = request;
      const summary = progress.result === null ? null : summaryOf(progress, progress.result, targets);
      return { kind: 'patch', activityId, body: { summary } };
    }
    case 'complete': {
      const body = completionOf(request.progress, { ...request, isSimulated, targets }) ?? {};
      return { kind: 'complete', activityId, body: { ...body, ...(request.isFenced ? { owner } : {}) } };
    }
    case 'takeOver':
      return { kind: 'takeOver', activityId, owner };
    default:
      return { kind: request.kind, activityId };
  }
}

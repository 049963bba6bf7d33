import {
  ActivityCompletionSchema,
  ActivityPatchSchema,
  type ActivityCompletion,
  type ActivityPatch,
  type OwnActivity,
} from '@boathouse/contract/activities';
import type { Problem } from '@boathouse/contract/errors';
import { StrokeSchema, type Stroke } from '@boathouse/contract/strokes';
import type { Session } from '@boathouse/contract/sessions';
import type { UserRef } from '@boathouse/contract/users';
import type { Life, RowPlace, RowRequest } from '@boathouse/row/life/life';
import type { ErgMachine } from '@boathouse/row/reduce/machine';
import { FakeRowServer, isWholeOf, itemOf, type ServerRequest } from '@boathouse/row/test/model/fake-server';
import { ApiError, NetworkError } from '../../src/lib/api.ts';
import { buildActivity, buildUserRef } from '../sessions/factory.ts';
import { completionOf, livePatchOf, summaryOf } from '../../src/features/rowing/rowing/run/row-mapping.ts';
import type { Response, RowRequests } from '../../src/features/rowing/rowing/run/row-requests.ts';
import { nowMs } from '../now.ts';

/*
 * For tests: the rules of `row/test/model/fake-server` for calls in their wire form, with a network that can be slow,
 * offline or lose responses.
 */

type Call =
  | ({ kind: 'begin'; activityId: string; owner: string; machine: ErgMachine | null } & RowPlace)
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
  options: { rower?: UserRef; session?: Pick<Session, 'title' | 'workoutItems'> } = {},
) {
  const rower = options.rower ?? buildUserRef();
  const { title, workoutItems } = options.session ?? {
    title: 'Evening steady state',
    workoutItems: ['100m', '5000m'],
  };
  /** The rules of the server, for the rower's activities. */
  const rules = new FakeRowServer<Stroke, Partial<OwnActivity>>({});
  /** Activities that the rules do not know, by id. */
  const known = new Map<string, OwnActivity>();
  const others: OwnActivity[] = [];
  const asked: Asked[] = [];
  const stored: Array<Call & { atMs: number }> = [];
  const parallel = { now: 0, most: 0 };

  function shown(id: string): OwnActivity {
    const activity = rules.activities.get(id);
    const base = known.get(id);
    if (activity === undefined || base === undefined) throw refusal(404, 'not_found');
    const { owner, isCompleted, isLeft, machine, totals, values, recoveryHeartRateBpm } = activity;
    const { summary = base.summary, ...figures } = values;
    return {
      ...base,
      ...figures,
      owner,
      isCompleted,
      isLeft,
      machine,
      isPartial: isLeft,
      completedAt: isCompleted ? (base.completedAt ?? '2025-11-21T18:00:00.000Z') : null,
      elapsedTime: totals.elapsedSec,
      distance: totals.distanceM,
      summary: summary && { ...summary, recoveryHeartRate: recoveryHeartRateBpm },
    };
  }

  function note(call: Extract<Call, { kind: 'begin' }>): void {
    const { activityId, sessionId, workoutItemIndex } = call;
    const activity = buildActivity({
      _id: activityId,
      user: rower,
      ...(sessionId === null
        ? { session: null, title: call.title, workout: call.workout, visibility: 'me' as const }
        : { session: { _id: sessionId, title, workoutItems } }),
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
    known.set(activityId, { ...activity, owner: null });
  }

  function add(activity: OwnActivity): void {
    if (activity.user._id !== rower._id) return void others.push(activity);
    const { _id: id, owner, isCompleted, isLeft, machine, elapsedTime, distance, summary } = activity;
    known.set(id, activity);
    rules.activities.set(id, {
      id,
      owner,
      isCompleted,
      isLeft,
      machine,
      item: itemOf(id, {
        sessionId: activity.session?._id ?? null,
        workoutItemIndex: activity.workoutItemIndex,
      }),
      source: summary?.source ?? null,
      recoveryHeartRateBpm: summary?.recoveryHeartRate ?? null,
      totals: { elapsedSec: elapsedTime, distanceM: distance },
      values: {},
      strokes: rules.activities.get(id)?.strokes ?? [],
      changes: 0,
    });
  }

  function perform(call: Call): Response {
    const reason = server.refuse(call);
    if (reason) throw reason;
    if (call.kind === 'inProgress') {
      return { answer: { kind: 'next', next: 0 }, activity: server.inProgress() };
    }
    const { activityId: id } = call;
    const changes = rules.activities.get(id)?.changes ?? 0;
    const outcome = rules.handle(id, requestOf(call, known.get(id)?.workout ?? ''));
    if ('class' in outcome) throw refusals[outcome.class]();
    if ((rules.activities.get(id)?.changes ?? 0) > changes) stored.push({ ...call, atMs: nowMs() });
    const before = known.get(id);
    const isUpdate = call.kind === 'patch' || call.kind === 'complete';
    if (isUpdate && before) known.set(id, { ...before, heardAt: new Date(nowMs()).toISOString() });
    switch (outcome.kind) {
      case 'activity': {
        if (call.kind === 'begin' && !known.has(outcome.activity.id)) note(call);
        if (call.kind === 'takeOver') for (const page of pages) page({ activity: id, owner: call.owner });
        return { answer: outcome, activity: shown(outcome.activity.id) };
      }
      default:
        return { answer: outcome, activity: null };
    }
  }

  const pages = new Set<(change: { activity: string; owner: string }) => void>();

  /** One page's connection to the server. Requests and responses each take half of `roundTripMs`. */
  function connect(onOwner: (change: { activity: string; owner: string }) => void = () => {}) {
    let isGone = false;
    pages.add(onOwner);
    async function ask(call: Call): Promise<Response> {
      asked.push({ ...call, atMs: nowMs() });
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
          // A repeated request, whose response no one gets.
          if (server.isTwice)
            await Promise.resolve(call)
              .then(perform)
              .catch(() => {});
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
    /** Each request arrives twice. */
    isTwice: false,
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
    inProgress: (): OwnActivity | null => {
      const id = rules.inProgress?.id;
      return id === undefined ? null : shown(id);
    },
    /** Adds an activity of another user, or an earlier one. */
    add,
    all: () => [...others, ...[...rules.activities.keys()].map(shown)],
    activity: shown,
    strokes: (id: string): Stroke[] => rules.activities.get(id)?.strokes ?? [],
    /** The session is deleted with its activities. */
    clear: () => rules.activities.clear(),
  };
  return server;
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const refusals = {
  gone: () => refusal(404, 'not_found'),
  notOwner: () => refusal(409, 'not_the_owner'),
  completed: () => refusal(409, 'activity_completed'),
  conflict: () => refusal(409, 'stroke_conflict'),
  busy: () => refusal(409, 'activity_in_progress'),
  bad: () => refusal(400, 'bad_request', '_id'),
};

/** The figures of a body that is within the contract. */
function figuresOf({ elapsedTime, distance, machine, ...rest }: ActivityPatch) {
  const totals = {
    ...(elapsedTime === undefined ? {} : { elapsedSec: elapsedTime }),
    ...(distance === undefined ? {} : { distanceM: distance }),
  };
  const values: Partial<OwnActivity> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  );
  const isEmpty = Object.keys(totals).length + Object.keys(values).length === 0 && machine === undefined;
  return isEmpty ? null : { totals, values, machine: machine ?? null };
}

function requestOf(
  call: Exclude<Call, { kind: 'inProgress' }>,
  workout: string,
): ServerRequest<Stroke, Partial<OwnActivity>> {
  switch (call.kind) {
    case 'begin':
      return {
        kind: 'begin',
        item: itemOf(call.activityId, call),
        owner: call.owner,
        machine: call.machine,
      };
    case 'append':
      return { ...call, strokes: call.strokes.map((stroke) => StrokeSchema.parse(stroke)) };
    case 'patch': {
      const { summary, owner = null, ...figures } = ActivityPatchSchema.parse(call.body);
      const recoveryHeartRateBpm = summary?.recoveryHeartRate ?? null;
      return { kind: 'patch', owner, figures: figuresOf(figures), recoveryHeartRateBpm };
    }
    case 'complete': {
      const {
        summary,
        timeZone: _,
        owner = null,
        isLeft,
        ...given
      } = ActivityCompletionSchema.parse(call.body);
      const figures = figuresOf(given);
      const values = { ...figures?.values, summary: summary ?? null };
      const totals = figures?.totals ?? {};
      const source = summary?.source ?? null;
      const { elapsedSec = 0, distanceM = 0 } = totals;
      return {
        kind: 'complete',
        owner,
        figures: { totals, values, machine: figures?.machine ?? null },
        source,
        isLeft: isLeft ?? false,
        isWhole: isWholeOf(workout, { source, elapsedSec, distanceM }),
        recoveryHeartRateBpm: summary?.recoveryHeartRate ?? null,
      };
    }
    default:
      return call;
  }
}

function callOf(request: RowRequest, { kept, run: { owner } }: Life): Call {
  const { id, place, isSimulated, targets } = kept;
  const activityId = id;
  switch (request.kind) {
    case 'begin':
      return { kind: 'begin', activityId, ...place, owner, machine: request.machine };
    case 'append':
      return { kind: 'append', activityId, from: request.from, strokes: request.strokes };
    case 'patch':
      return { kind: 'patch', activityId, body: { ...livePatchOf(request.progress, isSimulated), owner } };
    case 'machine':
      return { kind: 'patch', activityId, body: { machine: request.machine, owner } };
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

import { activities, type OwnActivity } from '@boathouse/contract/activities';
import { strokes } from '@boathouse/contract/strokes';
import type {
  ActivityState,
  Answer,
  Effect,
  Input,
  KeptLife,
  Life,
  Refusal,
  RowPlace,
  RowRequest,
} from '@boathouse/row/life';
import { allStrokes } from '../../../lib/all-strokes.ts';
import { ApiError, callApi, messageOf, NetworkError, type CallOptions } from '../../../lib/api.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { waits } from '../../../lib/outbox/waits.ts';
import { getVersionSkew } from '../../../lib/server/version-skew.ts';
import { completionOf, figuresAt, livePatchOf, summaryOf } from './row-mapping.ts';

/** The response to a request of a row; `activity` if it has one. */
export type Response = { answer: Answer; activity: OwnActivity | null };

/** The server's part of a row. Rejects with the client's errors. */
export type RowRequests = {
  send(request: RowRequest, life: Life): Promise<Response>;
  /** The athlete's activity in progress, in any session. */
  inProgress(): Promise<OwnActivity | null>;
};

const answerWithinMs = 15_000;

/** Time limit of a request: browsers wait for minutes on a dead network, which would delay the next one. */
async function inTime<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), answerWithinMs);
  try {
    return await call({ signal: giveUp.signal });
  } catch (error) {
    throw giveUp.signal.aborted ? new NetworkError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

export function createRowRequests(userId: string): RowRequests {
  return {
    send: (request, life) => inTime((options) => perform(userId, request, life, options)),
    inProgress: () =>
      inTime((options) => callApi(activities.inProgress, { params: { id: userId } }, options)),
  };
}

async function perform(
  userId: string,
  request: RowRequest,
  { kept, run: { owner } }: Life,
  options: CallOptions,
): Promise<Response> {
  const { id, place, isSimulated, targets } = kept;
  const params = { id };
  switch (request.kind) {
    case 'begin': {
      const { begunAgoMs } = request;
      await sendSession(place.sessionId);
      const machine = request.machine ?? undefined;
      const body = { _id: id, user: userId, ...beginningOf(place), machine, owner, begunAgoMs };
      return withActivity(await callApi(activities.create, { body }, options));
    }
    case 'append': {
      const body = { from: request.from, strokes: request.strokes };
      const { next } = await callApi(strokes.append, { params, body }, options);
      return { answer: { kind: 'next', next }, activity: null };
    }
    case 'readStrokes': {
      const stored = await allStrokes(id, { withForceCurve: false, from: 0 }, options);
      return { answer: { kind: 'strokes', strokes: stored }, activity: null };
    }
    case 'patch': {
      const body = { ...livePatchOf(request.progress, isSimulated), owner };
      return withActivity(await callApi(activities.patch, { params, body }, options));
    }
    case 'machine': {
      const body = { machine: request.machine, owner };
      return withActivity(await callApi(activities.patch, { params, body }, options));
    }
    case 'recovery': {
      const { progress } = request;
      const body = progress.result === null ? {} : { summary: summaryOf(progress, progress.result, targets) };
      return withActivity(await callApi(activities.patch, { params, body }, options));
    }
    case 'complete': {
      const completion = completionOf(request.progress, { ...request, isSimulated, targets });
      const isWithout = request.progress.result === null && kept.serverNext > 0;
      const missed = isWithout ? await figuresNotSent(kept, options) : {};
      const body = { ...completion, ...missed, ...(request.isFenced ? { owner } : {}) };
      return withActivity(await callApi(activities.complete, { params, body }, options));
    }
    case 'takeOver':
      return withActivity(await callApi(activities.setOwner, { params, body: { owner } }, options));
    case 'discard':
      await callApi(activities.discard, { params }, options);
      return { answer: { kind: 'discarded' }, activity: null };
  }
}

/**
 * Returns the figures of a row of which this page has none, by the last of its strokes, where they are ahead of the server's: its
 * device sends figures less often than strokes, and is gone.
 */
async function figuresNotSent(
  { id, serverNext }: KeptLife,
  options: CallOptions,
): Promise<Partial<ReturnType<typeof figuresAt>>> {
  const { distance } = await callApi(activities.byId, { params: { id } }, options);
  const last = (await allStrokes(id, { withForceCurve: false, from: serverNext - 1 }, options)).at(-1);
  return last === undefined || last.distance <= distance ? {} : figuresAt(last);
}

/** Sends a session that its athlete has made without the server, before the row in it. @throws NetworkError if that has to wait */
async function sendSession(id: string | null): Promise<void> {
  if (id === null || !waits(id)) return;
  const { sendBefore } = await loadChunk(() => import('../../../lib/outbox/send.ts'));
  if (!(await sendBefore(id))) throw new NetworkError('The session is not sent yet');
}

/** An item of a session, or a workout without one, which its athlete alone reads. */
function beginningOf({ sessionId, workoutItemIndex, title, workout }: RowPlace) {
  return sessionId === null || workoutItemIndex === null
    ? { title, workout }
    : { session: sessionId, workoutItemIndex };
}

/** Returns what the life of a row needs of its activity. */
export function stateOf({ _id, owner, isCompleted, machine }: OwnActivity): ActivityState {
  return { id: _id, owner, isCompleted, machine };
}

const withActivity = (activity: OwnActivity): Response => ({
  answer: {
    kind: 'activity',
    activity: stateOf(activity),
    totals: { elapsedSec: activity.elapsedTime, distanceM: activity.distance },
  },
  activity,
});

/** Sends a request of a row; returns what its life takes of the outcome, and the activity if the response has it. */
export async function outcomeOf(
  requests: RowRequests,
  life: Life,
  { number, request }: Extract<Effect, { kind: 'send' }>,
): Promise<{ input: Input; activity: OwnActivity | null }> {
  try {
    const { answer, activity } = await requests.send(request, life);
    return { input: { kind: 'answered', number, request, answer }, activity };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.class === 'bad') console.warn('The server refused a request of the row', error);
    return { input: { kind: 'refused', number, refusal }, activity: null };
  }
}

/** Returns why a request was refused, as the life of the row distinguishes it. */
export function refusalOf(error: unknown): Refusal {
  const message = messageOf(error);
  if (!(error instanceof ApiError)) return { class: 'later', message, retryAfterMs: null };
  const retryAfterMs = error.retryAfterSec === null ? null : error.retryAfterSec * 1_000;
  return { class: classOf(error), message, retryAfterMs };
}

function classOf({ code, status, fields }: ApiError): Refusal['class'] {
  switch (code) {
    case 'not_found':
    case 'not_the_caller':
      return 'gone';
    case 'not_the_owner':
      return 'notOwner';
    case 'activity_completed':
      return 'completed';
    case 'activity_in_progress':
      return 'busy';
    case 'stroke_conflict':
      return 'conflict';
    // A page of a proxy, or a login that has ended: nothing is known about the row, but that its body was too large.
    case 'unknown':
      return status === 413 ? 'bad' : 'later';
    case 'not_signed_in':
      return 'later';
    default:
      if (fields.some(({ field }) => field === 'timeZone')) return 'timeZone';
      // A page or server of another version may take it; servers before the first version don't know `begunAgoMs`.
      if (
        status === 400 &&
        (getVersionSkew() !== 'none' || fields.some(({ field }) => field === 'begunAgoMs'))
      )
        return 'later';
      return status >= 500 || status === 408 || status === 429 ? 'later' : 'bad';
  }
}

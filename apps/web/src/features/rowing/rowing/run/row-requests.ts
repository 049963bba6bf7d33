import { activities, type Activity, type OwnActivity } from '@boathouse/contract/activities';
import { moves } from '@boathouse/contract/activities/moves';
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
} from '@boathouse/row/life/life';
import { allStrokes } from '../../../../lib/all-strokes.ts';
import { ApiError, callApi, messageOf, NetworkError, type CallOptions } from '../../../../lib/api.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { waits } from '../../../../lib/outbox/waits.ts';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { getVersionSkew } from '../../../../lib/server/version-skew.ts';
import { completionOf, figuresAt, livePatchOf, summaryOf } from './row-mapping.ts';

/** The response to a request of a row; `activity` if it has one. */
export type Response = { answer: Answer; activity: OwnActivity | null };

/** The server's operations for a row. Reject with the client's errors. */
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
      await sendSession(place.sessionId ?? place.beside?.sessionId ?? null, options);
      const machine = request.machine ?? undefined;
      const zone = kept.timeZone === null ? {} : { timeZone: kept.timeZone };
      const body = { _id: id, user: userId, ...beginningOf(place), machine, owner, begunAgoMs, ...zone };
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
      const done = await callApi(activities.complete, { params, body }, options);
      return withActivity({ ...done, ...(await movedTo(place, id, options)) });
    }
    case 'takeOver':
      return withActivity(await callApi(activities.setOwner, { params, body: { owner } }, options));
    case 'discard':
      await callApi(activities.discard, { params }, options);
      return { answer: { kind: 'discarded' }, activity: null };
  }
}

/**
 * Returns the figures at a row's last stroke, if this page has no figures and they are ahead of the server's: the row's
 * device sends figures less often than strokes, and has disappeared.
 */
async function figuresNotSent(
  { id, serverNext }: KeptLife,
  options: CallOptions,
): Promise<Partial<ReturnType<typeof figuresAt>>> {
  const { distance } = await callApi(activities.byId, { params: { id } }, options);
  const last = (await allStrokes(id, { withForceCurve: false, from: serverNext - 1 }, options)).at(-1);
  return last === undefined || last.distance <= distance ? {} : figuresAt(last);
}

/**
 * Sends a session that its athlete has created offline, before the row in it, or the one on whose page it was rowed,
 * because the server stores nothing for an unknown session. That request has no separate time limit, and continues
 * after the row's.
 * @throws NetworkError if that has to wait
 */
async function sendSession(id: string | null, { signal }: CallOptions): Promise<void> {
  if (id === null || !waits(id)) return;
  const { sendBefore } = await loadChunk(() => import('../../../../lib/outbox/send.ts'));
  const given = new Promise<false>((resolve) => {
    signal?.addEventListener('abort', () => resolve(false), { once: true });
  });
  if (!(await Promise.race([sendBefore(id), given]))) throw new NetworkError('The session is not sent yet');
}

/** An item of a session, or a workout without one, which only its athlete can read. */
function beginningOf({ sessionId, workoutItemIndex, title, workout, beside }: RowPlace) {
  return sessionId === null || workoutItemIndex === null
    ? { title, workout, ...(beside === undefined ? {} : { beside: beside.sessionId }) }
    : { session: sessionId, workoutItemIndex };
}

/**
 * Moves a stored row to the item that its athlete has chosen, and returns it. Null if there is none, or if the server
 * refuses: the row then stays the athlete's own. @throws the errors of `callApi` while the server is unreachable
 */
async function movedTo({ beside }: RowPlace, id: string, options: CallOptions): Promise<Activity | null> {
  if (beside === undefined || beside.workoutItemIndex === null) return null;
  const body = { session: beside.sessionId, workoutItemIndex: beside.workoutItemIndex };
  try {
    return await callApi(moves.move, { params: { id }, body }, options);
  } catch (error) {
    if (refusalOf(error).class === 'later') throw error;
    showErrorToast(`Your workout is saved, but not in the session. ${messageOf(error)}`, {
      isForAnyPage: true,
    });
    return null;
  }
}

/** Returns the fields of an activity that the life of a row needs. */
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

/** Sends a request of a row; returns the input for its life, and the activity if the response has it. */
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

/** Returns why a request was refused, in the classes of the row's life. */
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
    // A proxy's page, or an expired login: the state of the row is unknown, except after a body that was too large.
    case 'unknown':
      return status === 413 ? 'bad' : 'later';
    case 'not_signed_in':
      return 'later';
    default:
      if (fields.some(({ field }) => field === 'timeZone')) return 'timeZone';
      // A page or server of another version may accept it; servers before the first version lack `begunAgoMs`.
      if (
        status === 400 &&
        (getVersionSkew() !== 'none' || fields.some(({ field }) => field === 'begunAgoMs'))
      )
        return 'later';
      return status >= 500 || status === 408 || status === 429 ? 'later' : 'bad';
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActivityCompletion, OwnActivity, WorkoutSummary } from '@boathouse/contract/activities';
import { command, Trial } from '@boathouse/row/test/model/fake-trial';
import type { Handled } from '@boathouse/row/test/model/fake-world';
import { machineOfRow } from '@boathouse/row/reduce/machine';
import { beginRow, type RowProgress } from '@boathouse/row/reduce/progress';
import { activities } from '../../../db/tables.ts';
import type { Database } from '../../../db/database.ts';
import { HttpError } from '../../../http/errors.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { discardActivity } from '../activities/discards/service.ts';
import { beginActivity, completeActivity, patchActivity, takeOver } from '../activities/service.ts';
import { findActivity, updateActivityInProgress } from '../activities/store.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { appendStrokes } from './service.ts';
import { listStrokes } from './store.ts';

/*
 * The model of a row (`row/test/model/model.test.ts`) runs against the rules of `row/test/model/fake-server.ts` in
 * memory. Here the real services handle the same requests in the same order: each outcome, and the stored data at the
 * end, must equal those of the model's server.
 */

const database = usePglite();
const unchanged = () => {};
const unannounced = () => Promise.resolve();

const summaryOf = ({ result, recoveryHeartRateBpm }: RowProgress): WorkoutSummary | null =>
  result && {
    logEntryDate: null,
    logEntryTime: null,
    averageStrokeRate: null,
    averageHeartRate: null,
    recoveryHeartRate: recoveryHeartRateBpm,
    splits: [],
    targets: null,
    source: result.source,
  };

const machineIn = (progress: RowProgress) => {
  const machine = machineOfRow(progress);
  return machine === null ? {} : { machine };
};

const completionOf = (progress: RowProgress): ActivityCompletion => ({
  ...(progress.result && {
    elapsedTime: progress.result.elapsedSec,
    distance: progress.result.distanceM,
    ...machineIn(progress),
  }),
  summary: summaryOf(progress),
});

const stateOf = (activity: OwnActivity) => ({
  kind: 'activity',
  activity: {
    id: activity._id,
    owner: activity.owner,
    isCompleted: activity.isCompleted,
    machine: activity.machine,
  },
  totals: { elapsedSec: activity.elapsedTime, distanceM: activity.distance },
});

/** In the classes that the page uses. */
const classes: Record<string, string> = {
  not_found: 'gone',
  not_the_owner: 'notOwner',
  activity_completed: 'completed',
  activity_in_progress: 'busy',
  stroke_conflict: 'conflict',
  bad_request: 'bad',
};

async function handle(
  db: Database,
  caller: string,
  session: string | null,
  { request, owner, id, place: { workoutItemIndex, title, workout } }: Handled,
): Promise<unknown> {
  switch (request.kind) {
    case 'begin': {
      const item =
        session === null || workoutItemIndex === null ? { title, workout } : { session, workoutItemIndex };
      const wanted = {
        _id: id,
        ...item,
        owner,
        begunAgoMs: request.begunAgoMs,
        ...(request.machine === null ? {} : { machine: request.machine }),
      };
      return stateOf(await beginActivity(db, caller, wanted, unchanged));
    }
    case 'append': {
      const batch = { from: request.from, strokes: request.strokes };
      return { kind: 'next', next: (await appendStrokes(db, caller, id, batch)).next };
    }
    case 'readStrokes':
      return { kind: 'strokes', strokes: await listStrokes(db, id, 0, 1_000) };
    case 'patch': {
      const { elapsedSec, distanceM } = request.progress;
      return stateOf(
        await patchActivity(
          db,
          caller,
          id,
          { elapsedTime: elapsedSec, distance: distanceM, ...machineIn(request.progress), owner },
          unannounced,
        ),
      );
    }
    case 'recovery':
      return stateOf(
        await patchActivity(db, caller, id, { summary: summaryOf(request.progress) }, unannounced),
      );
    case 'machine':
      return stateOf(await patchActivity(db, caller, id, { machine: request.machine, owner }, unannounced));
    case 'complete': {
      const { isFenced, isLeft } = request;
      const body = { ...completionOf(request.progress), isLeft, ...(isFenced ? { owner } : {}) };
      return stateOf(
        await completeActivity(db, caller, id, body, { onChange: unchanged, onReplaced: unchanged }),
      );
    }
    case 'takeOver':
      return stateOf(await takeOver(db, caller, id, owner));
    case 'discard':
      await discardActivity(db, caller, id, unchanged);
      return { kind: 'discarded' };
    case 'sample': {
      const { elapsedSec, distanceM } = request.progress;
      await updateActivityInProgress(db, id, { elapsedTime: elapsedSec, distance: distanceM });
      return null;
    }
  }
}

async function outcomeOf(...given: Parameters<typeof handle>): Promise<unknown> {
  try {
    return await handle(...given);
  } catch (error) {
    if (error instanceof HttpError) return { class: classes[error.code] ?? error.code };
    throw error;
  }
}

function expectedOf({ outcome }: Handled): unknown {
  if (outcome === null) return null;
  if ('class' in outcome) return { class: outcome.class };
  if (outcome.kind !== 'strokes') return outcome;
  return {
    kind: 'strokes',
    strokes: outcome.strokes,
  };
}

/**
 * Sends the requests of a page that does not know that its row is completed, and those of two devices that both treat a
 * row as their own.
 */
function askLate({ world: { server, newId }, devices }: Trial): void {
  const [first] = server.handled;
  const [one, other] = devices;
  const strokes = [...server.activities.values()].flatMap((activity) => activity.strokes);
  if (first === undefined) return;
  const progress = beginRow();
  const patch = { kind: 'patch', progress } as const;
  const begin = { kind: 'begin', begunAgoMs: 0, machine: 'bike' } as const;
  for (const request of [begin, { kind: 'takeOver' }, patch, { kind: 'discard' }] as const) {
    server.receive({ ...first, request });
  }
  server.receive({ ...first, request: begin, id: newId() });
  const shared = { id: newId(), place: { ...first.place, sessionId: 'shared' } };
  server.receive({ ...shared, owner: one.owner, request: begin });
  const elsewhere = { ...first.place, sessionId: 'elsewhere' };
  server.receive({ id: newId(), place: elsewhere, owner: one.owner, request: begin });
  const alone = { title: 'Just row', workout: '100m', sessionId: null, workoutItemIndex: null };
  server.receive({ id: newId(), place: alone, owner: one.owner, request: begin });
  server.receive({ ...first, place: alone, request: begin });
  const bothAsk = [
    [other, begin],
    [one, { kind: 'append', from: 0, strokes: strokes.slice(0, 2) }],
    [other, { kind: 'append', from: 0, strokes: strokes.slice(1, 2) }],
    [other, { kind: 'append', from: 7, strokes: strokes.slice(1, 2) }],
    [other, patch],
    [other, { kind: 'machine', machine: 'rower' }],
    [one, { kind: 'machine', machine: 'skierg' }],
    [other, { kind: 'complete', progress, timeZone: null, isFenced: true, isLeft: false }],
    [one, { kind: 'complete', progress, timeZone: null, isFenced: true, isLeft: true }],
  ] as const;
  for (const [{ owner }, request] of bothAsk) {
    server.receive({
      ...shared,
      owner,
      request: 'strokes' in request ? { ...request, strokes: [...request.strokes] } : request,
    });
  }
}

test('the services respond and store like the server of the row’s model', async () => {
  const { db } = database();
  const { _id: athlete } = await buildUser(db);
  const runs = fc.sample(fc.array(command, { minLength: 5, maxLength: 30 }), {
    numRuns: 25,
    seed: 20_261_122,
  });
  const kinds = new Set<string>();
  for (const commands of runs) {
    const trial = new Trial();
    for (const one of commands) trial.do(one);
    trial.end();
    const { server } = trial.world;
    askLate(trial);
    await db.delete(activities);
    const sessions = new Map<string, string>();
    for (const handled of server.handled) {
      const { sessionId, workout } = handled.place;
      const session =
        sessionId === null
          ? null
          : (sessions.get(sessionId) ??
            (await buildSession(db, { hostUserId: athlete, workoutItems: [workout] })));
      if (sessionId !== null && session !== null) sessions.set(sessionId, session);
      expect(await outcomeOf(db, athlete, session, handled)).toEqual(expectedOf(handled));
      const { outcome, request } = handled;
      kinds.add(outcome !== null && 'class' in outcome ? outcome.class : request.kind);
    }
    for (const modeled of server.activities.values()) {
      const { id, totals, isCompleted, isLeft, machine, source } = modeled;
      const stored = await listStrokes(db, id, 0, 1_000);
      expect(stored).toEqual(modeled.strokes);
      expect(await findActivity(db, id)).toMatchObject({
        isCompleted,
        isLeft,
        machine,
        elapsedTime: totals.elapsedSec,
        distance: totals.distanceM,
        summary: source === null ? null : { source, recoveryHeartRate: modeled.recoveryHeartRateBpm },
      });
    }
  }
  const expected = [
    'append',
    'bad',
    'begin',
    'busy',
    'complete',
    'completed',
    'conflict',
    'machine',
    'notOwner',
    'patch',
    'readStrokes',
    'recovery',
    'sample',
    'takeOver',
  ];
  expect([...kinds].toSorted()).toEqual(expected);
}, 120_000);

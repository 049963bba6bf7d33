import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActivityCompletion, OwnActivity, WorkoutSummary } from '@boathouse/contract/activities';
import { command, id, Trial } from '@boathouse/row/fake-row-trial';
import type { Handled } from '@boathouse/row/fake-row-world';
import { beginRow, type RowProgress } from '@boathouse/row/progress';
import { activities } from '../../db/tables.ts';
import type { Database } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';
import { usePglite } from '../../../test/support/databases.ts';
import {
  beginActivity,
  completeActivity,
  discardActivity,
  patchActivity,
  takeOver,
} from '../activities/service.ts';
import { buildSession } from '../sessions/factory.ts';
import { buildUser } from '../users/factory.ts';
import { strokeOf } from './factory.ts';
import { appendStrokes } from './service.ts';
import { listStrokes } from './store.ts';

/*
 * The model of a row (`row/life-model.test.ts`) runs against a server in memory. Here the real services handle the same
 * requests in the same order: each outcome, and what is stored at the end, must be those of the model's server.
 */

const database = usePglite();
const unchanged = () => {};

type AppendRequest = Extract<Handled['request'], { kind: 'append' }>;

const storedStrokeOf = (stroke: AppendRequest['strokes'][number]) =>
  strokeOf({
    number: stroke.strokeCount,
    interval: stroke.intervalNumber,
    elapsedTime: stroke.elapsedSec,
    distance: stroke.distanceM,
    pace: stroke.paceSec,
    driveLength: stroke.driveLengthM,
    driveTime: stroke.driveTimeSec,
    recoveryTime: stroke.recoveryTimeSec,
    peakForce: stroke.peakForceN,
    averageForce: stroke.averageForceN,
    heartRate: stroke.heartRateBpm,
    forceCurve: stroke.forceCurveN,
  });

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

const completionOf = (progress: RowProgress): ActivityCompletion => ({
  ...(progress.result && { elapsedTime: progress.result.elapsedSec, distance: progress.result.distanceM }),
  summary: summaryOf(progress),
});

const stateOf = (activity: OwnActivity) => ({
  kind: 'activity',
  activity: { id: activity._id, owner: activity.owner, isCompleted: activity.isCompleted },
});

/** As the page classifies them. */
const classes: Record<string, string> = {
  not_found: 'gone',
  not_the_owner: 'notOwner',
  activity_completed: 'completed',
  activity_in_progress: 'busy',
  stroke_conflict: 'conflict',
};

async function handle(
  db: Database,
  caller: string,
  session: string,
  { request, owner }: Handled,
): Promise<unknown> {
  switch (request.kind) {
    case 'begin': {
      const wanted = { _id: id, session, workoutItemIndex: 0, owner, begunAgoMs: request.begunAgoMs };
      return stateOf(await beginActivity(db, caller, wanted, unchanged));
    }
    case 'append': {
      const batch = { from: request.from, strokes: request.strokes.map(storedStrokeOf) };
      return { kind: 'next', ...(await appendStrokes(db, caller, id, batch)) };
    }
    case 'readStrokes':
      return { kind: 'strokes', strokes: await listStrokes(db, id, 0, 1_000) };
    case 'patch': {
      const { elapsedSec, distanceM } = request.progress;
      return stateOf(
        await patchActivity(db, caller, id, { elapsedTime: elapsedSec, distance: distanceM, owner }),
      );
    }
    case 'recovery':
      return stateOf(await patchActivity(db, caller, id, { summary: summaryOf(request.progress) }));
    case 'complete': {
      const body = { ...completionOf(request.progress), ...(request.isFenced ? { owner } : {}) };
      return stateOf(await completeActivity(db, caller, id, body, unchanged));
    }
    case 'takeOver':
      return stateOf(await takeOver(db, caller, id, owner));
    case 'discard':
      await discardActivity(db, caller, id, unchanged);
      return { kind: 'discarded' };
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
  if ('class' in outcome) return { class: outcome.class };
  if (outcome.kind !== 'strokes') return outcome;
  return {
    kind: 'strokes',
    strokes: outcome.strokes.map(({ peakForceN }) => expect.objectContaining({ peakForce: peakForceN })),
  };
}

test('the services answer and store what the server of the row’s model does', async () => {
  const { db } = database();
  const { _id: athlete } = await buildUser(db);
  const session = await buildSession(db, { hostUserId: athlete, workoutItems: ['100m'] });
  const runs = fc.sample(fc.array(command, { minLength: 5, maxLength: 30 }), {
    numRuns: 40,
    seed: 20_261_122,
  });
  const kinds = new Set<string>();
  for (const commands of runs) {
    const trial = new Trial();
    for (const one of commands) trial.do(one);
    trial.end();
    // Late requests of a page that does not know that the row is completed.
    const [page] = trial.pages;
    const late = [
      { kind: 'begin', begunAgoMs: 0 },
      { kind: 'takeOver' },
      { kind: 'patch', progress: beginRow() },
      { kind: 'discard' },
    ] as const;
    for (const request of late) trial.world.server.handle({ page, number: 0, request, id, item: '100m' });
    await db.delete(activities);
    const { server } = trial.world;
    for (const handled of server.handled) {
      const outcome = await outcomeOf(db, athlete, session, handled);
      expect(outcome).toEqual(expectedOf(handled));
      kinds.add('class' in handled.outcome ? handled.outcome.class : handled.request.kind);
    }
    const stored = await listStrokes(db, id, 0, 1_000);
    const modelled = server.activities.get(id)?.strokes ?? [];
    expect(stored.map(({ number, peakForce }) => [number, peakForce])).toEqual(
      modelled.map(({ strokeCount, peakForceN }) => [strokeCount, peakForceN]),
    );
  }
  const expected = [
    'append',
    'begin',
    'complete',
    'completed',
    'conflict',
    'notOwner',
    'patch',
    'readStrokes',
    'recovery',
    'takeOver',
  ];
  expect([...kinds].toSorted()).toEqual(expected);
}, 120_000);

import * as fc from 'fast-check';
import { eq, isNull } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { newWorkout, type MachineType } from '@boathouse/formats/workout';
import { writeSeasonCsv } from '@boathouse/formats/write';
import { activities, activityDays, imports } from '../../../db/tables.ts';
import { HttpError } from '../../../http/errors.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { stoppedAfter } from '../../../../test/kills/stopped-database.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { recomputedTotals, storedTotals } from '../../../../test/support/totals.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { Imports } from './service.ts';

/** A workout of a season: the morning, the machine, and the length. */
type RowedActivity = { day: number; machine: MachineType; distance: number; elapsedTime: number };

type Action =
  | { kind: 'import'; rows: RowedActivity[]; timeZone: string }
  /** An import that stops after some transactions, and is continued or undone later. */
  | { kind: 'stop'; rows: RowedActivity[]; transactions: number }
  | { kind: 'goOn'; which: number }
  | { kind: 'undo' | 'delete'; which: number }
  | { kind: 'row'; row: RowedActivity };

const row: fc.Arbitrary<RowedActivity> = fc.record({
  day: fc.nat(5),
  machine: fc.constantFrom('rower', 'skierg', 'bike', 'dynamic'),
  distance: fc.constantFrom(500, 2_000, 5_123),
  elapsedTime: fc.constantFrom(480, 1_800),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    timeZone: fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'),
  }),
  fc.record({
    kind: fc.constant('stop' as const),
    rows: fc.array(row, { minLength: 2, maxLength: 5 }),
    transactions: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('goOn' as const), which: fc.nat(4) }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'delete' as const), which: fc.nat(4) }),
  fc.record({ kind: fc.constant('row' as const), row }),
);

const endOf = ({ day }: RowedActivity) => `2026-03-0${day + 1}T09:00:00`;

onEachDatabase('totals and personal bests of imported activities', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });

  async function read(rows: readonly RowedActivity[], timeZone: string) {
    const season = rows.map((each) =>
      newWorkout({
        ...each,
        endedAt: endOf(each),
        averageStrokeRate: 24,
        // Completes a live row of the same workout.
        averageHeartRate: each.day % 2 === 0 ? 150 : null,
        calories: each.day === 0 ? null : 7,
      }),
    );
    const answer = await app().call('POST', `/api/imports?name=a.csv&timeZone=${timeZone}`, {
      as: ann,
      body: Buffer.from(writeSeasonCsv(season)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { _id: id, workouts } = calls.read.response.parse(answer.body);
    return {
      id,
      indexes: workouts.flatMap(({ status, index }) => (status === 'problem' ? [] : [index])),
    };
  }

  async function perform(wanted: Action): Promise<number> {
    const { db } = database();
    if (wanted.kind === 'import') {
      const { id, indexes } = await read(wanted.rows, wanted.timeZone);
      return (await app().call('POST', `/api/imports/${id}`, { as: ann, body: { indexes } })).status;
    }
    if (wanted.kind === 'stop') {
      const { id, indexes } = await read(wanted.rows, 'UTC');
      const stopping = new Imports({
        db: stoppedAfter(db, wanted.transactions),
        nowMs: () => clockMs() - 60_000,
        turns: new KeyedQueue(),
        batchRows: 1,
      });
      return stopping.store(ann.user._id, id, { indexes }).then(
        () => 404,
        (error: unknown) => (error instanceof HttpError ? error.status : 200),
      );
    }
    if (wanted.kind === 'goOn') {
      const open = await db.select({ id: imports.id }).from(imports).where(isNull(imports.endedAt));
      const id = open[wanted.which]?.id;
      if (id === undefined) return 404;
      return (await app().call('POST', `/api/imports/${id}`, { as: ann, body: {} })).status;
    }
    if (wanted.kind === 'row') {
      const { machine, distance, elapsedTime } = wanted.row;
      const completedAt = new Date(`${endOf(wanted.row)}Z`);
      const createdAt = new Date(completedAt.getTime() - elapsedTime * 1_000);
      await buildActivity(db, {
        userId: ann.user._id,
        machine,
        distance,
        elapsedTime,
        createdAt,
        completedAt,
      });
      return 200;
    }
    const found =
      wanted.kind === 'undo'
        ? await db.select({ id: imports.id }).from(imports).orderBy(imports.id)
        : await db
            .select({ id: activities.id })
            .from(activities)
            .where(eq(activities.source, 'file'))
            .orderBy(activities.id);
    const id = found[wanted.which]?.id;
    if (id === undefined) return 404;
    const path = wanted.kind === 'undo' ? `/api/imports/${id}` : `/api/activities/${id}`;
    return (await app().call('DELETE', path, { as: ann })).status;
  }

  test('are those of the stored activities, after any sequence of imports, undone imports and deletions', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
        for (const table of [activities, activityDays, imports]) await database().db.delete(table);
        for (const each of actions) {
          const status = await perform(each);
          expect(status).toBeLessThan(500);
          if (status === 200) reached.add(each.kind);
        }
        const kept = await storedTotals(database().db);
        expect(kept).toEqual(await recomputedTotals(database().db));
      }),
      { numRuns: 30, seed: 30 },
    );
    expect([...reached].toSorted()).toEqual(['delete', 'goOn', 'import', 'row', 'stop', 'undo']);
  }, 60_000);
});

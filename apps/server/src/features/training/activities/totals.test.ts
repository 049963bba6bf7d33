import * as fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { activities, activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { recomputedTotals, storedTotals } from '../../../../test/support/totals.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { emptySummary } from '../../../../test/support/summaries.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

type Action =
  | { kind: 'begin'; item: number }
  | {
      kind: 'complete';
      item: number;
      distance: number;
      elapsedTime: number;
      isSimulated: boolean;
      source: WorkoutSummary['source'] | null;
      timeZone: string | null;
    }
  | { kind: 'end' | 'reopen' | 'discard'; item: number; byHost: boolean };

const item = fc.nat(2);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), item }),
  fc.record({
    kind: fc.constant('complete' as const),
    item,
    distance: fc.constantFrom(0, 499.9, 500, 2_000),
    elapsedTime: fc.integer({ min: 1, max: 7_200 }),
    isSimulated: fc.constantFrom(false, false, true),
    source: fc.constantFrom('summary' as const, 'byHand' as const, null),
    timeZone: fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', null),
  }),
  fc.record({
    kind: fc.constantFrom('end' as const, 'reopen' as const, 'reopen' as const, 'discard' as const),
    item,
    byHost: fc.boolean(),
  }),
);

onEachDatabase('totals and personal bests', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let host: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    host = await app().signUp('Host');
  });

  /** Performs an action on Ann's activity of the item, which may be refused. Returns the status. */
  async function perform(session: string, wanted: Action): Promise<number> {
    const { db } = database();
    const { item: workoutItemIndex } = wanted;
    if (wanted.kind === 'begin') {
      const body = { user: ann.user._id, session, workoutItemIndex };
      return (await app().call('POST', '/api/activities', { as: ann, body })).status;
    }
    const [row] = await db
      .select({ id: activities.id })
      .from(activities)
      .where(and(eq(activities.sessionId, session), eq(activities.workoutItemIndex, workoutItemIndex)));
    if (!row) return 404;
    const path = `/api/activities/${row.id}`;
    if (wanted.kind === 'complete') {
      const { distance, elapsedTime, isSimulated, source, timeZone } = wanted;
      const body = {
        distance,
        elapsedTime,
        isSimulated,
        totalCalories: 7,
        workoutType: 3,
        ...(source && { summary: emptySummary(source) }),
        ...(timeZone !== null && { timeZone }),
      };
      return (await app().call('PATCH', `${path}/complete`, { as: ann, body })).status;
    }
    const as = wanted.byHost ? host : ann;
    if (wanted.kind === 'reopen') return (await app().call('POST', `${path}/reopen`, { as })).status;
    const heardAt = new Date(nowMs() - limits.staleActivityMs - 1_000);
    await db.update(activities).set({ heardAt }).where(eq(activities.id, row.id));
    const [method, address] =
      wanted.kind === 'end' ? (['POST', `${path}/end`] as const) : (['DELETE', path] as const);
    return (await app().call(method, address, { as })).status;
  }

  test('are the totals of the results that count, after any sequence of ends, corrections and openings', async () => {
    const reached = new Set<string>();
    const sequences = fc.array(action, { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(sequences, async (actions) => {
        await database().db.delete(activities);
        await database().db.delete(activityDays);
        const session = await buildSession(database().db, {
          hostUserId: host.user._id,
          isAccessibleByLink: true,
          workoutItems: ['500m', '2000m', 'as you like'],
        });
        for (const each of actions) {
          const status = await perform(session, each);
          expect(status).toBeLessThan(500);
          if (status === 200) reached.add(each.kind);
        }
        const kept = await storedTotals(database().db);
        expect(kept).toEqual(await recomputedTotals(database().db));
      }),
      { numRuns: 25, seed: 17 },
    );
    expect([...reached].toSorted()).toEqual(['begin', 'complete', 'discard', 'end', 'reopen']);
  }, 60_000);
});

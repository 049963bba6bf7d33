import { randomUUIDv7 } from 'node:crypto';
import * as fc from 'fast-check';
import { and, eq, ne } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ActivitySchema, type Machine } from '@boathouse/contract/activities';
import { activities, activityDays, entryRefusals } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { recomputedTotals, storedTotals } from '../../../../test/support/totals.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

type Given = { distance: number; elapsedTime: number };

type Action =
  | { kind: 'enter'; given: Given; machine: Machine; day: number }
  | { kind: 'correct'; given: Given; machine: Machine; day: number; which: number }
  | { kind: 'save'; given: Given | null; machine: Machine; item: number }
  | { kind: 'row'; given: Given; item: number; isSimulated: boolean; isLeft: boolean }
  | { kind: 'refuse' | 'delete'; which: number }
  | { kind: 'rank'; ranksEntered: boolean };

// Sums of these are exact.
const given: fc.Arbitrary<Given> = fc.record({
  distance: fc.constantFrom(500, 2_000, 5_123),
  elapsedTime: fc.constantFrom(480, 512.5, 1_800),
});
const machine = fc.constantFrom<Machine>('rower', 'skierg', 'bike');
const item = fc.nat(1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('enter' as const), given, machine, day: fc.nat(3) }),
  fc.record({ kind: fc.constant('correct' as const), given, machine, day: fc.nat(3), which: fc.nat(2) }),
  fc.record({
    kind: fc.constant('save' as const),
    given: fc.option(given, { freq: 4 }),
    machine,
    item,
  }),
  fc.record({
    kind: fc.constant('row' as const),
    given,
    item,
    isSimulated: fc.boolean(),
    isLeft: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('refuse' as const, 'delete' as const), which: fc.nat(2) }),
  fc.record({ kind: fc.constant('rank' as const), ranksEntered: fc.boolean() }),
);

onEachDatabase('totals and personal bests of entered results', (database) => {
  const app = useTestApp(database);
  let coach: Person;
  let ann: Person;
  let club: string;
  let session: string;

  beforeAll(async () => {
    coach = await app().signUp('Cleo Coach');
    ann = await app().signUp('Ann');
    const { db } = database();
    club = await buildClub(db, { ownerId: coach.user._id });
    await buildMembership(db, { clubId: club, userId: ann.user._id, role: 0 });
  });

  async function enteredId(which: number): Promise<string | undefined> {
    const entered = and(eq(activities.source, 'entered'), eq(activities.userId, ann.user._id));
    const found = await database().db.select({ id: activities.id }).from(activities).where(entered);
    return found[which]?.id;
  }

  async function perform(wanted: Action): Promise<number> {
    const user = ann.user._id;
    const call = async (
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      as: Person,
      body?: unknown,
    ) => (await app().call(method, `/api${path}`, { as, body })).status;
    switch (wanted.kind) {
      case 'enter': {
        const createdAt = `2026-03-0${wanted.day + 1}T09:00:00.000Z`;
        const at = { createdAt, timeZone: 'UTC', machine: wanted.machine, workout: '' };
        return call('POST', '/activities/entered', ann, {
          _id: randomUUIDv7(),
          user,
          ...at,
          ...wanted.given,
        });
      }
      case 'correct': {
        const id = await enteredId(wanted.which);
        if (id === undefined) return 404;
        const createdAt = `2026-03-0${wanted.day + 1}T09:00:00.000Z`;
        const at = { createdAt, timeZone: 'UTC', machine: wanted.machine, workout: '' };
        return call('PUT', `/activities/${id}/entered`, ann, { ...at, ...wanted.given });
      }
      case 'save':
        return call('PUT', `/sessions/${session}/entries/${wanted.item}`, coach, {
          timeZone: 'UTC',
          machine: wanted.machine,
          rows: [{ user, result: wanted.given }],
        });
      case 'row': {
        const begun = await app().call('POST', '/api/activities', {
          as: ann,
          body: { user, session, workoutItemIndex: wanted.item },
        });
        if (begun.status !== 200) return begun.status;
        const { _id } = ActivitySchema.parse(begun.body);
        const { isSimulated, isLeft } = wanted;
        return call('PATCH', `/activities/${_id}/complete`, ann, {
          ...wanted.given,
          isSimulated,
          isLeft,
          timeZone: 'UTC',
        });
      }
      case 'rank': {
        const { ranksEntered } = wanted;
        return call('PATCH', `/clubs?club=${club}&requestingUser=${coach.user._id}`, coach, { ranksEntered });
      }
      default: {
        const id = await enteredId(wanted.which);
        if (id === undefined) return 404;
        return wanted.kind === 'refuse'
          ? call('POST', `/activities/${id}/refusal`, ann, {})
          : call('DELETE', `/activities/${id}`, ann);
      }
    }
  }

  /** How many complete real results each item has: more than one would count twice. */
  async function wholeOfItems() {
    const rows = await database()
      .db.select({ item: activities.workoutItemIndex })
      .from(activities)
      .where(
        and(
          eq(activities.sessionId, session),
          eq(activities.isCompleted, true),
          eq(activities.isLeft, false),
          eq(activities.isPartial, false),
          ne(activities.source, 'simulated'),
        ),
      );
    return Object.values(Object.groupBy(rows, (row) => `${row.item}`)).map((group) => group?.length ?? 0);
  }

  test('equal the sums of the stored activities, and none counts twice, after any sequence of entries, corrections, refusals and rows', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
        for (const table of [activities, activityDays, entryRefusals]) await database().db.delete(table);
        session = await buildSession(database().db, {
          hostUserId: coach.user._id,
          clubId: club,
          startAt: new Date('2026-03-02T09:00:00Z'),
          workoutItems: ['2000 m', '500 m'],
        });
        for (const each of actions) {
          const status = await perform(each);
          expect(status).toBeLessThan(500);
          if (status === 200) reached.add(each.kind);
        }
        for (const count of await wholeOfItems()) expect(count).toBe(1);
        const kept = await storedTotals(database().db);
        expect(kept).toEqual(await recomputedTotals(database().db));
      }),
      { numRuns: 30, seed: 30 },
    );
    expect([...reached].toSorted()).toEqual(['correct', 'delete', 'enter', 'rank', 'refuse', 'row', 'save']);
  }, 60_000);
});

import { and, eq } from 'drizzle-orm';
import { clubMemberships, rowMoves } from '../../src/db/tables.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { nowMs } from '../support/now.ts';
import type { Person } from '../support/test-app.ts';
import { type Attempt, type Attempts, type Fixture } from './authorization-fixture.ts';
import type { Visibility } from './matrix.ts';

const visibilityIn = (situation: string): Visibility =>
  situation.endsWith('Club') ? 'club' : situation.endsWith('OnlyMe') ? 'onlyMe' : 'link';

/** Makes a call while Sol Self, who rowed on the page of the club's session, is a member of the club. */
async function asMember<T>(fixture: Fixture, situation: string, run: () => Promise<T>): Promise<T> {
  if (visibilityIn(situation) !== 'club') return run();
  const of = { clubId: fixture.clubId(), userId: fixture.people().self.user._id };
  await buildMembership(fixture.db(), { ...of, role: 0 });
  try {
    return await run();
  } finally {
    await fixture
      .db()
      .delete(clubMemberships)
      .where(and(eq(clubMemberships.clubId, of.clubId), eq(clubMemberships.userId, of.userId)));
  }
}

/**
 * Returns a completed row of Sol Self, and the session of the situation, on whose page it was rowed in the `beside…`
 * situations.
 */
async function rowOfSelf(fixture: Fixture, situation: string, as: Person | null) {
  const session = await fixture.sessionOf(visibilityIn(situation), as);
  await fixture.forgetActivities();
  const id = await buildActivity(fixture.db(), {
    userId: fixture.people().self.user._id,
    // The activity is on a day without other activities.
    createdAt: new Date('2020-05-01T06:00:00Z'),
    completedAt: new Date(nowMs()),
    distance: 2_000,
    elapsedTime: 425.3,
    visibility: situation === 'profile' ? 'profile' : 'me',
  });
  if (situation.startsWith('beside')) {
    await fixture.db().insert(rowMoves).values({ activityId: id, besideSessionId: session });
  }
  return { id, session };
}

export function moveAttempts(fixture: Fixture) {
  const call: ReturnType<Fixture['app']>['call'] = (...given) => fixture.app().call(...given);
  const move = ({ id, session }: { id: string; session: string }, as: Person | null) =>
    call('PUT', `/api/activities/${id}/session`, { as, body: { session, workoutItemIndex: 0 } });
  const takeOut: Attempt = async (as, situation) => {
    const row = await rowOfSelf(fixture, situation, as);
    await move(row, fixture.people().self);
    return call('DELETE', `/api/activities/${row.id}/session`, { as });
  };
  return {
    'moves.places': (as, situation) =>
      asMember(fixture, situation, async () => {
        const { id } = await rowOfSelf(fixture, situation, as);
        return call('GET', `/api/activities/${id}/places`, { as });
      }),
    'moves.move': (as, situation) =>
      asMember(fixture, situation, async () => move(await rowOfSelf(fixture, situation, as), as)),
    'moves.takeOut': (as, situation) => asMember(fixture, situation, () => takeOut(as, situation)),
    'moves.beside': async (as, situation) => {
      const { session } = await rowOfSelf(fixture, situation, as);
      return call('GET', `/api/sessions/${session}/beside`, { as });
    },
  } satisfies Attempts<'moves'>;
}

/** Reads a row that was rowed on a session's page. */
export async function rowBeside(fixture: Fixture, as: Person | null, situation: string) {
  const { id } = await rowOfSelf(fixture, situation, as);
  return fixture.app().call('GET', `/api/activities/${id}`, { as });
}

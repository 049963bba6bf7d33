import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sessions as contract } from '@boathouse/contract/sessions';
import { attendances, sessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../sessions/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);
const hourMs = 3_600_000;

onEachDatabase("a user's own sessions", (database) => {
  const app = useTestApp(database, {}, undefined, { nowMs: () => noonMs });
  let ann: Person;
  let coach: Person;
  let clubId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    coach = await app().signUp('Coach');
    clubId = await buildClub(database().db, { ownerId: coach.user._id });
    await buildMembership(database().db, { clubId, userId: ann.user._id, role: 0 });
  });
  beforeEach(async () => {
    await database().db.delete(sessions);
  });

  /** A session of the coach that anyone with the link reads, in a number of hours. */
  const build = (inHours: number, given: Partial<Parameters<typeof buildSession>[1]> = {}) =>
    buildSession(database().db, {
      hostUserId: coach.user._id,
      startAt: new Date(noonMs + inHours * hourMs),
      ...given,
    });
  const own = { hostUserId: '', isAccessibleByLink: false };
  beforeAll(() => void (own.hostUserId = ann.user._id));
  const attend = (id: string) => app().call('PUT', `/api/sessions/${id}/attendance`, { as: ann });

  test('have the first session that has not begun and that they may read as the next one, even after today', async () => {
    const next = async () => {
      const answer = await app().call('GET', `/api/sessions/user/${ann.user._id}/next`, { as: ann });
      return contract.next.response.parse(answer.body)?._id ?? null;
    };
    await build(-0.5, own);
    await build(1);
    expect(await next()).toBeNull();
    const hosted = await build(200, own);
    expect(await next()).toBe(hosted);
    const ofClub = await build(100, { clubId });
    expect(await next()).toBe(ofClub);
    const byLink = await build(50);
    await attend(byLink);
    expect(await next()).toBe(byLink);
    await app().call('PATCH', `/api/sessions/${byLink}`, { as: coach, body: { isAccessibleByLink: false } });
    await app().call('DELETE', `/api/sessions/${ofClub}`, { as: coach });
    expect(await next()).toBe(hosted);
  });

  test('[CAL-1] are marked in the calendar if they rowed, were the only one to row, or answered that they would be there', async () => {
    const { db } = database();
    const rowed = { userId: ann.user._id, completedAt: new Date(clockMs()) };
    const ids = {
      'rowed, expected': await build(-10, own),
      'rowed, of the club': await build(-9, { clubId }),
      'theirs alone': await build(-8, own),
      'said to be at': await build(-7, { clubId }),
      'of the club': await build(-6, { clubId }),
      'hosted for the club': await build(-5, { clubId, hostUserId: ann.user._id }),
      'hosted by link': await build(-4, { hostUserId: ann.user._id }),
      'being rowed': await build(-3, own),
      'rowed by another': await build(-2, { clubId }),
    };
    await buildActivity(db, { ...rowed, sessionId: ids['rowed, expected'] });
    await buildActivity(db, { ...rowed, sessionId: ids['rowed, of the club'] });
    await buildActivity(db, { userId: ann.user._id, sessionId: ids['being rowed'] });
    await buildActivity(db, { ...rowed, userId: coach.user._id, sessionId: ids['rowed by another'] });
    await db.insert(attendances).values({ sessionId: ids['said to be at'], userId: ann.user._id });

    const path = `/api/sessions/user/${ann.user._id}?year=2026&month=5&sparse=1`;
    const found = z
      .array(z.object({ _id: z.string(), part: z.string() }))
      .parse((await app().call('GET', path, { as: ann })).body);
    const nameOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0];
    expect(found.map(({ _id, part }) => [nameOf(_id), part])).toEqual([
      ['rowed, expected', 'rowed'],
      ['rowed, of the club', 'rowed'],
      ['theirs alone', 'expected'],
      ['said to be at', 'expected'],
      ['of the club', 'none'],
      ['hosted for the club', 'none'],
      ['hosted by link', 'none'],
      ['being rowed', 'none'],
      ['rowed by another', 'none'],
    ]);
  });
});

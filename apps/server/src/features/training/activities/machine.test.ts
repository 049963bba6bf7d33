import { beforeAll, beforeEach, expect, test } from 'vitest';
import { OwnActivitySchema, type OwnActivity } from '@boathouse/contract/activities';
import { liveEvents } from '@boathouse/contract/live';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

onEachDatabase('the machine of an activity', (database) => {
  const app = useTestApp(database);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let ben: Person;
  let sessionId: string;

  beforeAll(async () => {
    address = await app().listen();
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    sessionId = await buildSession(database().db, { hostUserId: ben.user._id });
  });

  const ownOf = ({ status, body }: Answer): OwnActivity => {
    expect(status, JSON.stringify(body)).toBe(200);
    return OwnActivitySchema.parse(body);
  };
  const post = (more: object) =>
    app().call('POST', '/api/activities', {
      as: ann,
      body: { user: ann.user._id, session: sessionId, workoutItemIndex: 0, ...more },
    });
  const patch = async (id: string, body: object) =>
    ownOf(await app().call('PATCH', `/api/activities/${id}`, { as: ann, body }));

  test('is the machine that its page sends at the begin, for the others from its first moment', async () => {
    const page = await open.into(sessionId, ben);
    const told = page.next(liveEvents.activityChanged);
    expect(ownOf(await post({ machine: 'bike' })).machine).toBe('bike');
    expect(await told).toMatchObject({ activities: [{ machine: 'bike' }] });
  });

  test('is a RowErg for a page that does not send one', async () => {
    expect(ownOf(await post({})).machine).toBe('rower');
  });

  test('a machine that does not exist is refused by its name', async () => {
    expect(await post({ machine: 'kayak' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'machine' }] },
    });
  });

  test('is sent to the others when a patch changes it, and only then', async () => {
    const { _id } = ownOf(await post({}));
    const page = await open.into(sessionId, ben);
    const told = page.next(liveEvents.activityChanged);
    await patch(_id, { machine: 'rower', distance: 10 });
    await patch(_id, { machine: 'skierg' });
    expect(await told).toMatchObject({ activities: [{ _id, machine: 'skierg', distance: 10 }] });
  });
});

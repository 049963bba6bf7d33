import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OwnActivitySchema, type OwnActivity } from '@boathouse/contract/activities';
import { ActivityOwnerSchema, ErgAskedSchema, liveEvents } from '@boathouse/contract/live';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const refused = {
  status: 409,
  body: { code: 'not_the_owner', message: 'You are rowing this on another device' },
};

onEachDatabase('the owner of an activity', (database) => {
  const app = useTestApp(database);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let ben: Person;
  let sessionId: string;
  const phone = randomUUID();
  const laptop = randomUUID();

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
  const begin = async (more: object = {}) =>
    ownOf(
      await app().call('POST', '/api/activities', {
        as: ann,
        body: { user: ann.user._id, session: sessionId, workoutItemIndex: 0, ...more },
      }),
    );
  const patch = (id: string, body: object) => app().call('PATCH', `/api/activities/${id}`, { as: ann, body });
  const complete = (id: string, body: object) =>
    app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body });
  const takeOver = (id: string, owner: string, as = ann) =>
    app().call('PUT', `/api/activities/${id}/owner`, { as, body: { owner } });
  const inProgress = async () =>
    OwnActivitySchema.parse(
      (await app().call('GET', `/api/activities/inprogress/${ann.user._id}`, { as: ann })).body,
    );

  test('is the device that began it, even when another device begins it again', async () => {
    const begun = await begin({ owner: phone });
    expect(begun.owner).toBe(phone);
    expect(await begin({ owner: laptop, _id: begun._id })).toMatchObject({ _id: begun._id, owner: phone });
    expect((await inProgress()).owner).toBe(phone);
  });

  test('is no one for a plain client, which may patch and complete it', async () => {
    const begun = await begin();
    expect(begun.owner).toBeNull();
    expect(ownOf(await patch(begun._id, { distance: 20 })).owner).toBeNull();
    // A complete activity includes its owner.
    expect(ownOf(await patch(begun._id, { ...begun, distance: 30 })).owner).toBeNull();
    expect(ownOf(await complete(begun._id, { distance: 40 }))).toMatchObject({ distance: 40, owner: null });
  });

  test('is the first device that patches an activity without one', async () => {
    const begun = await begin();
    expect(ownOf(await patch(begun._id, { distance: 20, owner: phone })).owner).toBe(phone);
    expect(await patch(begun._id, { distance: 30, owner: laptop })).toMatchObject(refused);
    // A request that names no device is not checked.
    expect(ownOf(await patch(begun._id, { distance: 40 }))).toMatchObject({ distance: 40, owner: phone });
  });

  test('is the only device that may patch and complete it', async () => {
    const begun = await begin({ owner: phone });
    expect(await patch(begun._id, { distance: 20.1, owner: laptop })).toMatchObject(refused);
    expect(await complete(begun._id, { distance: 20.1, owner: laptop })).toMatchObject(refused);
    expect(await inProgress()).toMatchObject({ isCompleted: false, distance: 0 });
    expect(ownOf(await complete(begun._id, { distance: 100, owner: phone })).distance).toBe(100);
    // The other device learns the result.
    expect(ownOf(await complete(begun._id, { distance: 20.1, owner: laptop })).distance).toBe(100);
    expect(await patch(begun._id, { distance: 20.1, owner: laptop })).toMatchObject({
      body: { code: 'activity_completed' },
    });
  });

  test('changes when another device takes over, and the first can then change nothing', async () => {
    const begun = await begin({ owner: phone });
    expect(ownOf(await takeOver(begun._id, laptop))).toEqual({ ...begun, owner: laptop });
    expect(await patch(begun._id, { distance: 10, owner: phone })).toMatchObject(refused);
    expect(await complete(begun._id, { distance: 10, owner: phone })).toMatchObject(refused);
    expect(ownOf(await complete(begun._id, { distance: 100, owner: laptop })).distance).toBe(100);
  });

  test('does not fence strokes: strokes of the first device still arrive', async () => {
    const begun = await begin({ owner: phone });
    await takeOver(begun._id, laptop);
    expect(
      await app().call('POST', `/api/activities/${begun._id}/strokes`, {
        as: ann,
        body: { from: 0, strokes: [] },
      }),
    ).toMatchObject({ status: 200, body: { next: 0 } });
  });

  test('cannot be taken over after the completion, or by another user', async () => {
    const begun = await begin({ owner: phone });
    expect(await takeOver(begun._id, laptop, ben)).toMatchObject({
      status: 403,
      body: { code: 'not_the_caller' },
    });
    await complete(begun._id, {});
    expect(await takeOver(begun._id, laptop)).toMatchObject({
      status: 409,
      body: { code: 'activity_completed' },
    });
  });

  test('names the field of an owner that is not an id', async () => {
    const begun = await begin();
    for (const answer of [await takeOver(begun._id, 'phone'), await patch(begun._id, { owner: 'phone' })]) {
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ field: 'owner' }] } });
    }
  });

  test('is shown to no other user', async () => {
    const begun = await begin({ owner: phone });
    const page = await open.into(sessionId, ben);
    const changed = page.next(liveEvents.activityChanged);
    await complete(begun._id, { owner: phone });
    const list = await app().call('GET', `/api/sessions/${sessionId}/activities`, { as: ben });
    expect(JSON.stringify([await changed, list.body])).not.toContain(phone);
  });

  describe('the event of a takeover', () => {
    test('is sent to all devices of the user, in the room or not, and to no other user', async () => {
      const begun = await begin({ owner: phone });
      const inTheRoom = await open.into(sessionId, ann);
      const elsewhere = await open(ann);
      const bens = await open.into(sessionId, ben);
      const told = Promise.all([inTheRoom, elsewhere].map((page) => page.next(liveEvents.activityOwner)));
      await takeOver(begun._id, laptop);
      expect(await told).toEqual([
        { activity: begun._id, owner: laptop },
        { activity: begun._id, owner: laptop },
      ]);
      // Answered after all earlier events to this page were sent.
      await bens.ask(liveEvents.leaveRoom, { room: sessionId });
      expect(bens.received(liveEvents.activityOwner)).toEqual([]);
    });

    test('comes after a request for the erg, which reaches all devices of the user, and no other user', async () => {
      const begun = await begin({ owner: phone });
      const rowing = await open.into(sessionId, ann);
      const asking = await open(ann);
      const bens = await open.into(sessionId, ben);
      const asked = rowing.next(liveEvents.ergAsked);
      expect(await asking.outcomeOf(liveEvents.ergAsk, { activity: begun._id })).toBe('ok');
      expect(ErgAskedSchema.parse(await asked)).toEqual({ activity: begun._id });
      await bens.ask(liveEvents.leaveRoom, { room: sessionId });
      expect(bens.received(liveEvents.ergAsked)).toEqual([]);
      // Asking takes nothing.
      expect(await inProgress()).toMatchObject({ owner: phone });
    });

    test('names the stored owner last when ten devices take over at once', async () => {
      const begun = await begin({ owner: phone });
      const page = await open(ann);
      const devices = Array.from({ length: 10 }, () => randomUUID());
      const answers = await Promise.all(devices.map((device) => takeOver(begun._id, device)));
      expect(new Set(answers.map((answer) => ownOf(answer).owner))).toEqual(new Set(devices));
      await page.ask(liveEvents.leaveRoom, { room: sessionId });
      const events = page
        .received(liveEvents.activityOwner)
        .map((event) => ActivityOwnerSchema.parse(event).owner);
      expect(events).toHaveLength(10);
      const { owner } = await inProgress();
      expect(events.at(-1)).toBe(owner);
      const outcomes = await Promise.all(
        devices.map(async (device) => (await patch(begun._id, { distance: 5, owner: device })).status),
      );
      expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
    });
  });
});

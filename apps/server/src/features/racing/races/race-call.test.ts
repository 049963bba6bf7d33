import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { liveEvents } from '@boathouse/contract/live';
import { notifications } from '@boathouse/contract/notifications';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { openNotifier } from '../../news/notifications/index.ts';
import type { WebPush } from '../../news/webpush/index.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('the call of a race', (database) => {
  const app = useTestApp(database, {}, undefined, { nowMs: () => noonMs });
  let address: string;
  const open = usePages(() => address);
  let ada: Person;
  let ben: Person;
  let cas: Person;
  let day: RaceDay;
  let race: string;
  let lane: number;

  beforeAll(async () => {
    address = await app().listen();
    ada = await app().signUp('Ada Admin');
    ben = await app().signUp('Ben Rower');
    cas = await app().signUp('Cas Rower');
  });
  beforeEach(async () => {
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    for (const { user } of [ben, cas]) {
      await buildMembership(database().db, { clubId: club, userId: user._id, role: 0 });
    }
    day = await new RaceDay(app(), database().db, ada, club).setUp();
    const entry = await day.enter('Ben Rower', { user: ben.user._id });
    await day.enter('Guest');
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    lane = drawn?.lanes.find((one) => one.entry === entry._id)?.lane ?? 0;
    await day.takeControl();
  });

  const lines = async (as: Person) =>
    notifications.list.response.parse((await app().call('GET', '/api/notifications', { as })).body);

  test('sends a notification once to the athletes who sit in it, and their open pages learn of it', async () => {
    const page = await open(ben);
    const told = page.next(liveEvents.notificationsChanged);
    const called = await day.act(race, 'call');
    await told;
    const [line] = await lines(ben);
    expect(line).toMatchObject({ kind: 'sessionSoon', session: { _id: called.run?.session } });
    const count = (await lines(ben)).length;
    expect((await lines(cas)).map(({ session }) => session?._id)).not.toContain(called.run?.session);
    await day.act(race, 'arm');
    expect(await lines(ben)).toHaveLength(count);
  });

  test('sends a notification for a race that is rowed again too, which is another session', async () => {
    const first = (await day.act(race, 'call')).run?.session;
    const again = (await day.act(race, 'runs', { reason: '' })).run?.session;
    expect(again).not.toBe(first);
    expect((await lines(ben)).map(({ session }) => session?._id)).toContain(again);
    expect((await lines(cas)).map(({ session }) => session?._id)).not.toContain(again);
  });

  test('sends none to athletes who were taken out before', async () => {
    await day.ok('PATCH', `/races/${race}/lanes/${lane}`, { action: randomUUIDv7(), state: 'dns' });
    const called = await day.act(race, 'call');
    expect((await lines(ben)).map(({ session }) => session?._id)).not.toContain(called.run?.session);
  });

  test('goes to the devices of athletes who want messages, with their own lanes', async () => {
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const sent: Parameters<WebPush['send']>[] = [];
    const notifier = openNotifier({
      db: database().db,
      now: () => new Date(noonMs),
      onChange: () => {},
      webPush: {
        subscribersAmong: async (ids) => ids.filter((id) => id === ben.user._id),
        send: async (...message) => void sent.push(message),
      },
    });
    const startsAt = new Date(noonMs + 600_000);
    const athletes = [
      { user: ben.user._id, lane: 2 },
      { user: ben.user._id, lane: 5 },
      { user: cas.user._id, lane: 3 },
    ];
    await notifier.transaction((_, notify) => notify({ kind: 'raceCalled', session, startsAt, athletes }));
    expect(
      sent.map(([user, { session: shown }, until]) => [user, shown.title, shown.startAt, until]),
    ).toEqual([
      [
        ben.user._id,
        'Open 2k, flight 1, lane 2 and 5: tap here',
        startsAt.toISOString(),
        new Date(noonMs + 900_000),
      ],
    ]);
  });
});

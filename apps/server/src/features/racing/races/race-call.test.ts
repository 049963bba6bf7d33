import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

  describe('a seat that changes after it', () => {
    const seatOf = async (name: string) => {
      const { entries } = await day.whole();
      const entry = entries.find((one) => one.name === name)?._id ?? '';
      const { lanes } = await day.race(race);
      return { entry, lane: lanes.find((one) => one.entry === entry)?.lane ?? 0, lanes };
    };
    const seat = async (entry: string | null, lane: number, more: object = {}) => {
      const { version } = await day.race(race);
      const body = { action: randomUUIDv7(), version, entry, lane, ...more };
      await day.ok('POST', `/races/${race}/seats`, body);
      return body;
    };
    const readAll = (as: Person) =>
      app().call('PUT', '/api/notifications/read', { as, body: { until: new Date(noonMs).toISOString() } });
    const about = async (as: Person, session: string | undefined) =>
      (await lines(as)).filter((line) => line.session?._id === session);
    const freeLane = async () => (await seatOf('')).lanes.find(({ entry }) => entry === null)?.lane ?? 0;

    test('notifies its athlete once, who had read the call, and no one else', async () => {
      const session = (await day.act(race, 'call')).run?.session;
      await readAll(ben);
      expect(await about(ben, session)).toMatchObject([{ isRead: true }]);
      const { entry } = await seatOf('Ben Rower');
      const page = await open(ben);
      const told = page.next(liveEvents.notificationsChanged);
      const sent = await seat(entry, await freeLane());
      await told;
      expect(await about(ben, session)).toMatchObject([{ isRead: false }]);
      expect(await about(cas, session)).toEqual([]);
      await readAll(ben);
      await day.ok('POST', `/races/${race}/seats`, sent);
      expect(await about(ben, session)).toMatchObject([{ isRead: true }]);
    });

    test('notifies both athletes whose lanes are swapped, and again only those of the next swap', async () => {
      await day.ok('PATCH', `/races/entries/${(await seatOf('Guest')).entry}`, { user: cas.user._id });
      const session = (await day.act(race, 'call')).run?.session;
      await day.act(race, 'arm');
      await readAll(ben);
      await readAll(cas);
      const lanes = [(await seatOf('Ben Rower')).lane, (await seatOf('Guest')).lane];
      await day.decide(race, 'swaps', { lanes, reason: 'Wrong ergs' });
      expect(await about(ben, session)).toMatchObject([{ isRead: false }]);
      expect(await about(cas, session)).toMatchObject([{ isRead: false }]);
      await readAll(ben);
      await readAll(cas);
      const empty = await freeLane();
      await day.decide(race, 'swaps', {
        lanes: [(await seatOf('Guest')).lane, empty],
        reason: 'A broken erg',
      });
      expect(await about(ben, session)).toMatchObject([{ isRead: true }]);
      expect(await about(cas, session)).toMatchObject([{ isRead: false }]);
    });

    test('calls an athlete who is seated late, and takes the call back from an athlete who is taken out', async () => {
      const session = (await day.act(race, 'call')).run?.session;
      const late = await day.enter('Cas Rower', { user: cas.user._id });
      await seat(late._id, await freeLane());
      expect(await about(cas, session)).toHaveLength(1);
      expect(await about(ben, session)).toHaveLength(1);
      await seat(null, (await seatOf('Ben Rower')).lane);
      expect(await about(ben, session)).toEqual([]);
      expect(await about(cas, session)).toHaveLength(1);
    });

    test('notifies no one before the call, and no one after the start: a later swap corrects the results', async () => {
      const { entry } = await seatOf('Ben Rower');
      const before = (await lines(ben)).length;
      await seat(entry, await freeLane());
      expect(await lines(ben)).toHaveLength(before);
      const { run } = await day.start(race);
      await readAll(ben);
      const lanes = [(await seatOf('Ben Rower')).lane, (await seatOf('Guest')).lane];
      await day.decide(race, 'swaps', { lanes, reason: 'Sat on each other’s ergs' });
      expect(await about(ben, run?.session)).toMatchObject([{ isRead: true }]);
    });
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
    sent.length = 0;
    const changed = { session, startsAt, athletes: [{ user: ben.user._id, lane: 4 }], gone: [cas.user._id] };
    await notifier.transaction((_, notify) => notify({ kind: 'seatsChanged', ...changed }));
    expect(sent.map(([user, { session: shown }]) => [user, shown.title])).toEqual([
      [ben.user._id, 'Open 2k, flight 1, now lane 4: tap here'],
    ]);
  });
});

import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupChannelKey } from '@boathouse/contract/chat';
import { ProblemSchema } from '@boathouse/contract/errors';
import {
  ActivityChangedSchema,
  liveEvents,
  RefusalSchema,
  RoomMembersSchema,
} from '@boathouse/contract/live';
import { raceCodes } from '@boathouse/contract/races/codes';
import { raceDay } from '@boathouse/contract/races/day';
import { sessions } from '@boathouse/contract/sessions';
import { activities, singleResults, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { updateBests } from '../../training/statistics/index.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('codes of a race day', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let address: string;
  const open = usePages(() => address);
  let ada: Person;
  let ben: Person;
  let gil: Person;
  let eve: Person;
  let day: RaceDay;
  let race: string;
  let entry: string;

  beforeAll(async () => {
    address = await app().listen();
    ada = await app().signUp('Ada Admin');
    ben = await app().signUp('Ben Rower');
    gil = await app().signUp('Gil Guest');
    eve = await app().signUp('Eve Else');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    await buildMembership(database().db, { clubId: club, userId: ben.user._id, role: 0 });
    day = await new RaceDay(app(), database().db, ada, club).setUp();
    await day.enter('Ben Rower', { user: ben.user._id });
    ({ _id: entry } = await day.enter('Gil from Away', { bib: '9', club: 'Away RC' }));
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    await day.takeControl();
  });

  const codes = async () =>
    raceCodes.ofEvent.response.parse(await day.ok('PUT', `/races/events/${day.event}/codes`));
  const codeOfGil = async () => (await codes()).find((one) => one.entry === entry)?.code ?? '';
  const claim = (as: Person, code: string, from?: string) =>
    app().call('POST', '/api/races/claims', { as, body: { code }, ...(from ? { from } : {}) });
  const isWrong = { status: 400, body: { code: 'wrong_code' } };
  const renew = async () =>
    raceCodes.renew.response.parse(await day.ok('POST', `/races/entries/${entry}/code`));

  test('the entries that no member has have one each, the same at each call', async () => {
    const made = await codes();
    expect(made.map(({ entry: of }) => of)).toEqual([entry]);
    expect(await codes()).toEqual(made);
    await day.ok('PATCH', `/races/entries/${entry}`, { isScratched: true });
    expect(await codes()).toEqual([]);
  });

  test('a guest of another club takes the entry, reads the day and the session, and the monitor counts in the lane', async () => {
    expect((await day.call('GET', `/races/events/${day.event}`, undefined, gil)).status).toBe(404);
    const answer = await claim(gil, (await codeOfGil()).toLowerCase().replace('-', ' '));
    expect(answer).toMatchObject({ status: 200, body: { event: day.event, entry } });
    const whole = await day.whole(gil);
    expect(whole.may).toEqual({ manage: false, judge: false });
    expect(whole.entries.find(({ _id }) => _id === entry)).toMatchObject({
      user: { _id: gil.user._id },
      name: 'Gil from Away',
      isClaimed: true,
    });
    const mine = raceDay.mine.response.parse(await day.ok('GET', '/races/mine', undefined, gil));
    expect(mine).toMatchObject([{ race, event: day.event }]);
    const lane = mine[0]?.lane ?? 0;
    await day.act(race, 'call');
    await day.ok('PATCH', `/races/${race}/lanes/${lane}`, { action: randomUUIDv7(), state: 'here' }, gil);
    await day.act(race, 'arm');
    const started = await day.act(race, 'start');
    nowMs = Date.parse(started.run?.start?.rowAt ?? '') + 1_000;
    const activity = await day.row(started, gil.user._id, 421.34);
    const full = await day.full(race);
    expect(full.race.lanes.find((one) => one.lane === lane)).toMatchObject({ entry, result: 4_213 });
    expect(full.attempts).toMatchObject([{ lane, source: 'monitor', tenths: 4_213 }]);
    // No result of the club: its records are those of its members.
    await database().db.transaction((tx) => updateBests(tx, [activity]));
    const [single] = await database()
      .db.select({ club: singleResults.clubId })
      .from(singleResults)
      .where(eq(singleResults.activityId, activity));
    expect(single).toEqual({ club: null });
    expect((await day.logged()).map(({ text, by }) => `${by}: ${text}`)).toContain(
      'Gil Guest: Entered the code of Gil from Away',
    );
  });

  test('a guest sees other entries as the public page has them, and no list of the club', async () => {
    await database().db.update(users).set({ visibility: 'me' }).where(eq(users.id, ben.user._id));
    await claim(gil, await codeOfGil());
    const whole = await day.whole(gil);
    expect(whole.entries.map(({ name, user }) => [name, user?._id ?? null])).toEqual([
      ['B. R.', null],
      ['Gil from Away', gil.user._id],
    ]);
    const now = await day.now(gil);
    expect(
      now.next[0]?.lanes
        .map(({ name }) => name)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['B. R.', 'Gil from Away']);
    for (const path of ['start-list', 'before', 'log', 'codes']) {
      const method = path === 'codes' ? 'PUT' : 'GET';
      const { status } = await day.call(method, `/races/events/${day.event}/${path}`, undefined, gil);
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await day.call('GET', `/clubs/${day.club}/races`, undefined, gil)).status).toBe(404);
    await database().db.update(users).set({ visibility: 'everyone' }).where(eq(users.id, ben.user._id));
  });

  describe('a code', () => {
    test('is for one user: from two devices the second is refused as for a wrong one', async () => {
      const code = await codeOfGil();
      const [one, other] = await Promise.all([claim(gil, code), claim(eve, code)]);
      const statuses = [one.status, other.status];
      expect(statuses.toSorted()).toEqual([200, 400]);
      const [winner, loser] = one.status === 200 ? [gil, eve] : [eve, gil];
      expect(await claim(winner, code)).toMatchObject({ status: 200 });
      expect(await claim(loser, code)).toMatchObject(isWrong);
    });

    test.each(['AAAA-AAAA', 'rubbish', '', '💥💥💥💥💥💥💥💥'])(
      'a code that is wrong (%j) is refused',
      async (code) => {
        await codes();
        expect(await claim(gil, code)).toMatchObject(isWrong);
      },
    );

    test('a code of an unpublished day, and after the day after, is refused in the same words', async () => {
      const code = await codeOfGil();
      const { errorId: _, ...words } = ProblemSchema.parse((await claim(gil, 'AAAA-AAAA')).body);
      await day.ok('PATCH', `/races/events/${day.event}`, { isPublished: false });
      expect(await claim(gil, code)).toMatchObject({ status: 400, body: words });
      await day.ok('PATCH', `/races/events/${day.event}`, { isPublished: true });
      nowMs = Date.UTC(2026, 4, 2, 22);
      expect(await claim(gil, code)).toMatchObject({ status: 400, body: words });
      nowMs = Date.UTC(2026, 4, 2, 21);
      expect(await claim(gil, code)).toMatchObject({ status: 200 });
    });

    test('a code of a scratched entry, and of one that a member has now, is refused', async () => {
      const code = await codeOfGil();
      await day.ok('PATCH', `/races/entries/${entry}`, { isScratched: true });
      expect(await claim(gil, code)).toMatchObject(isWrong);
      await day.ok('PATCH', `/races/entries/${entry}`, { isScratched: false, user: ada.user._id });
      expect(await claim(gil, code)).toMatchObject(isWrong);
      expect((await day.call('POST', `/races/entries/${entry}/code`)).status).toBe(400);
    });

    test('does not seat one athlete twice in a category', async () => {
      expect(await claim(ben, await codeOfGil())).toMatchObject({
        status: 409,
        body: { code: 'already_exists' },
      });
    });

    test('can be guessed 400 times from one address in 15 minutes, not more', async () => {
      const code = await codeOfGil();
      for (let tries = 0; tries < 400; tries += 1) {
        await app().services.attempts.count('race code', '203.0.113.9', 400, 900);
      }
      expect(await claim(gil, code, '203.0.113.9')).toMatchObject({
        status: 429,
        body: { code: 'too_many_requests' },
      });
      expect(await claim(gil, code, '203.0.113.10')).toMatchObject({ status: 200 });
    });
  });

  test('a renewed code takes the entry back while its guest rows: the page leaves the room, and the row stays theirs', async () => {
    const code = await codeOfGil();
    await claim(gil, code);
    const started = await day.start(race);
    const session = started.run?.session ?? '';
    const page = await open(gil);
    expect(await page.outcomeOf(liveEvents.joinRoom, { user: gil.user._id, room: session })).toBe('ok');
    const out = page.next(liveEvents.refused);
    nowMs = Date.parse(started.run?.start?.rowAt ?? '') + 1_000;
    const begin = { _id: randomUUIDv7(), user: gil.user._id, session, workoutItemIndex: 0, machine: 'rower' };
    const begun = await day.call('POST', '/activities', begin, gil);
    expect(begun).toMatchObject({ status: 200, body: { _id: begin._id } });
    const activity = begin._id;
    const { code: renewed } = await renew();
    expect(renewed).not.toBe(code);
    expect(RefusalSchema.parse(await out)).toMatchObject({ code: 'not_found' });
    expect((await day.call('GET', `/sessions/${session}`, undefined, gil)).status).toBe(404);
    // The row continues.
    const patched = await day.call(
      'PATCH',
      `/activities/${activity}`,
      { distance: 1_200, elapsedTime: 250 },
      gil,
    );
    expect(patched.status).toBe(200);
    expect(await claim(gil, code)).toMatchObject(isWrong);
    expect((await day.full(race)).race.lanes.some((one) => one.activity === activity)).toBe(false);
    // With the new code it is the lane's again: nothing is lost.
    expect(await claim(gil, renewed)).toMatchObject({ status: 200 });
    expect((await day.full(race)).race.lanes.some((one) => one.activity === activity)).toBe(true);
  });

  test('an entry that is given to a member, and a deleted race day, end the rights of the guest', async () => {
    await claim(gil, await codeOfGil());
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const reads = async () => (await day.call('GET', `/sessions/${session}`, undefined, gil)).status;
    expect(await reads()).toBe(200);
    await day.ok('PATCH', `/races/entries/${entry}`, { user: ada.user._id });
    expect(await reads()).toBe(404);
    await day.ok('PATCH', `/races/entries/${entry}`, { user: null });
    expect(await claim(gil, await codeOfGil())).toMatchObject({ status: 200 });
    // A page that saves another field sends the guest back.
    await day.ok('PATCH', `/races/entries/${entry}`, { user: gil.user._id, bib: '10' });
    expect(await reads()).toBe(200);
    await day.ok('DELETE', `/races/events/${day.event}`);
    expect(await reads()).toBe(404);
    const mine = raceDay.mine.response.parse(await day.ok('GET', '/races/mine', undefined, gil));
    expect(mine.map(({ event }) => event)).not.toContain(day.event);
  });

  describe('in the room of their race', () => {
    let session: string;
    let bens: string;
    let gils: string;

    beforeEach(async () => {
      // A row of an earlier test would still be in progress.
      await database().db.delete(activities);
      await claim(gil, await codeOfGil());
      const started = await day.start(race);
      session = started.run?.session ?? '';
      nowMs = Date.parse(started.run?.start?.rowAt ?? '') + 1_000;
      const begin = async (as: Person) => {
        const body = {
          _id: randomUUIDv7(),
          user: as.user._id,
          session,
          workoutItemIndex: 0,
          machine: 'rower',
        };
        await day.ok('POST', '/activities', body, as);
        return body._id;
      };
      [bens, gils] = [await begin(ben), await begin(gil)];
    });

    const membersOf = (page: TestPage) => {
      const list = page.received(liveEvents.roomMembers).at(-1);
      return list === undefined
        ? []
        : RoomMembersSchema.parse(list).members.map(({ displayName }) => displayName);
    };

    test('a guest sees their own lane only, and the member who sits beside them sees both', async () => {
      const gilsPage = await open.into(session, gil);
      const bensPage = await open.into(session, ben);
      const seen = bensPage.nextFrame(({ rows }) => rows.some(({ activity }) => activity === gils));
      bensPage.sendSample(bens, liveSample(100));
      gilsPage.sendSample(gils, liveSample(90));
      await seen;
      await expect.poll(() => membersOf(bensPage)).toEqual(['Ben Rower', 'Gil Guest']);
      await expect.poll(() => membersOf(gilsPage)).toEqual(['Gil Guest']);
      expect(gilsPage.frames).toEqual([]);
    });

    test('the row of a guest who is alone in the room is stored, and continues in a frame for a page that comes', async () => {
      const gilsPage = await open.into(session, gil);
      gilsPage.sendSample(gils, liveSample(90));
      await expect
        .poll(async () => {
          const [stored] = await database().db.select().from(activities).where(eq(activities.id, gils));
          return stored?.distance;
        })
        .toBe(90);
      const bensPage = await open(ben);
      const seen = bensPage.nextFrame(({ rows }) => rows.some(({ activity }) => activity === gils));
      await bensPage.outcomeOf(liveEvents.joinRoom, { user: ben.user._id, room: session });
      await seen;
    });

    test('events of the room reach a guest, with the rows of others left out', async () => {
      const gilsPage = await open.into(session, gil);
      const bensPage = await open.into(session, ben);
      const seen = bensPage.next(liveEvents.activityChanged);
      const told = gilsPage.next(liveEvents.activityChanged);
      for (const [as, id] of [
        [ben, bens],
        [gil, gils],
      ] as const) {
        await day.ok('PATCH', `/activities/${id}`, { machine: 'bike' }, as);
      }
      await Promise.all([seen, told]);
      await expect
        .poll(() =>
          gilsPage
            .received(liveEvents.activityChanged)
            .flatMap((changed) => ActivityChangedSchema.parse(changed).activities)
            .map(({ _id }) => _id),
        )
        .toContain(gils);
      const changed = gilsPage.received(liveEvents.activityChanged);
      const users = changed.flatMap((one) => ActivityChangedSchema.parse(one).activities);
      expect(new Set(users.map(({ user }) => user._id))).toEqual(new Set([gil.user._id]));
      const ended = gilsPage.next(liveEvents.raceChanged);
      await day.act(race, 'finish');
      await ended;
    });

    test('a guest reads their own row of the session, and no other', async () => {
      const lists = await day.ok('GET', `/sessions/${session}/activities`, undefined, gil);
      const rows = sessions.activities.response.parse(lists).flat();
      expect(rows.map(({ _id }) => _id)).toEqual([gils]);
      for (const path of [`/activities/${bens}`, `/activities/${bens}/strokes`]) {
        expect([path, (await day.call('GET', path, undefined, gil)).status]).toEqual([path, 404]);
      }
      expect((await day.call('GET', `/activities/${gils}`, undefined, gil)).status).toBe(200);
      expect((await day.call('GET', `/activities/${gils}`, undefined, ben)).status).toBe(200);
    });

    test('the chat of the members reaches no guest, and none is sent by one', async () => {
      const gilsPage = await open.into(session, gil);
      const bensPage = await open.into(session, ben);
      const message = (as: Person) => ({
        sender: as.user._id,
        recipient: null,
        room: session,
        channelKey: groupChannelKey,
        message: 'Hello',
      });
      const received = bensPage.next(liveEvents.receiveMessage);
      expect(await bensPage.outcomeOf(liveEvents.sendMessage, message(ben))).toBe('ok');
      await received;
      expect(await gilsPage.outcomeOf(liveEvents.sendMessage, message(gil))).toBe('not_allowed');
      expect(gilsPage.received(liveEvents.receiveMessage)).toEqual([]);
    });

    test('a member who leaves the club and sits in the race sees their own lane from then on', async () => {
      await buildMembership(database().db, { clubId: day.club, userId: gil.user._id, role: 0 });
      const gilsPage = await open.into(session, gil);
      const out = gilsPage.next(liveEvents.refused);
      await day.ok('DELETE', `/clubmemberships/leave?club=${day.club}&user=${gil.user._id}`, undefined, gil);
      expect(RefusalSchema.parse(await out)).toMatchObject({ code: 'not_found' });
      expect(await gilsPage.outcomeOf(liveEvents.joinRoom, { user: gil.user._id, room: session })).toBe('ok');
      const framesBefore = gilsPage.frames.length;
      const bensPage = await open.into(session, ben);
      const seen = bensPage.nextFrame(({ rows }) => rows.some(({ activity }) => activity === bens));
      bensPage.sendSample(bens, liveSample(100));
      await seen;
      expect(gilsPage.frames.slice(framesBefore)).toEqual([]);
    });
  });

  test('a guest reads no session of a race of the same day in which they do not sit', async () => {
    const other = await day.enter('Other');
    await claim(gil, await codeOfGil());
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const page = await open(gil);
    const room = { user: gil.user._id, room: session };
    expect(await page.outcomeOf(liveEvents.joinRoom, room)).toBe('ok');
    const out = page.next(liveEvents.refused);
    const { version, lanes } = await day.race(race);
    const lane = lanes.find((one) => one.entry === entry)?.lane;
    await day.ok('POST', `/races/${race}/seats`, {
      action: randomUUIDv7(),
      version,
      entry: other._id,
      lane,
    });
    // The page leaves the room at once.
    expect(RefusalSchema.parse(await out)).toMatchObject({ code: 'not_found' });
    expect((await day.call('GET', `/sessions/${session}`, undefined, gil)).status).toBe(404);
    expect(await page.outcomeOf(liveEvents.joinRoom, room)).toBe('not_found');
  });
});

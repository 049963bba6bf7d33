import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveEvents } from '@boathouse/contract/live';
import { RaceChangedSchema } from '@boathouse/contract/live/races';
import { raceResults } from '@boathouse/contract/races/results';
import { startLists } from '@boathouse/contract/races/start-lists';
import type { Race } from '@boathouse/contract/races/race';
import { eq } from 'drizzle-orm';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import {
  problemOf,
  TestApp,
  useTestApp,
  type Answer,
  type Person,
} from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildUser } from '../../people/users/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('a race in which something goes wrong', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let address: string;
  const open = usePages(() => address);
  let ada: Person;
  let cas: Person;
  let ben: Person;
  let day: RaceDay;
  let race: string;
  let lanes: Race['lanes'];

  beforeAll(async () => {
    address = await app().listen();
    ada = await app().signUp('Ada Admin');
    cas = await app().signUp('Cas Control');
    ben = await app().signUp('Ben Rower');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    await database().db.delete(activities);
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    await buildMembership(database().db, { clubId: club, userId: cas.user._id, role: 1 });
    await buildMembership(database().db, { clubId: club, userId: ben.user._id, role: 0 });
    day = await new RaceDay(app(), database().db, ada, club).setUp();
    await day.enter('Ben Rower', { user: ben.user._id, seedTenths: 4_000 });
    await day.enter('Guest', { seedTenths: 4_100, birthYear: 2010, club: 'Elsewhere' });
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    lanes = drawn?.lanes.filter(({ entry }) => entry !== null) ?? [];
    await day.takeControl();
  });

  const refusal = (answer: Answer) => {
    const { status, code } = problemOf(answer);
    return `${status} ${code}`;
  };
  /** Starts the race, and lets the moment of ROW pass. */
  const started = async () => {
    const running = await day.start(race);
    nowMs = Date.parse(running.run?.start?.rowAt ?? '') + 1_000;
    return running;
  };
  const [first, second] = [() => lanes[0]?.lane ?? 0, () => lanes[1]?.lane ?? 0];
  const resultOf = async (lane: number) => (await day.race(race)).lanes.find((one) => one.lane === lane);

  describe('one page has the race control', () => {
    const other = randomUUID();
    test('another page can take it over only by name, and the first can then start nothing', async () => {
      const take = (more: object = {}) =>
        day.call('PUT', `/races/events/${day.event}/control`, { device: other, ...more }, cas);
      const refused = await take();
      expect(refusal(refused)).toBe('409 race_control_taken');
      expect(refused.body).toMatchObject({ message: expect.stringContaining('Ada Admin') });
      expect((await take({ takeOver: true })).body).toMatchObject({ user: { displayName: 'Cas Control' } });
      const { version } = await day.race(race);
      const call = { action: randomUUIDv7(), version, device: day.device };
      expect(refusal(await day.call('POST', `/races/${race}/call`, call))).toBe('409 race_control_taken');
      expect((await day.call('POST', `/races/${race}/call`, { ...call, device: other }, cas)).status).toBe(
        200,
      );
      expect((await day.logged()).map(({ text }) => text)).toContain(
        'Took the race control over from Ada Admin',
      );
    });

    test('a press counts once, and a press with an older version changes nothing', async () => {
      const { version } = await day.race(race);
      const press = { action: randomUUIDv7(), version, device: day.device };
      const both = await Promise.all([1, 2].map(() => day.call('POST', `/races/${race}/call`, press)));
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect((await day.race(race)).run?.number).toBe(1);
      const old = { ...press, action: randomUUIDv7() };
      expect(refusal(await day.call('POST', `/races/${race}/arm`, old))).toBe('409 race_changed');
      expect((await day.logged()).filter(({ kind }) => kind === 'call')).toHaveLength(1);
    });
  });

  test('the server restarts during the race: the valid clock, and results from before and after, stay', async () => {
    const running = await started();
    const restarted = await TestApp.on(database(), {}, undefined, undefined, undefined, {
      nowMs: () => nowMs,
    });
    const read = async () => (await restarted.call('GET', `/api/races/${race}`, { as: ada })).body;
    expect(await read()).toMatchObject({ race: { state: 'running', run: { start: running.run?.start } } });
    const activity = await day.row(running, ben.user._id, 405.26);
    expect(await read()).toMatchObject({ attempts: [{ activity, tenths: 4_053 }] });
    await restarted.close();
    expect((await day.full(race)).attempts).toHaveLength(1);
  });

  test('a lane comes back after the end: its monitor replaces the entered time, until the result is official', async () => {
    const running = await started();
    await day.act(race, 'finish');
    await day.enterByHand(race, first(), { tenths: 4_100 });
    await day.enterByHand(race, second(), { tenths: 4_200 });
    const activity = await day.row(running, ben.user._id, 409.93);
    expect(await resultOf(first())).toMatchObject({ result: 4_099, needsConfirmation: false });
    const { attempts } = await day.full(race);
    const ofGuest = attempts.find(({ lane }) => lane === second());
    await day.decide(race, 'provisional');
    expect(refusal(await officially())).toBe('409 race_incomplete');
    await day.ok('POST', `/races/${race}/confirmations`, { attempts: [ofGuest?._id] }, cas);
    expect((await officially()).status).toBe(200);
    await database().db.update(activities).set({ elapsedTime: 300 }).where(eq(activities.id, activity));
    expect((await resultOf(first()))?.result).toBe(4_099);
    await day.decide(race, 'reopening', { reason: 'The monitor corrected itself' });
    expect((await resultOf(first()))?.result).toBe(3_000);
    expect((await day.full(race)).attempts.filter(({ activity: id }) => id === activity)).toHaveLength(2);
  });

  async function officially() {
    const { version } = await day.race(race);
    return day.call('POST', `/races/${race}/official`, { action: randomUUIDv7(), version });
  }

  test('two athletes sit on each other’s ergs: they are swapped before a race, and after one with the times of the ergs', async () => {
    const pair = { lanes: [first(), second()] };
    const swapped = await day.decide(race, 'swaps', pair);
    expect(swapped.lanes.find(({ lane }) => lane === second())?.entry).toBe(lanes[0]?.entry);
    await started();
    await day.act(race, 'finish');
    await day.enterByHand(race, first(), { tenths: 4_100 });
    await day.enterByHand(race, second(), { tenths: 4_200 });
    const { version } = await day.race(race);
    const after = { action: randomUUIDv7(), version, ...pair, times: 'withLanes' };
    expect(refusal(await day.call('POST', `/races/${race}/swaps`, after))).toBe('400 bad_request');
    await day.decide(race, 'swaps', { ...pair, times: 'withLanes', reason: 'Wrong seats' });
    const { race: now, attempts } = await day.full(race);
    expect(now.lanes.find(({ entry }) => entry === lanes[0]?.entry)).toMatchObject({
      lane: first(),
      result: 4_100,
    });
    expect(attempts.find(({ lane }) => lane === first())?.entry).toBe(lanes[0]?.entry);
  });

  test('the server’s clock goes back an hour: no figure changes, and none is lost', async () => {
    const running = await started();
    nowMs -= 3_600_000;
    await day.row(running, ben.user._id, 405.26);
    expect((await resultOf(first()))?.result).toBe(4_053);
    nowMs += 3_600_000;
    expect((await day.race(race)).state).toBe('running');
    expect((await resultOf(first()))?.result).toBe(4_053);
  });

  test('a false start reaches both pages in the room, with the session in which the race continues', async () => {
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const pages = [await open.into(session, ben), await open.into(session, ada)];
    await day.act(race, 'arm');
    const { run } = await day.act(race, 'start');
    const rowMs = Date.parse(run?.start?.rowAt ?? '');
    nowMs = rowMs + 100;
    const early = { rowingSince: new Date(rowMs - 50), completedAt: undefined };
    await day.row({ ...called, run }, ben.user._id, 0.1, early);
    const told = Promise.all(
      pages.map((page) =>
        page.next(liveEvents.raceChanged, (message) => RaceChangedSchema.parse(message).run.number === 2),
      ),
    );
    expect((await day.now()).race?.run?.stopped).toMatchObject({ kind: 'falseStart', lanes: [first()] });
    const again = await day.act(race, 'runs');
    for (const message of await told) {
      expect(RaceChangedSchema.parse(message)).toMatchObject({
        room: session,
        state: 'called',
        run: again.run,
      });
    }
    expect(again.run?.session).not.toBe(session);
    expect((await day.now(ben)).mine).toMatchObject([{ lane: first(), session: again.run?.session }]);
  });

  test('the next start ends workouts begun before a false start: its athletes can begin again, and keep their meters', async () => {
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const begin = async (as: Person, of: string) =>
      app().call('POST', '/api/activities', {
        as,
        body: { user: as.user._id, session: of, workoutItemIndex: 0 },
      });
    expect((await begin(ben, session)).status).toBe(200);
    await day.act(race, 'arm');
    const { run } = await day.act(race, 'start');
    const rowMs = Date.parse(run?.start?.rowAt ?? '');
    nowMs = rowMs + 100;
    const early = { distance: 4, rowingSince: new Date(rowMs - 50), completedAt: undefined };
    const rowed = await day.row({ ...called, run }, cas.user._id, 1.2, early);
    await day.act(race, 'stop', { falseStartLanes: [first()] });
    const again = await day.act(race, 'runs');
    const stored = () => database().db.select().from(activities);
    expect(await stored()).toMatchObject([
      { id: rowed, isCompleted: true, isPartial: true, distance: 4, elapsedTime: 1.2 },
    ]);
    for (const one of [ben, cas]) expect((await begin(one, again.run?.session ?? '')).status).toBe(200);
    expect(await stored()).toHaveLength(3);
  });

  test('when the pages learn of the next start, every row of the false start has ended', async () => {
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const page = await open.into(session, ada);
    await day.act(race, 'arm');
    const { run } = await day.act(race, 'start');
    nowMs = Date.parse(run?.start?.rowAt ?? '') + 100;
    const begun = { distance: 4, rowingSince: null, completedAt: undefined };
    for (let index = 0; index < 12; index += 1) {
      const athlete = await buildUser(database().db);
      await day.row({ ...called, run }, athlete._id, 1.2, begun);
    }
    await day.act(race, 'stop', { falseStartLanes: [first()] });
    const inProgress = page
      .next(liveEvents.raceChanged, (message) => RaceChangedSchema.parse(message).run.number === 2)
      .then(() => database().db.$count(activities, eq(activities.isCompleted, false)));
    await day.act(race, 'runs');
    expect(await inProgress).toBe(0);
  });

  test('everyone with the key reads names as the club chose, but no ids of users and no weigh-ins', async () => {
    const key = await day.makePage();
    await started();
    await day.act(race, 'finish');
    await day.enterByHand(race, first(), { tenths: 4_100 });
    await day.enterByHand(race, second(), { tenths: 4_200, penaltyTenths: 50 });
    await day.decide(race, 'provisional');
    const page = await day.page(key);
    expect(page.categories[0]?.rows).toMatchObject([
      { place: 1, name: 'Ben Rower', score: 4_100, medal: null },
      { place: 2, name: 'G.', score: 4_250, gap: 150, penaltyTenths: 50 },
    ]);
    const now = (await app().call('GET', `/api/races/pages/${key}/now`)).body;
    expect(raceResults.pageNow.response.parse(now).last).toHaveLength(1);
    const text = JSON.stringify([page, now]);
    expect(text).not.toContain(ben.user._id);
    expect(text).not.toMatch(/weigh/i);
    const csv = await app().call('GET', `/api/races/pages/${key}/file`);
    expect(csv.headers['content-type']).toContain('text/csv');
    await day.ok('DELETE', `/races/events/${day.event}/page`);
    expect((await app().call('GET', `/api/races/pages/${key}`)).status).toBe(404);
  });

  test('a start list is compared first, and stored as it was compared', async () => {
    const text = 'Heat,Lane,Name,Bib,Club\n1,3,Ben Rower,7,Harbour\n1,4,Zoë New,8,Harbour\n';
    const given = { fileName: 'list.csv', file: Buffer.from(text).toString('base64') };
    const url = `/races/events/${day.event}/start-list`;
    const preview = startLists.preview.response.parse(await day.ok('POST', `${url}/preview`, given));
    expect(preview.lines.map(({ change }) => change)).toEqual(['changed', 'new']);
    expect(preview.missing.map(({ name }) => name)).toEqual(['Guest']);
    expect((await day.whole()).entries).toHaveLength(2);
    const { digest } = preview;
    const whole = startLists.apply.response.parse(
      await day.ok('POST', url, { ...given, digest, seats: true }),
    );
    expect(whole.entries.map(({ name, bib }) => [name, bib])).toEqual(
      expect.arrayContaining([
        ['Ben Rower', '7'],
        ['Zoë New', '8'],
        ['Guest', ''],
      ]),
    );
    expect(whole.races[0]?.lanes.filter(({ entry }) => entry !== null).map(({ lane }) => lane)).toEqual([
      3, 4,
    ]);
    expect(refusal(await day.call('POST', url, { ...given, digest, seats: true }))).toBe('409 race_changed');
    const rac = await day.call('GET', `/races/${whole.races[0]?._id}/start-list?format=rac`);
    expect(rac.headers['content-type']).toContain('text/plain');
  });

  test('a start list changes nothing of an entry with an official race, as its form does, and the preview shows it', async () => {
    await started();
    await day.act(race, 'finish');
    const [one, other] = (await day.whole()).entries;
    for (const lane of [first(), second()]) {
      const { attempts } = await day.enterByHand(race, lane, { tenths: 4_100 + lane });
      const own = attempts.find((attempt) => attempt.lane === lane);
      await day.ok('PUT', `/races/events/${day.event}/judges/${cas.user._id}`);
      await day.ok('POST', `/races/${race}/confirmations`, { attempts: [own?._id] }, cas);
    }
    await day.decide(race, 'provisional');
    const url = `/races/events/${day.event}/start-list`;
    const text = 'Name,Bib,Club,Seed\nBen Rower,7,Harbour,6:10.0\nGuest,,,\nZoë New,8,Harbour,\n';
    const given = { fileName: 'list.csv', file: Buffer.from(text).toString('base64') };
    const read = async () => startLists.preview.response.parse(await day.ok('POST', `${url}/preview`, given));
    const before = await read();
    expect(before.lines.map(({ change, refusal }) => [change, refusal])).toEqual([
      ['changed', undefined],
      ['same', undefined],
      ['new', undefined],
    ]);
    await day.decide(race, 'official');
    const apply = (digest: string) => day.call('POST', url, { ...given, digest, seats: false });
    expect(refusal(await apply(before.digest))).toBe('409 race_changed');
    const preview = await read();
    expect(preview.lines.map(({ change, refusal }) => [change, refusal])).toEqual([
      ['refused', 'official'],
      ['same', undefined],
      ['new', undefined],
    ]);
    const stored = startLists.apply.response.parse((await apply(preview.digest)).body);
    const kept = stored.entries.filter(({ name }) => name !== 'Zoë New');
    expect(kept).toEqual([one, other]);
    expect(stored.entries).toHaveLength(3);
    const patched = await day.call('PATCH', `/races/entries/${one?._id}`, { bib: '7' });
    expect(refusal(patched)).toBe('409 race_official');
  });

  test('a start list moves no entry that sits in a race to another category', async () => {
    const other = randomUUIDv7();
    const rules = { ...(await day.whole()).categories[0]?.rules };
    await day.ok('POST', `/races/events/${day.event}/categories`, { _id: other, name: 'Women 2k', rules });
    const url = `/races/events/${day.event}/start-list`;
    const given = {
      fileName: 'list.csv',
      file: Buffer.from('Name,Bib,Category\nBen Rower,7,Women 2k\n').toString('base64'),
    };
    const preview = startLists.preview.response.parse(await day.ok('POST', `${url}/preview`, given));
    expect(preview.lines).toMatchObject([{ change: 'refused', refusal: 'seated' }]);
    const { digest } = preview;
    const before = (await day.whole()).entries;
    const stored = startLists.apply.response.parse(
      await day.ok('POST', url, { ...given, digest, seats: false }),
    );
    expect(stored.entries).toEqual(before);
  });

  test('a start list replaces no race that has been called', async () => {
    await day.act(race, 'call');
    const url = `/races/events/${day.event}/start-list`;
    const text = 'Heat,Lane,Name\n1,3,Ben Rower\n1,4,Guest\n';
    const given = { fileName: 'list.csv', file: Buffer.from(text).toString('base64') };
    const { digest } = startLists.preview.response.parse(await day.ok('POST', `${url}/preview`, given));
    const refused = await day.call('POST', url, { ...given, digest, seats: true });
    expect(refusal(refused)).toBe('400 bad_request');
    expect(refused.body).toMatchObject({ message: expect.stringContaining('has been called') });
    expect((await day.call('POST', url, { ...given, digest, seats: false })).status).toBe(200);
  });

  test('a start list brings seed times, and members of the club, whom a race then calls', async () => {
    const url = `/races/events/${day.event}/start-list`;
    const previewOf = async (text: string) => {
      const given = { fileName: 'list.csv', file: Buffer.from(text).toString('base64') };
      const answer = await day.ok('POST', `${url}/preview`, given);
      return { given, preview: startLists.preview.response.parse(answer) };
    };
    const { given, preview } = await previewOf(
      'Name;Club;Seed\nben rower;;6:35,0\nCas Control;;7:05,3\nZoë New;Lake;7:10,0\n',
    );
    expect(preview.lines.map(({ change, member, seedTenths }) => [change, member, seedTenths])).toEqual([
      ['changed', undefined, 3_950],
      ['new', cas.user._id, 4_253],
      ['new', undefined, 4_300],
    ]);
    expect(preview.lines[0]?.differences).toContainEqual({ field: 'seed', from: '6:40.0', to: '6:35.0' });
    const { digest } = preview;
    const whole = startLists.apply.response.parse(
      await day.ok('POST', url, { ...given, digest, seats: false }),
    );
    expect(whole.entries.map(({ name, user, seedTenths }) => [name, user?._id ?? null, seedTenths])).toEqual(
      expect.arrayContaining([
        ['Cas Control', cas.user._id, 4_253],
        ['Zoë New', null, 4_300],
      ]),
    );
    const again = await previewOf('Name;Club\nCas Control;\n');
    expect(again.preview.lines.map(({ change, member }) => [change, member])).toEqual([['same', undefined]]);
  });

  test('a line of another club, or with the name of two lines, is for no member', async () => {
    const text = 'Name;Bib;Club\nCas Control;11;Lakeside Rowers\nAda Admin;12;\nAda Admin;13;\n';
    const answer = await day.ok('POST', `/races/events/${day.event}/start-list/preview`, {
      fileName: 'list.csv',
      file: Buffer.from(text).toString('base64'),
    });
    const { lines } = startLists.preview.response.parse(answer);
    expect(lines.map(({ member }) => member)).toEqual([undefined, undefined, undefined]);
  });
});

import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { raceDay } from '@boathouse/contract/races/day';
import { raceResults } from '@boathouse/contract/races/results';
import { writeVraResults } from '@boathouse/racing/start-lists';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { rulesOf2k } from './factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('results of a race day', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let ada: Person;
  let jo: Person;
  let club: string;

  beforeAll(async () => {
    ada = await app().signUp('Ada Admin');
    jo = await app().signUp('Jo Judge');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    club = await buildClub(database().db, { ownerId: ada.user._id });
    await buildMembership(database().db, { clubId: club, userId: jo.user._id, role: 0 });
  });

  const setUp = async (more: object = {}, rules: object = {}) => {
    const day = await new RaceDay(app(), database().db, ada, club).setUp(more, rules);
    await day.ok('PUT', `/races/events/${day.event}/judges/${jo.user._id}`);
    return day;
  };
  /** Enters the athletes with their times in tenths, and makes their race official. */
  const official = async (day: RaceDay, times: readonly [name: string, tenths: number, more?: object][]) => {
    for (const [name, seedTenths, more = {}] of times) await day.enter(name, { seedTenths, ...more });
    const [race] = await day.draw();
    const lanes = race?.lanes ?? [];
    const { entries } = await day.whole();
    const id = race?._id ?? '';
    for (const [name, tenths] of times) {
      const entry = entries.find((one) => one.name === name)?._id;
      const lane = lanes.find((one) => one.entry === entry)?.lane ?? 0;
      await day.enterByHand(id, lane, { tenths });
    }
    const { attempts } = await day.full(id);
    await day.ok('POST', `/races/${id}/confirmations`, { attempts: attempts.map(({ _id }) => _id) }, jo);
    await day.decide(id, 'provisional');
    await day.decide(id, 'official');
    return id;
  };
  const rowsOf = async (day: RaceDay) => (await day.results()).categories[0]?.rows ?? [];

  test('come after the list of the club, which has the number of entries of each day', async () => {
    const empty = await setUp({ day: '2026-05-01' });
    const day = await setUp({ day: '2026-05-02' });
    for (const name of ['Ann', 'Bea']) await day.enter(name);
    const listed = await day.ok('GET', `/clubs/${club}/races`);
    expect(listed).toMatchObject([
      { _id: day.event, entryCount: 2 },
      { _id: empty.event, entryCount: 0 },
    ]);
  });

  test('have medals by the rule of the event', async () => {
    const day = await setUp();
    const medals = { places: 3, minStarters: 1, isOneFewer: true };
    await day.ok('PATCH', `/races/events/${day.event}`, { medals });
    expect((await day.whole()).medals).toEqual(medals);
    await official(day, [
      ['Ann', 4_200],
      ['Bea', 4_100],
      ['Cleo', 4_300],
    ]);
    const shown = async () => (await rowsOf(day)).map(({ name, medal }) => [name, medal]);
    expect(await shown()).toEqual([
      ['Bea', 1],
      ['Ann', 2],
      ['Cleo', null],
    ]);
    await day.ok('PATCH', `/races/events/${day.event}`, { medals: { ...medals, minStarters: 4 } });
    expect((await shown()).map(([, medal]) => medal)).toEqual([null, null, null]);
  });

  test('results that are official are reopened only by an admin, with a reason, and have no medals and records until then', async () => {
    const former = await setUp({ day: '2025-05-02' });
    await official(former, [['Bea', 4_150]]);
    const day = await setUp();
    const race = await official(day, [
      ['Ann', 4_200],
      ['Bea', 4_100],
    ]);
    const [best] = await rowsOf(day);
    expect(best).toMatchObject({ medal: 1, records: [{ of: 'event', isOverall: true, isEqual: false }] });
    const { version } = await day.race(race);
    const ask = (reason: string, as = ada) =>
      day.call('POST', `/races/${race}/reopening`, { action: randomUUIDv7(), version, reason }, as);
    expect((await ask('', ada)).status).toBe(400);
    expect((await ask('Wrong lane', jo)).status).toBe(403);
    expect((await ask('Wrong lane')).status).toBe(200);
    expect((await rowsOf(day))[0]).toMatchObject({ medal: null, records: [], isOfficial: false });
    expect(await day.logged()).toContainEqual(expect.objectContaining({ text: 'Reopened: Wrong lane' }));
    await day.decide(race, 'official');
    expect((await rowsOf(day))[0]).toMatchObject({ medal: 1, records: best?.records });
  });

  test('set no record on the first race day of a category, or if an earlier one was faster', async () => {
    const first = await setUp({ day: '2024-05-02' });
    await official(first, [['Bea', 4_000]]);
    expect((await rowsOf(first))[0]?.records).toEqual([]);
    const slower = await setUp({ day: '2025-05-02' });
    await official(slower, [['Bea', 4_010]]);
    expect((await rowsOf(slower))[0]?.records).toEqual([]);
    const equal = await setUp({ day: '2026-05-02' });
    await official(equal, [['Cleo', 4_000]]);
    expect((await rowsOf(equal))[0]?.records).toEqual([{ of: 'event', isOverall: true, isEqual: true }]);
  });

  test('results of members are records of the club if its tests allow that', async () => {
    const day = await setUp();
    await day.enter('Ada Admin', { user: ada.user._id, seedTenths: 4_000 });
    await day.enter('Jo Judge', { user: jo.user._id, seedTenths: 4_100 });
    const [drawn] = await day.draw();
    const id = drawn?._id ?? '';
    await day.takeControl();
    const race = await day.start(id);
    nowMs = Date.parse(race.run?.start?.rowAt ?? '') + 500_000;
    const activity = await day.row(race, ada.user._id, 400, { workout: '2000 m' });
    await day.row(race, jo.user._id, 410, { workout: '2000 m' });
    expect((await day.race(id)).state).toBe('finished');
    await day.decide(id, 'provisional');
    await day.decide(id, 'official');
    const found = (await rowsOf(day)).map(({ name, records }) => [name, records]);
    expect(found).toEqual([
      ['Ada Admin', [{ of: 'club', isOverall: true, isEqual: false }]],
      ['Jo Judge', []],
    ]);
    const key = await day.makePage();
    const page = JSON.stringify(await day.page(key));
    expect(page).not.toContain(activity);
    expect(page).not.toContain(ada.user._id);
  });

  test('are ranked by a handicap, and keep the raw time beside it', async () => {
    const day = await setUp({}, { handicap: { kind: 'mastersAge' } });
    await official(day, [
      ['Old', 4_300, { birthYear: 1974 }],
      ['Young', 4_100, { birthYear: 2000 }],
    ]);
    expect((await rowsOf(day)).map((row) => [row.name, row.place, row.score, row.adjusted, row.gap])).toEqual(
      [
        ['Old', 1, 4_300, 4_030, 0],
        ['Young', 2, 4_100, 4_100, 70],
      ],
    );
    const body = {
      rules: { ...rulesOf2k, piece: { kind: 'time', amount: 240 }, handicap: { kind: 'mastersAge' } },
    };
    const other = { _id: randomUUIDv7(), name: 'Four minutes', ...body };
    expect((await day.call('POST', `/races/events/${day.event}/categories`, other)).status).toBe(400);
  });

  test('have their categories in the order of the event', async () => {
    const day = await setUp();
    for (const name of ['Women', 'Men']) {
      await day.ok('POST', `/races/events/${day.event}/categories`, {
        _id: randomUUIDv7(),
        name,
        rules: rulesOf2k,
      });
    }
    const names = async () => (await day.whole()).categories.map(({ name }) => name);
    expect(await names()).toEqual(['Open 2k', 'Women', 'Men']);
    const men = (await day.whole()).categories.at(-1)?._id;
    await day.ok('PATCH', `/races/categories/${men}`, { position: 0 });
    expect(await names()).toEqual(['Men', 'Open 2k', 'Women']);
    await day.ok('PATCH', `/races/categories/${men}`, { position: 40 });
    expect(await names()).toEqual(['Open 2k', 'Women', 'Men']);
    expect((await day.results()).categories.map(({ name }) => name)).toEqual(['Open 2k', 'Women', 'Men']);
  });

  test('results from a file are shown first, seated by hand if the file is wrong, and stored once', async () => {
    const day = await setUp();
    for (const name of ['Ann Oar', 'Bea Blade']) await day.enter(name, { seedTenths: 4_000 });
    const [drawn] = await day.draw();
    const id = drawn?._id ?? '';
    const lanes = drawn?.lanes.filter(({ entry }) => entry !== null).map(({ lane }) => lane) ?? [];
    const [one = 0, two = 0] = lanes;
    const result = { place: 1, meters: 2_000, bib: '', className: '' };
    const text = writeVraResults({
      name: 'Flight 1',
      meters: 2_000,
      results: [
        { ...result, tenths: 4_111, name: 'OTHER NAME', lane: one },
        { ...result, place: 2, tenths: 4_222, name: 'STRANGER', lane: 40 },
      ],
    });
    const file = Buffer.from(text).toString('base64');
    const send = (more: object, as = ada) =>
      day.call(
        'POST',
        `/races/${id}/result-file`,
        {
          action: randomUUIDv7(),
          fileName: 'flight1.txt',
          file,
          isPreview: true,
          ...more,
        },
        as,
      );
    const read = async (more: object) => raceDay.enterFile.response.parse((await send(more)).body);
    expect((await read({})).lines.map(({ lane, tenths }) => [lane, tenths])).toEqual([
      [one, 4_111],
      [null, 4_222],
    ]);
    const seats = [{ line: 1, lane: two }];
    const seated = await read({ seats });
    expect(seated.lines.map(({ lane }) => lane)).toEqual([one, two]);
    expect(seated.lines[0]?.differs).toMatch(/Ann Oar|Bea Blade/);
    expect((await day.full(id)).attempts).toEqual([]);
    const twice = await send({ seats: [{ line: 1, lane: one }], isPreview: false });
    expect(problemOf(twice)).toMatchObject({ status: 400 });
    expect((await send({ seats: [{ line: 0, lane: 40 }] })).status).toBe(404);
    const action = randomUUIDv7();
    await send({ seats, action, isPreview: false });
    await send({ seats, action, isPreview: false });
    const { attempts, race, open } = await day.full(id);
    expect(attempts.map(({ source, tenths }) => [source, tenths])).toEqual([
      ['file', 4_111],
      ['file', 4_222],
    ]);
    expect(race.lanes.filter(({ needsConfirmation }) => needsConfirmation)).toHaveLength(2);
    // Only confirmations are missing: the button says that it is not provisional yet.
    expect(open.every((point) => point.includes('must confirm'))).toBe(true);
  });

  test('results of a protest have its decision and the reason', async () => {
    const day = await setUp();
    const race = await official(day, [['Ann', 4_200]]);
    const { version } = await day.race(race);
    await day.ok('POST', `/races/${race}/reopening`, {
      action: randomUUIDv7(),
      version,
      reason: 'A protest',
    });
    const noted = raceDay.protest.response.parse(
      await day.ok('POST', `/races/${race}/protests`, { action: randomUUIDv7(), lane: null, text: 'Noise' }),
    );
    const body = { outcome: 'rejected', text: 'The rules allow it' };
    await day.ok('PUT', `/races/${race}/protests/${noted.protests[0]?._id}`, body);
    expect((await day.full(race)).protests[0]?.decision).toMatchObject(body);
  });

  test('results of the previous race day are found by account, or by name and club', async () => {
    const former = await setUp({ day: '2025-05-02', title: 'Club sprints 2025' });
    await official(former, [
      ['Ada A.', 4_050, { user: ada.user._id }],
      ['Guest', 4_000, { club: 'Elsewhere' }],
    ]);
    const day = await setUp();
    const own = await day.enter('Ada Admin', { user: ada.user._id });
    const guest = await day.enter('guest', { club: 'elsewhere' });
    await day.enter('Guest', { club: 'Another club' });
    const answer = await day.ok('GET', `/races/events/${day.event}/before`, undefined, jo);
    expect(raceResults.before.response.parse(answer)).toEqual([
      {
        category: day.category,
        event: { _id: former.event, title: 'Club sprints 2025', day: '2025-05-02' },
        winner: { name: 'Guest', club: 'Elsewhere', score: 4_000 },
        entries: expect.arrayContaining([
          { entry: own._id, place: 2, score: 4_050 },
          { entry: guest._id, place: 1, score: 4_000 },
        ]),
      },
    ]);
  });
});

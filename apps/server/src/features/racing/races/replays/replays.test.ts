import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { raceResults } from '@boathouse/contract/races/results';
import { eq } from 'drizzle-orm';
import { users } from '../../../../db/tables.ts';
import { onEachDatabase } from '../../../../../test/support/databases.ts';
import { RaceDay } from '../../../../../test/support/race-day.ts';
import { useTestApp, type Person } from '../../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../../clubs/clubs/factory.ts';
import { buildStrokes, strokeOf } from '../../../training/strokes/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('the replay on the public page of a race day', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let ada: Person;
  let ben: Person;
  let cas: Person;
  let day: RaceDay;
  let race: string;
  let key: string;

  beforeAll(async () => {
    ada = await app().signUp('Ada Admin');
    ben = await app().signUp('Ben Hidden');
    cas = await app().signUp('Cas Young');
    const { db } = database();
    await db.update(users).set({ visibility: 'me' }).where(eq(users.id, ben.user._id));
    await db.update(users).set({ visibility: 'everyone' }).where(eq(users.id, cas.user._id));
  });
  beforeEach(async () => {
    nowMs = noonMs;
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    for (const { user } of [ben, cas]) {
      await buildMembership(database().db, { clubId: club, userId: user._id, role: 0 });
    }
    day = await new RaceDay(app(), database().db, ada, club).setUp();
    await day.enter('Ben Hidden', { user: ben.user._id, birthYear: 1990 });
    await day.enter('Cas Young', { user: cas.user._id, birthYear: 2010 });
    await day.enter('Guest Grown', { birthYear: 1980 });
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    key = await day.makePage();
    await day.takeControl();
  });

  const replay = async (of = race) => app().call('GET', `/api/races/pages/${key}/replays/${of}`);
  const read = async () => raceResults.pageReplay.response.parse((await replay()).body);
  const isOffered = async () => (await day.page(key)).races[0]?.hasReplay;
  const strokes = Array.from({ length: 4 }, (_, index) =>
    strokeOf({
      number: index + 1,
      elapsedTime: 100 * (index + 1),
      distance: 490 * (index + 1),
      heartRate: 171,
      peakForce: 612,
    }),
  );
  /** Both members row, and the race ends with the guest's entered time. */
  const rowed = async () => {
    const running = await day.start(race);
    nowMs = Date.parse(running.run?.start?.rowAt ?? '') + 500_000;
    const ids = [await day.row(running, ben.user._id, 405.2), await day.row(running, cas.user._id, 411.4)];
    await buildStrokes(database().db, ids[0] ?? '', strokes);
    await day.act(race, 'finish');
    const { lanes } = await day.race(race);
    const open = lanes.find(({ entry, result }) => entry !== null && result === null)?.lane ?? 0;
    await day.enterByHand(race, open, { tenths: 4_300 });
    return ids;
  };

  test('is there with the published result, with the names of the page and nothing of the body', async () => {
    const ids = await rowed();
    expect((await replay()).status).toBe(404);
    expect(await isOffered()).toBe(false);
    await day.decide(race, 'provisional');
    expect(await isOffered()).toBe(true);
    const { workout, rows } = await read();
    expect(workout).toBe('2000m');
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['B. H.', 'C. Y.']);
    const shown = rows.find(({ name }) => name === 'B. H.');
    expect(shown).toMatchObject({ elapsedTime: 405.2, distance: 2_000, machine: 'rower', isPartial: false });
    expect(shown?.moments.map(({ elapsedTime, distance }) => [elapsedTime, distance])).toEqual([
      [100, 490],
      [200, 980],
      [300, 1_470],
      [400, 1_960],
    ]);
    const text = JSON.stringify((await replay()).body);
    for (const hidden of [...ids, ben.user._id, 'Hidden', 'Young', '171', '612']) {
      expect(text).not.toContain(hidden);
    }
  });

  test('has only the lanes whose result that counts was rowed', async () => {
    await rowed();
    const { attempts, race: full } = await day.full(race);
    const own = full.lanes.find(({ activity }) => activity !== null)?.lane ?? 0;
    const before = attempts.length;
    const { attempts: more } = await day.enterByHand(race, own, { tenths: 4_400 });
    const entered = more.find(({ lane, source }) => lane === own && source === 'hand');
    expect(more).toHaveLength(before + 1);
    await day.ok('PUT', `/races/${race}/lanes/${own}/attempt`, {
      action: randomUUIDv7(),
      attempt: entered?._id,
      reason: 'The monitor was reset',
    });
    await day.decide(race, 'provisional');
    expect((await read()).rows.map(({ lane }) => lane)).not.toContain(own);
    expect((await read()).rows).toHaveLength(1);
  });

  test('is not there with the key of another day, or once the page is closed', async () => {
    await rowed();
    await day.decide(race, 'provisional');
    const other = await new RaceDay(app(), database().db, ada, day.club).setUp();
    const otherKey = await other.makePage();
    expect((await app().call('GET', `/api/races/pages/${otherKey}/replays/${race}`)).status).toBe(404);
    await day.ok('DELETE', `/races/events/${day.event}/page`);
    expect((await replay()).status).toBe(404);
  });
});

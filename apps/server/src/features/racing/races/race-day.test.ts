import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { raceDay } from '@boathouse/contract/races/day';
import { activities, clubMemberships } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { tenthsOf } from './day/rules.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('a whole race day', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let ada: Person;
  let judges: Person[];
  let day: RaceDay;

  beforeAll(async () => {
    ada = await app().signUp('Ada Admin');
    judges = [await app().signUp('Jo Judge'), await app().signUp('Jim Judge')];
  });
  beforeEach(async () => {
    nowMs = noonMs;
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    for (const { user } of judges) {
      await buildMembership(database().db, { clubId: club, userId: user._id, role: 0 });
    }
    day = new RaceDay(app(), database().db, ada, club);
  });

  test('a day with 40 ergs over two heats and a final has every time of its monitors, and otherwise only the times that people entered', async () => {
    const [jo, jim] = judges;
    if (!jo || !jim) throw new Error('There are two judges');
    await day.setUp({ lanes: 40 }, { progression: { kind: 'heats', heats: 2, byPlace: 8, fastest: 4 } });
    for (const { user } of judges) await day.ok('PUT', `/races/events/${day.event}/judges/${user._id}`);
    const athletes: { user: string; entry: string; rank: number }[] = [];
    for (let rank = 0; rank < 80; rank += 1) {
      const user = await buildUser(database().db, { displayName: `Athlete ${rank}` });
      await database()
        .db.insert(clubMemberships)
        .values({ id: randomUUIDv7(), clubId: day.club, userId: user._id, role: 0 });
      const entry = await day.enter(user.displayName, {
        user: user._id,
        bib: `${rank + 1}`,
        seedTenths: 3_600 + rank * 10,
      });
      athletes.push({ user: user._id, entry: entry._id, rank });
    }
    const heats = await day.draw();
    expect(heats.map(({ round, lanes }) => [round, lanes.filter(({ entry }) => entry).length])).toEqual([
      ['heat', 40],
      ['heat', 40],
    ]);
    await day.takeControl();
    const userOf = (entry: string | null) => athletes.find((one) => one.entry === entry)?.user ?? '';
    const rowed = new Map<string, { activity: string; elapsedTime: number }>();
    const late = new Set<string>();
    for (const [number, heat] of heats.entries()) {
      // Hundredths as the monitor sends them. Ranks 3 and 4 of both heats have the same tenth, at the limit of the
      // fastest others.
      let race = await day.start(heat._id);
      nowMs = Date.parse(race.run?.start?.rowAt ?? '') + 500;
      if (number === 0) {
        // A false start: the lane moves 0.2 s before ROW, and everyone rows again in another session.
        const [first] = race.lanes;
        const rowAtMs = Date.parse(race.run?.start?.rowAt ?? '');
        await day.row(race, userOf(first?.entry ?? null), 1, {
          completedAt: undefined,
          rowingSince: new Date(rowAtMs - 200),
          heardAt: new Date(nowMs),
        });
        const before = race.run?.session;
        race = await day.race(heat._id);
        expect(race.state).toBe('falseStart');
        expect(race.run?.stopped).toMatchObject({ kind: 'falseStart', lanes: [first?.lane] });
        await day.act(heat._id, 'runs');
        await day.act(heat._id, 'arm');
        race = await day.act(heat._id, 'start');
        expect(race.run?.session).not.toBe(before);
        nowMs = Date.parse(race.run?.start?.rowAt ?? '') + 500;
      }
      for (const { lane, entry } of race.lanes) {
        const rank = athletes.findIndex((one) => one.entry === entry);
        // The 10th of both heats needs the same tenth; the monitors' hundredths differ.
        const tied = rank === 19 || rank === 20 || rank === 21;
        const elapsedTime = tied
          ? 370.01 + number * 0.02
          : 360 + rank * 0.5 + (rank > 21 ? 5 : 0) + lane * 0.001;
        if (number === 0 && rank === 12) {
          late.add(entry ?? '');
          continue;
        }
        const activity = await day.row(race, userOf(entry), elapsedTime);
        rowed.set(entry ?? '', { activity, elapsedTime });
      }
      nowMs += 400_000;
      if (number === 0) {
        // A lane without data: the race ends without it, and two people enter its time.
        const dead = race.lanes.find(({ entry }) => late.has(entry ?? ''));
        expect((await day.race(heat._id)).lanes.find(({ lane }) => lane === dead?.lane)?.state).toBe(
          'noData',
        );
        await day.act(heat._id, 'finish');
        const { attempts } = await day.enterByHand(heat._id, dead?.lane ?? 0, { tenths: 3_661 }, jo);
        const own = attempts.find(({ source }) => source === 'hand');
        const confirm = { attempts: [own?._id] };
        expect((await day.call('POST', `/races/${heat._id}/confirmations`, confirm, jo)).status).toBe(403);
        await day.ok('POST', `/races/${heat._id}/confirmations`, confirm, jim);
      }
      expect((await day.race(heat._id)).state).toBe('finished');
      await day.decide(heat._id, 'provisional');
      expect((await day.full(heat._id)).open).toEqual([]);
      await day.decide(heat._id, 'official');
    }
    const stored = new Map(
      (await database().db.select().from(activities)).map((activity) => [activity.id, activity.elapsedTime]),
    );
    // A table of lane, monitor and official time.
    let compared = 0;
    for (const heat of heats) {
      const { race, attempts } = await day.full(heat._id);
      for (const { lane, entry, result } of race.lanes) {
        const known = rowed.get(entry ?? '');
        if (known === undefined) {
          expect(late.has(entry ?? '')).toBe(true);
          expect(result).toBe(3_661);
          continue;
        }
        const valid = attempts.find((attempt) => attempt.isValid && attempt.lane === lane);
        expect(valid?.activity).toBe(known.activity);
        expect(result).toBe(tenthsOf(stored.get(known.activity) ?? 0));
        compared += 1;
      }
    }
    expect(compared).toBe(79);

    const advance = raceDay.advance.response.parse(
      await day.ok('GET', `/races/categories/${day.category}/advance`),
    );
    expect(advance.openHeats).toBe(0);
    expect(advance.tied.length).toBeGreaterThan(1);
    expect(advance.entries.length).toBeGreaterThan(20);
    // The referee chooses one of the tied athletes.
    const [chosen] = advance.tied;
    const finalists = advance.entries.filter((entry) => entry === chosen || !advance.tied.includes(entry));
    const drawn = { action: randomUUIDv7(), entries: finalists };
    const final = raceDay.drawFinal.response.parse(
      await day.ok('POST', `/races/categories/${day.category}/final`, drawn),
    );
    await day.ok('POST', `/races/events/${day.event}/publish`);
    const race = await day.start(final._id);
    nowMs = Date.parse(race.run?.start?.rowAt ?? '') + 500;
    const seated = race.lanes.filter(({ entry }) => entry !== null);
    for (const [index, { entry }] of seated.entries()) {
      await day.row(race, userOf(entry), 355.55 + index);
    }
    nowMs += 500_000;
    expect((await day.race(final._id)).state).toBe('finished');
    // Two athletes sat on each other's ergs: the official swaps them after the race, and each keeps their own page's
    // time.
    const [one, other] = seated;
    const lanes = [one?.lane, other?.lane];
    const resultsBefore = (await day.race(final._id)).lanes;
    const swapped = await day.decide(final._id, 'swaps', { lanes, reason: 'Sat on each other’s ergs' });
    const of = (all: typeof resultsBefore, entry: string | null | undefined) =>
      all.find((lane) => lane.entry === entry);
    expect(of(swapped.lanes, one?.entry)).toMatchObject({
      lane: other?.lane,
      result: of(resultsBefore, one?.entry)?.result,
    });
    await day.decide(final._id, 'provisional');
    await day.decide(final._id, 'official');

    const [category] = (await day.results()).categories;
    expect(category?.state).toBe('official');
    expect(category?.rows).toHaveLength(80);
    expect(category?.rows.slice(0, 3).map(({ medal, round }) => [medal, round])).toEqual([
      [1, 'final'],
      [2, 'final'],
      [3, 'final'],
    ]);
    expect(category?.rows[seated.length]?.place).toBe(seated.length + 1);
    expect((await day.logged()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['draw', 'falseStart', 'rerow', 'attempt', 'confirm', 'swap', 'official']),
    );
  });
});

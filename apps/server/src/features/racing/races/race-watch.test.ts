import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { liveEvents } from '@boathouse/contract/live';
import { RaceChangedSchema } from '@boathouse/contract/live/races';
import type { Race } from '@boathouse/contract/races/race';
import { activities, raceAttempts, raceLog, races } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { TestApp, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from '../../training/activities/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('a race that no page looks at', (database) => {
  let nowMs = noonMs;
  const clock = { nowMs: () => nowMs };
  const app = useTestApp(database, {}, undefined, clock);
  let address: string;
  const open = usePages(() => address);
  let ada: Person;
  let ben: Person;
  let day: RaceDay;
  let race: string;
  let lane: number;

  beforeAll(async () => {
    address = await app().listen();
    ada = await app().signUp('Ada Admin');
    ben = await app().signUp('Ben Rower');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    await database().db.delete(activities);
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    await buildMembership(database().db, { clubId: club, userId: ben.user._id, role: 0 });
    day = await new RaceDay(app(), database().db, ada, club).setUp();
    await day.enter('Ben Rower', { user: ben.user._id });
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    lane = drawn?.lanes.find(({ entry }) => entry !== null)?.lane ?? 0;
    await day.takeControl();
  });

  // Read from the tables, because a request would settle the race itself.
  const state = async () => (await database().db.select().from(races).where(eq(races.id, race)))[0]?.state;
  const attempts = () => database().db.select().from(raceAttempts).where(eq(raceAttempts.raceId, race));
  const linesOf = async (kind: string) =>
    (await database().db.select().from(raceLog).where(eq(raceLog.raceId, race))).filter(
      (line) => line.kind === kind,
    );
  const rowMsOf = ({ run }: Race) => Date.parse(run?.start?.rowAt ?? '');
  const begin = async (session: string) => {
    const body = { user: ben.user._id, session, workoutItemIndex: 0 };
    const begun = await app().call('POST', '/api/activities', { as: ben, body });
    return String(Reflect.get(Object(begun.body), '_id'));
  };

  test('is stopped by the first stroke before ROW, and its room is notified', async () => {
    const session = (await day.act(race, 'call')).run?.session ?? '';
    const page = await open.into(session, ben);
    const activity = await begin(session);
    await day.act(race, 'arm');
    const started = await day.act(race, 'start');
    nowMs = rowMsOf(started) - 100;
    const heard = page.next(
      liveEvents.raceChanged,
      (message) => RaceChangedSchema.parse(message).run.stopped !== null,
    );
    const sample = { ...liveSample(1), phase: 'rowing' as const, elapsedTime: 0.4, distance: 1 };
    await page.ask(liveEvents.sample, { activity, sample });
    expect(RaceChangedSchema.parse(await heard)).toMatchObject({
      state: 'falseStart',
      run: { stopped: { kind: 'falseStart', lanes: [lane] } },
    });
    expect(await state()).toBe('falseStart');
    expect(await linesOf('falseStart')).toHaveLength(1);
  });

  test('is shown in its present state to a page that enters its room during the start, and to no page of another session', async () => {
    const started = await day.start(race);
    const session = started.run?.session ?? '';
    nowMs = rowMsOf(started) - 500;
    const page = await open(ben);
    const heard = page.next(liveEvents.raceChanged);
    await page.ask(liveEvents.joinRoom, { user: ben.user._id, room: session });
    expect(RaceChangedSchema.parse(await heard)).toMatchObject({
      room: session,
      race,
      state: 'started',
      run: { start: started.run?.start },
    });
    const read = await app().call('GET', `/api/sessions/${session}`, { as: ben });
    expect(read.body).toMatchObject({ isRace: true });
    const other = await buildSession(database().db, { hostUserId: ben.user._id });
    const otherPage = await open.into(other, ben);
    await otherPage.ask(liveEvents.leaveRoom, { room: other });
    expect(otherPage.messages.map(({ event }) => event)).not.toContain(liveEvents.raceChanged);
    expect((await app().call('GET', `/api/sessions/${other}`, { as: ben })).body).not.toHaveProperty(
      'isRace',
    );
  });

  test('has its result when the monitor’s comes, and is finished with the last one', async () => {
    const called = await day.act(race, 'call');
    const session = called.run?.session ?? '';
    const activity = await begin(session);
    await day.act(race, 'arm');
    const started = await day.act(race, 'start');
    nowMs = rowMsOf(started) + 400_000;
    await app().call('PATCH', `/api/activities/${activity}/complete`, {
      as: ben,
      body: { distance: 2_000, elapsedTime: 399.96 },
    });
    await app().services.raceWatch.whenIdle();
    expect(await attempts()).toMatchObject([{ activityId: activity, tenths: 4_000, outcome: 'finished' }]);
    expect(await state()).toBe('finished');
  });

  test('has each result once, even if several processes look at the same time, or after a restart', async () => {
    const started = await day.start(race);
    nowMs = rowMsOf(started) + 400_000;
    await day.row(started, ben.user._id, 399.96);
    const processes = await Promise.all(
      [1, 2, 3].map(() => TestApp.on(database(), {}, undefined, undefined, undefined, clock)),
    );
    await Promise.all(processes.map(({ services }) => services.raceWatch.check()));
    await Promise.all(processes.map((process) => process.close()));
    expect(await attempts()).toHaveLength(1);
    expect(await linesOf('result')).toHaveLength(1);
    expect(await state()).toBe('finished');
    const version = (await database().db.select().from(races).where(eq(races.id, race)))[0]?.version;
    await app().services.raceWatch.check();
    expect((await database().db.select().from(races).where(eq(races.id, race)))[0]?.version).toBe(version);
  });

  test('finishes by time if officials have taken every lane out before ROW', async () => {
    const started = await day.start(race);
    await day.ok('PATCH', `/races/${race}/lanes/${lane}`, { action: randomUUIDv7(), state: 'dns' });
    expect(await state()).toBe('started');
    nowMs = rowMsOf(started) + 1;
    await app().services.raceWatch.check();
    expect(await state()).toBe('finished');
  });

  test('is looked at for a day and a half, and not longer', async () => {
    const started = await day.start(race);
    await day.row(started, ben.user._id, 399.96);
    nowMs = rowMsOf(started) + 37 * 3_600_000;
    await app().services.raceWatch.check();
    expect(await attempts()).toHaveLength(0);
    app().services.raceWatch.note([started.run?.session ?? '']);
    await app().services.raceWatch.whenIdle();
    expect(await attempts()).toHaveLength(1);
  });

  test('is looked at again after the database has failed', async () => {
    const started = await day.start(race);
    nowMs = rowMsOf(started) + 400_000;
    await day.row(started, ben.user._id, 399.96);
    const { db } = database();
    const failing = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('The database is away'));
    const { raceWatch } = app().services;
    raceWatch.note([started.run?.session ?? '']);
    await raceWatch.whenIdle();
    failing.mockRestore();
    expect(await attempts()).toHaveLength(0);
    expect(app().errors.splice(0)).toHaveLength(1);
    await raceWatch.check();
    expect(await attempts()).toHaveLength(1);
  });

  test('is not changed by other sessions', async () => {
    const other = await buildActivity(database().db, { userId: ben.user._id, distance: 10 });
    app().services.raceWatch.note([other]);
    await app().services.raceWatch.whenIdle();
    expect(await state()).toBe('published');
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents } from '@boathouse/contract/live';
import { newId } from '../../../db/ids.ts';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { TestApp, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { TestPage, usePages } from '../../../../test/support/test-page.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from './factory.ts';
import { updateFromSamples } from './store.ts';

onEachDatabase('stored live values', (database) => {
  const app = useTestApp(database);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let sessionId: string;
  let activityId: string;

  beforeAll(async () => {
    address = await app().listen();
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    sessionId = await buildSession(database().db, { hostUserId: ann.user._id });
    activityId = await buildActivity(database().db, {
      userId: ann.user._id,
      sessionId,
      heardAt: new Date('2026-05-01T06:00:00Z'),
    });
  });

  async function stored(id = activityId) {
    const [row] = await database().db.select().from(activities).where(eq(activities.id, id));
    return row;
  }
  const sampleOf = (distance: number) => ({ ...liveSample(distance), distance, elapsedTime: distance / 4 });
  const receivedAt = new Date('2026-05-01T06:10:00Z');

  test('are the values of the newest sample, a little after it arrived', async () => {
    const page = await open.into(sessionId, ann);
    for (const distance of [10, 20, 30]) {
      await page.ask(liveEvents.sample, { activity: activityId, sample: sampleOf(distance) });
    }
    const { strokeRate, heartRate, currentPace, averagePace, isSimulated } = sampleOf(30);
    const source = isSimulated ? 'simulated' : 'monitor';
    await vi.waitFor(
      async () =>
        expect(await stored()).toMatchObject({
          distance: 30,
          elapsedTime: 7.5,
          strokeRate,
          heartRate,
          currentPace,
          averagePace,
          source,
          isCompleted: false,
        }),
      { timeout: 10_000 },
    );
    expect((await stored())?.heardAt.getTime()).toBeGreaterThan(receivedAt.getTime());
  });

  test('are stored before the server stops', async () => {
    const stopping = await TestApp.on(database());
    const page = await TestPage.open(await stopping.listen(), { as: ann });
    await page.ask(liveEvents.joinRoom, { user: ann.user._id, room: sessionId });
    await page.ask(liveEvents.sample, { activity: activityId, sample: sampleOf(40) });
    expect(await stored()).toMatchObject({ distance: 0 });
    await stopping.close();
    expect(await stored()).toMatchObject({ distance: 40 });
  });

  test('change nothing in a completed activity, and skip a deleted one', async () => {
    const other = await buildActivity(database().db, {
      userId: (await app().signUp('Ben')).user._id,
      sessionId,
      heardAt: new Date('2026-05-01T06:00:00Z'),
    });
    const result = { distance: 2_000, elapsedTime: 480 };
    await app().call('PATCH', `/api/activities/${activityId}/complete`, { as: ann, body: result });
    const before = await stored();
    await updateFromSamples(
      database().db,
      new Map([activityId, other, newId()].map((id) => [id, { sample: sampleOf(50), receivedAt }])),
    );
    expect(await stored()).toEqual(before);
    expect(await stored(other)).toMatchObject({ distance: 50, heardAt: receivedAt });
  });

  test('wait less than the 3 s that the server’s figures may be behind', () => {
    expect(liveLimits.sampleStoreMs + liveLimits.sampleMs).toBeLessThan(3_000);
  });
});

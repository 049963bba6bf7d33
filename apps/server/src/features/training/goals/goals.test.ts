import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { addToDays } from '../statistics/index.ts';

onEachDatabase('a goal of meters', (database) => {
  // A Wednesday.
  const wednesdayMs = Date.UTC(2026, 10, 25, 12);
  let nowMs = wednesdayMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    const rowed = { userId: ann.user._id, elapsedTime: 600, totalCalories: 100 };
    await addToDays(database().db, [
      { ...rowed, day: '2026-10-31', distance: 9_000, source: 'monitor', machine: 'rower' },
      { ...rowed, day: '2026-11-21', distance: 500, source: 'monitor', machine: 'rower' },
      { ...rowed, day: '2026-11-22', distance: 2_000, source: 'monitor', machine: 'slides' },
      { ...rowed, day: '2026-11-23', distance: 6_000, source: 'simulated', machine: 'rower' },
      { ...rowed, day: '2026-11-24', distance: 1_000, source: 'monitor', machine: 'rower' },
    ]);
  });
  beforeEach(async () => {
    nowMs = wednesdayMs;
    await call('DELETE');
  });

  const call = (method: 'GET' | 'PUT' | 'DELETE', body?: unknown, timeZone = 'UTC') =>
    app().call(method, `/api/users/${ann.user._id}/goal?timeZone=${timeZone}`, {
      as: ann,
      ...(body === undefined ? {} : { body }),
    });

  test('is set, replaced and removed, with the meters rowed in its period', async () => {
    expect(await call('GET')).toMatchObject({ status: 200, body: null });
    const week = { period: 'week', meters: 20_000, from: '2026-11-22', to: '2026-11-28', rowedMeters: 3_000 };
    expect((await call('PUT', { period: 'week', meters: 20_000 })).body).toEqual(week);
    expect((await call('GET')).body).toEqual(week);
    expect((await call('PUT', { period: 'month', meters: 80_000 })).body).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      rowedMeters: 3_500,
    });
    const season = { period: 'season', meters: 500_000, from: '2026-10-01', to: '2026-11-23' };
    expect((await call('PUT', season)).body).toEqual({ ...season, rowedMeters: 11_500 });
    expect((await call('DELETE')).body).toBeNull();
    expect((await call('DELETE')).body).toBeNull();
    expect((await call('GET')).body).toBeNull();
  });

  test("uses the week from the first day of the user's weeks", async () => {
    const choose = (firstDay: string) =>
      app().call('PATCH', `/api/users/${ann.user._id}/firstDay`, { as: ann, body: { firstDay } });
    await call('PUT', { period: 'week', meters: 20_000 });
    await choose('Monday');
    expect((await call('GET')).body).toMatchObject({
      from: '2026-11-23',
      to: '2026-11-29',
      rowedMeters: 1_000,
    });
    await choose('Sunday');
    expect((await call('GET')).body).toMatchObject({ from: '2026-11-22', rowedMeters: 3_000 });
  });

  test("uses the week of the user's own day", async () => {
    // Saturday noon in UTC.
    nowMs = Date.UTC(2026, 10, 21, 12);
    expect((await call('PUT', { period: 'week', meters: 1 })).body).toMatchObject({ from: '2026-11-15' });
    expect((await call('GET', undefined, 'Pacific/Kiritimati')).body).toMatchObject({ from: '2026-11-22' });
  });

  test.each([
    [{ period: 'week', meters: 0 }],
    [{ period: 'week', meters: 1.5 }],
    [{ period: 'year', meters: 1_000 }],
    [{ period: 'week', meters: 1_000, from: '2026-10-01', to: '2026-11-01' }],
    [{ period: 'season', meters: 1_000 }],
    [{ period: 'season', meters: 1_000, from: '2026-10-02', to: '2026-10-01' }],
    [{ period: 'season', meters: 1_000, from: '2026-10-01', to: '2029-10-01' }],
  ])('refuses %o', async (goal) => {
    expect((await call('PUT', goal)).status).toBe(400);
    expect((await call('GET')).body).toBeNull();
  });
});

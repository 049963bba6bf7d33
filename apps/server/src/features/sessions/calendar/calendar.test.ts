import ICAL from 'ical.js';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { calendar } from '@boathouse/contract/sessions/calendar';
import { clubMemberships, sessions, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { testListenUrl } from '../../../../test/support/test-identity.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../sessions/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the events of an iCalendar file, as a program of another author reads it. */
function eventsOf(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
    };
  });
}

onEachDatabase('the calendar address of a user', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let ann: Person;
  let ben: Person;
  let clubId: string;
  let key: string;
  const db = () => database().db;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
    clubId = await buildClub(db(), { ownerId: ben.user._id, name: 'Harbour RC' });
  });
  beforeEach(async () => {
    // Each test has a new key, whose reads are counted separately.
    nowMs += 1_000;
    await db().delete(sessions);
    await db().delete(clubMemberships).where(eq(clubMemberships.userId, ann.user._id));
    key = await newKey();
  });

  const path = () => `/api/users/${ann.user._id}/calendar`;
  const newKey = async () =>
    calendar.create.response.parse((await app().call('POST', path(), { as: ann })).body).key;
  const read = (query = '', headers: Record<string, string> = {}) =>
    app().app.http.inject({ url: `/api/calendars/${key}${query}`, headers });
  const titles = async (query = '') => eventsOf((await read(query)).body).map(({ summary }) => summary);
  const schedule = (given: Partial<Parameters<typeof buildSession>[1]> = {}) =>
    buildSession(db(), { hostUserId: ann.user._id, startAt: new Date(noonMs + dayMs), ...given });

  test('has a session with its hour in UTC, its items and its link, without a login', async () => {
    const title = `Long; steady, "state"\\ ${'Übung 🚣 '.repeat(12)}`.trim();
    const id = await schedule({ title, workoutItems: ['4 x 500m / 1:00 rest', 'Cool down'] });
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(eventsOf(answer.body)).toEqual([
      {
        uid: id,
        summary: title,
        description: `4 x 500m / 1:00 rest\nCool down\nHosted by Ann\n${testListenUrl}/sessions/${id}`,
        start: '2026-05-02T12:00:00.000Z',
        end: '2026-05-02T13:00:00.000Z',
        sequence: 0,
        status: 'CONFIRMED',
        url: `${testListenUrl}/sessions/${id}`,
      },
    ]);
    for (const line of answer.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('has the same event with a higher sequence after a change, canceled once it is deleted', async () => {
    const id = await schedule();
    const edited = { startAt: new Date(noonMs + 2 * dayMs).toISOString() };
    await app().call('PATCH', `/api/sessions/${id}`, { as: ann, body: edited });
    expect(eventsOf((await read()).body)).toMatchObject([
      { uid: id, sequence: 1, start: '2026-05-03T12:00:00.000Z', status: 'CONFIRMED' },
    ]);
    await app().call('DELETE', `/api/sessions/${id}`, { as: ann });
    expect(eventsOf((await read()).body)).toMatchObject([
      { uid: id, sequence: 2, status: 'CANCELLED', description: null, url: null },
    ]);
  });

  test('is not sent again to a program that has it, and is sent after a change', async () => {
    await schedule();
    const { etag } = (await read()).headers;
    expect(etag).toMatch(/^W\/".+"$/);
    const same = await read('', { 'if-none-match': `"other", ${String(etag)}` });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await schedule({ title: 'Another' });
    expect((await read('', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  test('has the sessions that its owner may read now: a membership that ends removes its sessions', async () => {
    await schedule({ title: 'Own', startAt: new Date(noonMs + hourMs) });
    await schedule({ title: 'Of the club', hostUserId: ben.user._id, clubId });
    await schedule({ title: "Another's", hostUserId: ben.user._id });
    expect(await titles()).toEqual(['Own']);
    await buildMembership(db(), { clubId, userId: ann.user._id, role: -1 });
    expect(await titles()).toEqual(['Own']);
    await db().update(clubMemberships).set({ role: 0 }).where(eq(clubMemberships.userId, ann.user._id));
    expect(await titles()).toEqual(['Own', 'Of the club']);
    expect(await titles(`?club=${clubId}`)).toEqual(['Of the club']);
    await db().delete(clubMemberships).where(eq(clubMemberships.userId, ann.user._id));
    expect(await titles()).toEqual(['Own']);
    const ofClub = await read(`?club=${clubId}`);
    expect([ofClub.statusCode, eventsOf(ofClub.body)]).toEqual([200, []]);
    expect(ofClub.body).not.toContain('Harbour RC');
  });

  test("has another host's session that its owner will attend, as long as its link opens it", async () => {
    const id = await schedule({ title: 'By link', hostUserId: ben.user._id });
    await app().call('PUT', `/api/sessions/${id}/attendance`, { as: ann });
    expect(await titles()).toEqual(['By link']);
    await app().call('PATCH', `/api/sessions/${id}`, { as: ben, body: { isAccessibleByLink: false } });
    expect(await titles()).toEqual([]);
  });

  test('ends with a new key, and when it is switched off', async () => {
    const stored = async () => (await app().call('GET', path(), { as: ann })).body;
    expect(await stored()).toEqual({ createdAt: new Date(nowMs).toISOString() });
    const before = key;
    key = await newKey();
    expect((await read()).statusCode).toBe(200);
    expect((await app().app.http.inject({ url: `/api/calendars/${before}` })).statusCode).toBe(404);
    await app().call('DELETE', path(), { as: ann });
    expect((await read()).statusCode).toBe(404);
    expect(await stored()).toEqual({ createdAt: null });
  });

  test('is closed while the account is locked', async () => {
    const lock = (lockedAt: Date | null) =>
      db().update(users).set({ lockedAt }).where(eq(users.id, ann.user._id));
    await lock(new Date(nowMs));
    expect((await read()).statusCode).toBe(404);
    await lock(null);
    expect((await read()).statusCode).toBe(200);
  });

  test('refuses a program that asks without a pause', async () => {
    for (let index = 0; index < 60; index += 1) expect((await read()).statusCode).toBe(200);
    const refused = await read();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    nowMs += 10_000;
    expect((await read()).statusCode).toBe(200);
  });
});

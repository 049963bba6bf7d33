// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { sessions, type NewSession, type Session } from '@boathouse/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi, NetworkError } from '../api.ts';
import { forgetOthers, keepAnswers } from '../kept/answers.ts';
import { actAs } from '../server/login-state.ts';
import { callOrKeep } from './call-or-keep.ts';
import { forgetEntriesOf, readWaiting, removeEntry } from './outbox.ts';
import { sendBefore } from './send.ts';

const userId = '019a0000-0000-7000-8000-000000000001';
const session: Session = {
  _id: '019a0000-0000-7000-8000-000000000002',
  title: 'After work',
  hostUser: { _id: userId, displayName: 'Ann', iconURL: null },
  startAt: '2025-11-21T18:00:00.000Z',
  isAccessibleByLink: false,
  club: null,
  workoutItems: ['2000m', '500m'],
};
const earlier = { ...session, _id: '019a0000-0000-7000-8000-000000000003', title: 'Before breakfast' };
const byId = () => callApi(sessions.byId, { params: { id: session._id } });

/** The server: unavailable, or with these statuses by method and path. */
let statuses: Record<string, number> | null;
let asked: string[];

beforeEach(() => {
  actAs('ann');
  statuses = null;
  asked = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (statuses === null) throw new TypeError('Failed to fetch');
    asked.push(`${method} ${url}`);
    const status = statuses[`${method} ${url}`] ?? 404;
    const problem = { code: 'not_found', message: 'No such club', errorId: 'e' };
    const body = status === 200 ? session : problem;
    return new Response(JSON.stringify(body), { status, headers: { 'api-version': '6' } });
  });
});
afterEach(async () => {
  await forgetEntriesOf('ann');
  await forgetOthers(null);
  actAs(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function schedule() {
  const { title, startAt, isAccessibleByLink, workoutItems, _id } = session;
  const body: NewSession & { _id: string } = {
    _id,
    title,
    startAt,
    isAccessibleByLink,
    workoutItems,
    hostUser: userId,
  };
  const described = { key: _id, words: 'The workout “After work”', makes: session };
  expect(await callOrKeep(sessions.create, { body }, described)).toBeNull();
}

test('a session that waits opens without the server, and is empty', async () => {
  await expect(byId()).rejects.toThrow(NetworkError);
  await schedule();
  expect(await byId()).toEqual(session);
  expect(await callApi(sessions.activities, { params: { id: session._id } })).toEqual([[], []]);
});

test('it is in the lists of its day and month, together with read data, and not in those of others', async () => {
  const listOf = (query: { year: string; month: string; day?: string }) =>
    callApi(sessions.ofUser, { params: { id: userId }, query: { ...query, sparse: '0', timeZone: 'UTC' } });
  const url = `/api/sessions/user/${userId}?year=2025&month=11`;
  await keepAnswers(
    'ann',
    [
      { url: `${url}&day=21&sparse=0&timeZone=UTC`, body: [earlier] },
      { url: `${url}&day=22&sparse=0&timeZone=UTC`, body: [] },
      { url: `${url}&sparse=0&timeZone=UTC`, body: [earlier] },
    ],
    Date.parse(session.startAt),
  );
  await schedule();
  const day = { year: '2025', month: '11', day: '21' };
  expect(await listOf(day)).toEqual([earlier, session]);
  expect(await listOf({ ...day, day: '22' })).toEqual([]);
  expect(await listOf({ year: '2025', month: '11' })).toEqual([earlier, session]);
});

test('a 404 removes a session from the page only if the server had stored it before', async () => {
  await schedule();
  statuses = {};
  expect(await byId()).toEqual(session);
  statuses = { 'POST /api/sessions': 200, [`GET /api/sessions/${session._id}`]: 200 };
  expect(await sendBefore(session._id)).toBe(true);
  expect(await readWaiting('ann')).toEqual([]);
  statuses = {};
  await expect(byId()).rejects.toMatchObject({ status: 404 });
});

test('entries that need it wait for it, until the server has stored or refused it', async () => {
  await schedule();
  expect(await sendBefore(session._id)).toBe(false);
  statuses = { 'POST /api/sessions': 503 };
  expect(await sendBefore(session._id)).toBe(false);
  statuses = { 'POST /api/sessions': 404 };
  expect(await sendBefore(session._id)).toBe(true);
  expect(await readWaiting('ann')).toMatchObject([{ refusal: 'No such club.' }]);
  expect(asked).toEqual(['POST /api/sessions', 'POST /api/sessions']);
});

test('a discarded one disappears from the pages', async () => {
  await schedule();
  for (const entry of await readWaiting('ann')) await removeEntry(entry);
  await expect(byId()).rejects.toThrow(NetworkError);
});

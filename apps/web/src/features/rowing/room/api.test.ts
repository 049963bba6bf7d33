import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query.ts';
import { activitiesOfSession, changeActivities } from './api.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';

const client = createQueryClient();
const sessionId = 'session';
let fetches = 0;
let isDown = false;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  fetches = 0;
  isDown = false;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => {
    fetches += 1;
    return Promise.resolve(isDown ? new Response('', { status: 403 }) : Response.json([[]]));
  });
});

afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('[SESS-8] the activities are polled every 7 s also while events change them', async () => {
  const stop = new QueryObserver(client, activitiesOfSession(sessionId)).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches).toBe(1);
  for (let second = 1; second <= 28; second += 1) {
    changeActivities(client, sessionId, { activities: [buildActivity()], discarded: [] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([second, fetches]).toEqual([second, 1 + Math.floor(second / 7)]);
  }
  stop();
});

test('[SESS-8] a poll that fails is followed by the next after 7 s', async () => {
  const stop = new QueryObserver(client, activitiesOfSession(sessionId)).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  isDown = true;
  await vi.advanceTimersByTimeAsync(7_000);
  expect(fetches).toBe(2);
  changeActivities(client, sessionId, { activities: [buildActivity()], discarded: [] });
  await vi.advanceTimersByTimeAsync(6_900);
  expect(fetches).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(fetches).toBe(3);
  stop();
});

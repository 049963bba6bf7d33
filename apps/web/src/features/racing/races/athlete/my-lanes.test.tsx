// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../../test/now.ts';
import { buildCategory, rules } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { idOf } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { MyLanes } from './my-lanes.tsx';

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  cleanUp();
  vi.useRealTimers();
});

const mine = {
  race: idOf(501),
  category: 'Women 2k',
  round: 'heat',
  number: 3,
  lane: 5,
  startsAt: '2026-05-02T08:00:00.000Z',
  state: 'published',
  laneState: 'entered',
  session: null,
} as const;

const show = (parts: Partial<Parameters<typeof MyLanes>[0]['mine'][number]>, isStale = false) =>
  openPage(
    <MyLanes event={server.event} mine={[{ ...mine, ...parts }]} isStale={isStale} loadedMs={nowMs()} />,
    '/day',
  );

test('an athlete sees the lane and the time, and nothing to press before the call', () => {
  show({});
  expect(screen.getByRole('region', { name: 'Your races' }).textContent).toContain('Lane5');
  expect(screen.getByText('You will be called here.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a called athlete taps once: the lane is set to here, and the session of the run opens', async () => {
  const router = show({ state: 'called', session: idOf(9) });
  fireEvent.click(screen.getByRole('button', { name: 'Heat 3, lane 5: tap here' }));
  expect(router.state.location.pathname).toBe(`/sessions/${idOf(9)}`);
  await waitFor(() =>
    expect(server.asked('PATCH', `/api/races/${idOf(501)}/lanes/5`)[0]?.body).toMatchObject({
      state: 'here',
    }),
  );
});

test('an athlete whose data is lost keeps rowing, and one whose server is unreachable asks an official', () => {
  show({ state: 'running', laneState: 'noData', session: idOf(9) }, true);
  expect(screen.getByText('Keep rowing: your monitor counts.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(
    "The server can't be reached. Ask an official whether your race is called.",
  );
});

/** A race at 10:00 in Berlin, with a limit of 61.5 kg. */
const lightweight = [buildCategory({ rules: { ...rules, maxWeight: 615 } })];

test('a lightweight athlete reads when to weigh in, by the clock of the race day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-02T05:00:00Z') });
  server.event = { ...server.event, categories: lightweight };
  show({});
  expect(screen.getByText('Weigh in from 8:00 AM to 9:00 AM.')).toBeTruthy();
});

test('an athlete of an open category is not asked to weigh in, nor is one whose time for it has ended', () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-02T05:00:00Z') });
  show({});
  expect(screen.queryByText(/Weigh in/)).toBeNull();
  cleanUp();
  vi.setSystemTime(Date.parse('2026-05-02T07:00:01Z'));
  server.event = { ...server.event, categories: lightweight };
  show({});
  expect(screen.getByText('You will be called here.')).toBeTruthy();
  expect(screen.queryByText(/Weigh in/)).toBeNull();
});

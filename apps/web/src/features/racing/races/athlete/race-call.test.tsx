// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bodyOf } from '../../../../../test/every-page.ts';
import { stubApi } from '../../../../../test/fake-api.ts';
import { nowMs } from '../../../../../test/now.ts';
import { idOf } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { formatTime } from '../../../../lib/format.ts';
import { cameToRace, forgetInvitation, keepInvitation } from '../../../../lib/invitation.ts';
import { RaceCall } from './race-call.tsx';

afterEach(() => {
  cleanUp();
  forgetInvitation();
});

const mine = {
  event: idOf(500),
  eventTitle: 'Club sprints',
  timeZone: 'Europe/Berlin',
  race: idOf(501),
  category: 'Women 2k',
  round: 'heat',
  number: 3,
  lane: 5,
  startsAt: '2026-05-02T08:00:00.000Z',
  state: 'called',
  laneState: 'entered',
  session: idOf(9),
} as const;

const asked: string[] = [];
const show = (lanes: object[]) => {
  asked.length = 0;
  stubApi((path) => {
    asked.push(path);
    return path === '/api/races/mine' ? lanes : bodyOf(path);
  });
  return openPage(<RaceCall />, '/dashboard');
};
const isAsked = () => waitFor(() => expect(asked).toContain('/api/races/mine'));
const section = () => screen.queryByRole('region', { name: 'Your race is called' });

test('a called race leads to its erg by one press', async () => {
  const router = show([{ ...mine, race: idOf(502), state: 'published', session: null }, mine]);
  fireEvent.click(await screen.findByRole('button', { name: 'Heat 3, lane 5: tap here' }));
  expect(router.state.location.pathname).toBe(`/sessions/${idOf(9)}`);
});

test('the time of a call is that of the clock at the race day, wherever the athlete is', async () => {
  const startsAt = new Date(nowMs() + 3_600_000).toISOString();
  show([{ ...mine, startsAt, timeZone: 'Pacific/Kiritimati' }]);
  const time = formatTime(startsAt, 'Pacific/Kiritimati');
  expect(time).not.toBe(formatTime(startsAt));
  expect((await screen.findByRole('region', { name: 'Your race is called' })).textContent).toContain(time);
});

test.each([
  ['without a race', []],
  ['before the call', [{ ...mine, state: 'published', session: null }]],
  ['after the result', [{ ...mine, state: 'running', laneState: 'finished' }]],
  ['in a race that is over', [{ ...mine, state: 'finished', laneState: 'noData' }]],
  ['for an athlete who was taken out', [{ ...mine, laneState: 'dns' }]],
])('%s nothing is shown', async (_, lanes) => {
  show(lanes);
  await isAsked();
  await new Promise((resolve) => setTimeout(resolve));
  expect(section()).toBeNull();
});

test('a guest who had to sign up first finds the way to the code, until they dismiss it', async () => {
  keepInvitation({ pathname: '/race', hash: '' });
  const router = show([]);
  expect(screen.getByText('You came to row in a race.')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Enter your code' }));
  expect(router.state.location.pathname).toBe('/race');
  cleanUp();
  show([]);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('You came to row in a race.')).toBeNull();
  expect(cameToRace()).toBe(false);
});

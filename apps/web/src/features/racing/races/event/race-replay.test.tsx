// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { buildEvent, buildLane, buildRace } from '../../../../../test/races/factory.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { RaceReplay } from './race-replay.tsx';

afterEach(cleanUp);

const race = buildRace(1, {
  state: 'official',
  lanes: [buildLane(1, { entry: idOf(401), activity: idOf(900) }), buildLane(2, { entry: idOf(402) })],
});
const open = () =>
  openPage(<RaceReplay event={buildEvent({ races: [race] })} race={race} session={idOf(10)} />, '/day');
const rowed = (isCompleted: boolean) => ({ ...buildActivity({ _id: idOf(900) }), isCompleted });

test('a race that was rowed here has a replay', async () => {
  stubReplies(() => ({ body: [[rowed(true)]] }));
  open();
  expect(await screen.findByRole('button', { name: 'Replay' })).toBeTruthy();
});

test('a race whose results were entered has none', async () => {
  const api = stubReplies(() => ({ body: [[rowed(false)]] }));
  open();
  await expect.poll(() => api.calls.some(({ path }) => path.endsWith('/activities'))).toBe(true);
  expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull();
});

test('rows that could not be loaded are loaded again', async () => {
  let isDown = true;
  stubReplies(() => (isDown ? refusal(500, 'No.', 'internal') : { body: [[rowed(true)]] }));
  open();
  expect(await screen.findByText("The rows of this race couldn't be loaded.")).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Replay' })).toBeTruthy();
});

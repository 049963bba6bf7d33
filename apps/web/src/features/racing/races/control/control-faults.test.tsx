// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildEvent, buildRace } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { createFakeRooms } from '../../../../../test/room/fake-rooms.tsx';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { RaceControlPage } from './control-page.tsx';
import { ControlTools } from './control-tools.tsx';

const lost = "The server can't be reached. Check your connection and try again.";
const hang = () => new Promise<undefined>(() => {});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  cleanUp();
  sessionStorage.clear();
});

const button = (name: string) => screen.findByRole('button', { name });
const race = () => {
  const [first] = server.event.races;
  if (first === undefined) throw new Error('The day has a race');
  return first;
};

test('a step that gets no response ends with a sentence, and the race is shown as the server has it', async () => {
  const { Provider } = createFakeRooms();
  const control = (
    <Provider>
      <RaceControlPage />
    </Provider>
  );
  openAs(
    mara,
    [
      { path: '/races/:eventID/control', element: control },
      { path: '*', element: null },
    ],
    `/races/${server.event._id}/control`,
  );
  fireEvent.click(await button('Take the race control'));
  await screen.findByText('You have the race control');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const path = `POST /api/races/${race()._id}/call`;
  server.replies[path] = hang;
  fireEvent.click(await button('Call the athletes'));
  await waitFor(() => expect(server.asked('POST', `/api/races/${race()._id}/call`)).toHaveLength(1));
  // The server has called them; only its response is lost.
  server.change(race(), { state: 'called' });
  await pass(15_000);
  await waitFor(() => expect(toasts()).toEqual([{ title: lost, isError: true }]));
  expect(await button('Arm the race')).toBeTruthy();
});

test('a result by hand that gets no response is entered once, however often the official presses', async () => {
  server.event = buildEvent({ races: [buildRace(1, { state: 'finished' })] });
  const full = { race: race(), attempts: [], protests: [], open: [] };
  openPage(
    <ControlTools event={server.event} race={race()} full={full} device={idOf(9)} holder={{ kind: 'own' }} />,
    '/control',
  );
  const path = `/api/races/${race()._id}/attempts`;
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Enter result' }));
  const type = (time: string) =>
    fireEvent.change(screen.getByLabelText('Time on the monitor'), { target: { value: time } });
  fireEvent.click(screen.getByRole('button', { name: 'Enter by hand' }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.replies[`POST ${path}`] = hang;
  type('7:05.3');
  press();
  await pass(15_000);
  expect((await screen.findByRole('alert')).textContent).toBe(lost);
  press();
  await pass(15_000);
  type('7:05.4');
  press();
  await waitFor(() => expect(server.asked('POST', path)).toHaveLength(3));
  const [first, second, third] = server.asked('POST', path).map(({ body }) => body['action']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

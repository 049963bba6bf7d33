// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildEvent, buildRace } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { createFakeRooms } from '../../../../../test/room/fake-rooms.tsx';
import { buildPerson, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { RaceControlPage } from './control-page.tsx';

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  cleanUp();
  sessionStorage.clear();
});

function open() {
  const { Provider } = createFakeRooms();
  const element = (
    <Provider>
      <RaceControlPage />
    </Provider>
  );
  return openAs(
    mara,
    [
      { path: '/races/:eventID/control', element },
      { path: '*', element: null },
    ],
    `/races/${server.event._id}/control`,
  );
}

const race = () => within(screen.getByRole('region', { name: 'The race' }));
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const first = () => {
  const [one] = server.event.races;
  if (one === undefined) throw new Error('The day has a race');
  return one;
};

describe('the race control', () => {
  test('takes a race from the call to the official result with one button', async () => {
    open();
    await press('Take the race control');
    await screen.findByText('You have the race control');
    for (const step of ['Call the athletes', 'Arm the race', 'Start']) await press(step);
    await button('Starting…');
    server.change(first(), { state: 'running' });
    await waitFor(() => button('End the race'), { timeout: 5_000 });
    for (const step of ['End the race', 'Publish as provisional', 'Make it official']) await press(step);
    await waitFor(() => expect(first().state).toBe('official'));
    expect(server.changes().map(({ path }) => path.split('/').at(-1))).toEqual([
      'control',
      'call',
      'arm',
      'start',
      'finish',
      'provisional',
      'official',
    ]);
    expect(await button('The day is done')).toBeTruthy();
  });

  test('shows who has it, and takes it over only after a question', async () => {
    const user = buildPerson(2, 'Ben Scull');
    const control = { user, device: user._id, since: '2026-05-02T07:30:00.000Z' };
    server.event = buildEvent({ control });
    open();
    expect(await screen.findByText('Ben Scull')).toBeTruthy();
    expect(race().getByText('Take the race control over first.')).toBeTruthy();
    await press('Call the athletes');
    expect(server.changes()).toEqual([]);
    await press('Take over');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Take over' }));
    expect(await screen.findByText('You have the race control')).toBeTruthy();
    expect(server.asked('PUT', `/api/races/events/${server.event._id}/control`)[0]?.body).toMatchObject({
      takeOver: true,
    });
  });

  test('shows the present race and a message when another official was first', async () => {
    open();
    await press('Take it');
    await button('Call the athletes');
    server.change(first(), { state: 'called' });
    await press('Call the athletes');
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'Another official was first. The page shows the race as it is now.', isError: true },
      ]),
    );
    expect(await button('Arm the race')).toBeTruthy();
  });

  test('names the lane of a false start with one press, and then prepares the next start', async () => {
    server.event = buildEvent({ races: [buildRace(1, { state: 'started' })] });
    open();
    await press('Take it');
    await press('False start of lane 2');
    await button('Prepare the next start');
    const [stopped] = server.asked('POST', `/api/races/${first()._id}/stop`);
    expect(stopped?.body).toMatchObject({ falseStartLanes: [2] });
  });

  test('stops at once with S, but not while the user is typing', async () => {
    server.event = buildEvent({ races: [buildRace(1, { state: 'running' })] });
    open();
    await press('Take it');
    await button('Stop (S)');
    fireEvent.keyDown(document.body, { key: 's' });
    await button('Prepare the next start');
    expect(server.asked('POST', `/api/races/${first()._id}/stop`)[0]?.body).toMatchObject({
      falseStartLanes: [],
    });
  });

  test('does not end a race with lanes still rowing without a question', async () => {
    const lanes = buildRace(1).lanes.map((lane) =>
      lane.entry === null ? lane : { ...lane, state: 'noData' as const },
    );
    server.event = buildEvent({ races: [buildRace(1, { state: 'running', lanes })] });
    open();
    await press('Take it');
    await press('End the race');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('3 lanes have no result yet. Late results still count.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'End the race' }));
    await button('Publish as provisional');
  });

  test('keeps the result provisional while something is missing, and names it', async () => {
    server.event = buildEvent({
      races: [buildRace(1, { state: 'provisional', provisionalAt: '2026-05-02T08:10:00.000Z' })],
    });
    server.open = ['Lane 2 has no result'];
    open();
    expect(await screen.findByText('Lane 2 has no result')).toBeTruthy();
    await press('Make it official');
    expect(server.changes()).toEqual([]);
  });
});

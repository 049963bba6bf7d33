// @vitest-environment happy-dom
import type { RaceInFull } from '@boathouse/contract/races/day';
import type { RaceAttempt } from '@boathouse/contract/races/race';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildEvent, buildRace } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { idOf } from '../../../../../test/people.ts';
import { refusal } from '../../../../../test/fake-api.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { ControlTools } from './control-tools.tsx';

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  server.event = buildEvent({ races: [buildRace(1, { state: 'finished' })] });
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(cleanUp);

const race = () => {
  const [first] = server.event.races;
  if (first === undefined) throw new Error('The day has a race');
  return first;
};

function show(attempts: RaceAttempt[] = [], protests: RaceInFull['protests'] = []) {
  const full = { race: race(), attempts, protests, open: [] };
  openPage(
    <ControlTools event={server.event} race={race()} full={full} device={idOf(9)} holder={{ kind: 'own' }} />,
    '/control',
  );
}

const attempt = (parts: Partial<RaceAttempt> = {}): RaceAttempt => ({
  _id: idOf(700),
  run: 1,
  lane: 2,
  entry: idOf(402),
  source: 'hand',
  activity: null,
  tenths: 4253,
  meters: 2000,
  splits: [],
  outcome: 'finished',
  penaltyTenths: 0,
  note: '',
  enteredBy: 'Cleo Coach',
  confirmedBy: null,
  isOwn: false,
  isValid: true,
  chosen: null,
  void: null,
  createdAt: '2026-05-02T08:10:00.000Z',
  ...parts,
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('a result by hand', () => {
  test('is read as a monitor shows it, and sent once it can be read', async () => {
    show();
    press('Enter by hand');
    const dialog = within(screen.getByRole('dialog', { name: 'Enter a result by hand' }));
    type('Time on the monitor', '7:05');
    type('Time on the monitor', 'soon');
    fireEvent.click(dialog.getByRole('button', { name: 'Enter result' }));
    expect(dialog.getByText('Type a time such as 7:05.3.')).toBeTruthy();
    expect(server.changes()).toEqual([]);
    type('Time on the monitor', '7.05,3');
    type('Penalty (seconds)', '10');
    fireEvent.click(dialog.getByRole('button', { name: 'Enter result' }));
    const path = `/api/races/${race()._id}/attempts`;
    await waitFor(() => expect(server.asked('POST', path)).toHaveLength(1));
    expect(server.asked('POST', path)[0]?.body).toMatchObject({
      lane: 1,
      outcome: 'finished',
      tenths: 4253,
      penaltyTenths: 100,
    });
  });

  test('stays in the form when the server refuses it', async () => {
    const path = `/api/races/${race()._id}/attempts`;
    server.replies[`POST ${path}`] = () => refusal(409, 'The race is official', 'race_official');
    show();
    press('Enter by hand');
    type('Time on the monitor', '7:05.3');
    press('Enter result');
    expect((await screen.findByRole('alert')).textContent).toBe('The race is official');
    expect(screen.getByLabelText<HTMLInputElement>('Time on the monitor').value).toBe('7:05.3');
  });

  test('a result by hand without a time names the outcome and the reason', async () => {
    show();
    press('Enter by hand');
    type('Result', 'dsq');
    expect(screen.queryByLabelText('Time on the monitor')).toBeNull();
    type('Reason, shown with the result', 'second false start');
    press('Enter result');
    const path = `/api/races/${race()._id}/attempts`;
    await waitFor(() =>
      expect(server.asked('POST', path)[0]?.body).toMatchObject({
        outcome: 'dsq',
        tenths: null,
        note: 'second false start',
      }),
    );
  });

  test('is confirmed by another official only', async () => {
    show([attempt({ isOwn: true })]);
    const part = within(screen.getByRole('region', { name: 'Attempts' }));
    expect(part.getByText('Another official confirms it.')).toBeTruthy();
    expect(part.queryByRole('button')).toBeNull();
  });

  test('a result by hand that another official entered has one button', async () => {
    show([attempt()]);
    press('Confirm');
    await waitFor(() =>
      expect(server.asked('POST', `/api/races/${race()._id}/confirmations`)[0]?.body).toEqual({
        attempts: [idOf(700)],
      }),
    );
  });
});

test('another result of a lane counts with a reason', async () => {
  show([attempt(), attempt({ _id: idOf(701), source: 'monitor', isValid: false })]);
  press('Let it count');
  const dialog = within(screen.getByRole('dialog', { name: 'Let another result of lane 2 count' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Let it count' }));
  expect(dialog.getByText('Reason is required')).toBeTruthy();
  type(/^Reason/, 'the tablet had stopped');
  fireEvent.click(dialog.getByRole('button', { name: 'Let it count' }));
  await waitFor(() =>
    expect(server.asked('PUT', `/api/races/${race()._id}/lanes/2/attempt`)[0]?.body).toMatchObject({
      attempt: idOf(701),
      reason: 'the tablet had stopped',
    }),
  );
});

test('a protest is decided with a reason', async () => {
  const at = '2026-05-02T08:20:00.000Z';
  show([], [{ _id: idOf(800), lane: 2, text: 'Noise', by: 'Cleo Coach', at, decision: null }]);
  press('Reject');
  const dialog = within(screen.getByRole('dialog', { name: 'Reject the protest' }));
  expect(dialog.getByText('Lane 2: Noise')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByText('Decision is required')).toBeTruthy();
  type(/^Decision/, 'all lanes heard it');
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(server.asked('PUT', `/api/races/${race()._id}/protests/${idOf(800)}`)[0]?.body).toEqual({
      outcome: 'rejected',
      text: 'all lanes heard it',
    }),
  );
});

test('an official result is reopened only by an admin, with a reason', async () => {
  server.event = buildEvent({ races: [buildRace(1, { state: 'official' })] });
  show();
  press('Reopen the result');
  press('Reopen');
  expect(screen.getByText('Reason is required')).toBeTruthy();
  const path = `/api/races/${race()._id}/reopening`;
  server.replies[`POST ${path}`] = () => refusal(409, 'The race has changed', 'race_changed');
  type(/^Reason/, 'wrong lane');
  press('Reopen');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Another official was first/);
  expect(server.asked('POST', path)[0]?.body).toMatchObject({ version: 1, reason: 'wrong lane' });
  cleanUp();
  vi.stubGlobal('fetch', server.fetch);
  server.event = { ...server.event, may: { manage: false, judge: true } };
  show();
  expect(screen.queryByRole('button', { name: 'Reopen the result' })).toBeNull();
});

describe('a result file', () => {
  const line = { name: 'OTHER NAME', lane: 1, tenths: 4111, meters: 2000, differs: 'Athlete 1' };
  const path = () => `/api/races/${race()._id}/result-file`;
  const choose = async (name = 'heat.txt') => {
    press('Results from a file');
    const dialog = within(screen.getByRole('dialog', { name: 'Results from a file' }));
    fireEvent.change(dialog.getByLabelText(/^File/), { target: { files: [new File(['x'], name)] } });
    return dialog;
  };
  const bodies = () => server.asked('POST', path()).map(({ body }) => body);

  test('shows the differences and the problems by line, and stores nothing before a press', async () => {
    const problems = [{ line: 7, message: '"soon" isn\'t a time.' }];
    server.replies[`POST ${path()}`] = () => ({
      body: {
        lines: [line, { ...line, name: 'STRANGER', lane: null, tenths: null, differs: null }],
        problems,
      },
    });
    show();
    const dialog = await choose();
    expect(await dialog.findByText('Athlete 1')).toBeTruthy();
    expect(dialog.getByText('Line 7: "soon" isn\'t a time.')).toBeTruthy();
    expect(dialog.getByText('6:51.1')).toBeTruthy();
    expect(dialog.getByText('did not finish, 2,000 m')).toBeTruthy();
    type('Lane of STRANGER', '2');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ isPreview: true, seats: [{ line: 1, lane: 2 }] });
    fireEvent.click(dialog.getByRole('button', { name: 'Enter 1 result' }));
    await waitFor(() =>
      expect(bodies()[2]).toMatchObject({ isPreview: false, seats: [{ line: 1, lane: 2 }] }),
    );
  });

  test('a result file with two lines for a lane is not stored', async () => {
    server.replies[`POST ${path()}`] = () => ({ body: { lines: [line, line], problems: [] } });
    show();
    const dialog = await choose();
    expect(await dialog.findByText(/^Several lines have lane 1/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enter 2 results' }));
    expect(bodies()).toHaveLength(1);
  });

  test('stays chosen when the server refuses it', async () => {
    server.replies[`POST ${path()}`] = () => refusal(409, 'The race is official', 'race_official');
    show();
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe('The race is official');
  });
});

describe('a swap of two lanes', () => {
  test('a swap of two lanes of an armed race needs a reason, and names the version that was seen', async () => {
    show();
    press('Swap two lanes');
    type('Lane', '1');
    type('And lane', '3');
    press('Swap');
    expect(screen.getByText('Reason is required')).toBeTruthy();
    type(/^Reason/, 'sat at the wrong ergs');
    press('Swap');
    await waitFor(() =>
      expect(server.asked('POST', `/api/races/${race()._id}/swaps`)[0]?.body).toMatchObject({
        version: 1,
        lanes: [1, 3],
        times: 'withAthletes',
        reason: 'sat at the wrong ergs',
      }),
    );
  });
});

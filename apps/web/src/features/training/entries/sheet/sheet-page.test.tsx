// @vitest-environment happy-dom
import type { Sheet, SheetRow } from '@boathouse/contract/activities/entries';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, stubReplies, type Call, type FakeApi, type Reply } from '../../../../../test/fake-api.ts';
import { buildPerson, idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../../test/signed-in-page.tsx';
import { SheetPage } from './sheet-page.tsx';

const session = idOf(90);
const names = ['Ann Oar', 'Ben Scull', 'Cem Cox', 'Dora Lane'];
const figures = { machine: 'rower', strokeRate: null, heartRate: null, isPartial: false } as const;
const rows = names.map((name, index): SheetRow => ({
  user: buildPerson(index + 10, name),
  entered: null,
  // Cem's monitor has it.
  own: name === 'Cem Cox' ? { ...figures, activity: idOf(70), distance: 2_000, elapsedTime: 440 } : null,
  refusal:
    name === 'Dora Lane'
      ? { distance: 2_000, elapsedTime: 480, reason: 'Not me', refusedAt: '2026-03-01T20:00:00.000Z' }
      : null,
}));
const sheet: Sheet = { title: 'Tuesday test', workoutItems: ['2000 m', '30:00'], rows };

let api: FakeApi;
let save: (call: Call) => Reply;
beforeEach(() => {
  save = () => ({ body: { ...sheet, problems: [] } });
  api = stubReplies((call) => {
    if (call.path.startsWith('/api/users/')) return { body: mara };
    return call.method === 'GET' ? { body: sheet } : save(call);
  });
});
afterEach(cleanUp);

async function open() {
  openAs(
    mara,
    [
      { path: '/sessions/:sessionID/entries/:item', element: <SheetPage /> },
      { path: '*', element: null },
    ],
    `/sessions/${session}/entries/0`,
  );
  await screen.findByRole('table');
}
const cell = (name: string, column = 'Time') =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${column} of ${name}` });
const type = (name: string, value: string) => fireEvent.change(cell(name), { target: { value } });
const press = (key: string, more: object = {}) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key, ...more });
};
const saves = () => api.changes().map(({ body }) => body);

test('begins in the first empty cell; Enter goes down over results of monitors, and to Save after the last', async () => {
  await open();
  expect(document.activeElement).toBe(cell('Ann Oar'));
  press('Enter');
  expect(document.activeElement).toBe(cell('Ben Scull'));
  press('Enter');
  expect(document.activeElement).toBe(cell('Dora Lane'));
  press('Enter', { shiftKey: true });
  expect(document.activeElement).toBe(cell('Ben Scull'));
  press('ArrowDown');
  press('Enter');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('From the monitor')).toBeTruthy();
  expect(screen.getByText(/Refused: 2,000 m in 8:00\.0.*Not me/)).toBeTruthy();
});

test('shows the reading while the user types, and saves it once, for any number of presses', async () => {
  await open();
  type('Ann Oar', '705.3');
  expect(screen.getByText('2,000 m in 7:05.3, 1:46.3 /500 m')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 result' }));
  press('Enter', { ctrlKey: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 result' }));
  expect(await screen.findByText('1 result saved.')).toBeTruthy();
  expect(saves()).toEqual([
    {
      timeZone: expect.any(String),
      machine: 'rower',
      rows: [
        {
          user: idOf(10),
          result: { distance: 2_000, elapsedTime: 425.3, strokeRate: null, heartRate: null },
        },
      ],
    },
  ]);
});

test('saves readable values, moves to the first unreadable one, and keeps both problems and typed text', async () => {
  save = () => ({
    body: { ...sheet, problems: [{ user: idOf(11), message: 'The monitor of Ben has a result.' }] },
  });
  await open();
  type('Ann Oar', '705.3');
  type('Ben Scull', '7:20');
  type('Dora Lane', '7.05');
  fireEvent.click(screen.getByRole('button', { name: 'Save 3 results' }));
  expect(document.activeElement).toBe(cell('Dora Lane'));
  expect(await screen.findByText('1 result saved, 2 not: see the marked rows.')).toBeTruthy();
  expect(screen.getByText('The monitor of Ben has a result.')).toBeTruthy();
  expect(screen.getByText(/7\.05 can be 7:05 or seconds/)).toBeTruthy();
  expect([cell('Ben Scull').value, cell('Dora Lane').value]).toEqual(['7:20', '7.05']);
  type('Ben Scull', '7:21');
  expect(screen.queryByText('The monitor of Ben has a result.')).toBeNull();
});

test('a pasted column clears the refusal in each of its rows', async () => {
  save = () => ({
    body: {
      ...sheet,
      problems: [10, 11].map((number) => ({ user: idOf(number), message: `Refused ${number}.` })),
    },
  });
  await open();
  type('Ann Oar', '705.3');
  type('Ben Scull', '7:20');
  fireEvent.click(screen.getByRole('button', { name: 'Save 2 results' }));
  expect(await screen.findByText('Refused 10.')).toBeTruthy();
  fireEvent.paste(cell('Ann Oar'), { clipboardData: { getData: () => '7:06.3\n7:21' } });
  expect(cell('Ben Scull').value).toBe('7:21');
  expect(screen.queryByText(/^Refused \d/)).toBeNull();
});

test('loses nothing when the server fails', async () => {
  save = () => refusal(503, 'The database is away.', 'unavailable');
  await open();
  type('Ann Oar', '705.3');
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 result' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('what you typed is still here'),
  );
  expect(cell('Ann Oar').value).toBe('705.3');
  save = () => ({ body: { ...sheet, problems: [] } });
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 result' }));
  expect(await screen.findByText('1 result saved.')).toBeTruthy();
});

test('a paste of names and times fills the rows of these athletes, and lists missing ones', async () => {
  await open();
  const text = 'Lane, Dora\t7:50,1\nGus Gone\t7:00\nAnn\t7:05.3\n';
  fireEvent.paste(cell('Ben Scull'), { clipboardData: { getData: () => text } });
  expect([cell('Ann Oar').value, cell('Dora Lane').value, cell('Ben Scull').value]).toEqual([
    '7:05.3',
    '7:50,1',
    '',
  ]);
  expect(screen.getByText('2 results pasted. Not matched: Gus Gone.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save 2 results' })).toBeTruthy();
});

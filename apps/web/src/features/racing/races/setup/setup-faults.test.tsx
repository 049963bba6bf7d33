// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildEvent } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { EntryDialog } from '../entries/entry-dialog.tsx';
import { RaceEventContext } from '../event/event-context.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { DaySettings } from './day-settings.tsx';
import { PublicPagePanel } from './public-page-panel.tsx';

const lost = "The server can't be reached. Check your connection and try again.";
const hang = () => new Promise<undefined>(() => {});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const fieldOf = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const type = (label: string, value: string) => fireEvent.change(fieldOf(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  server.event = buildEvent({ pageAt: null });
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  cleanUp();
});

function open(page: ReactNode): void {
  openPage(<RaceEventContext value={server.event}>{page}</RaceEventContext>, '/setup');
  vi.useFakeTimers({ shouldAdvanceTime: true });
}

/** Presses three times without a response, the last time with other content; returns the ids of the calls. */
async function pressThrice(path: string, name: string, change: () => void): Promise<unknown[]> {
  server.replies[`POST ${path}`] = hang;
  for (const times of [1, 2, 3]) {
    if (times === 3) change();
    press(name);
    await waitFor(() => expect(server.asked('POST', path)).toHaveLength(times));
    await pass(15_000);
    expect((await screen.findByRole('alert')).textContent).toBe(lost);
  }
  return server.asked('POST', path).map(({ body }) => body['_id']);
}

test('an entry that gets no response keeps what was typed, and is added once, however often it is pressed', async () => {
  open(<EntryDialog event={server.event} entry={null} onClose={() => {}} />);
  type('Name on the start list', 'Bea Holm');
  const ids = await pressThrice(`/api/races/events/${server.event._id}/entries`, 'Add entry', () =>
    type('Name on the start list', 'Ada Holm'),
  );
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(fieldOf('Name on the start list').value).toBe('Ada Holm');
});

test('a category that gets no response keeps what was typed, and is added once, however often it is pressed', async () => {
  open(<CategoryDialog eventId={server.event._id} category={null} onClose={() => {}} />);
  type('Name', 'Sprint');
  const ids = await pressThrice(`/api/races/events/${server.event._id}/categories`, 'Add category', () =>
    type('Name', 'Sprints'),
  );
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(fieldOf('Name').value).toBe('Sprints');
});

test('settings of the day that get no response end with a sentence, keep what was typed and load the day again', async () => {
  open(<DaySettings />);
  const path = `/api/races/events/${server.event._id}`;
  server.replies[`PATCH ${path}`] = hang;
  type('Title', 'Winter sprints');
  press('Save');
  await waitFor(() => expect(server.asked('PATCH', path)).toHaveLength(1));
  await pass(15_000);
  await waitFor(() => expect(toasts()).toEqual([{ title: lost, isError: true }]));
  expect(fieldOf('Title').value).toBe('Winter sprints');
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).not.toBe('true');
});

test('a results page whose link gets no response ends with a sentence, and can be made again', async () => {
  open(<PublicPagePanel />);
  const path = `/api/races/events/${server.event._id}/page`;
  server.replies[`POST ${path}`] = hang;
  press('Make link');
  await waitFor(() => expect(server.asked('POST', path)).toHaveLength(1));
  await pass(15_000);
  await waitFor(() => expect(toasts()).toEqual([{ title: lost, isError: true }]));
  server.replies[`POST ${path}`] = () => ({
    body: { key: 'k'.repeat(43), pageAt: '2026-05-01T10:00:00.000Z' },
  });
  press('Make link');
  await waitFor(() => expect(server.asked('POST', path)).toHaveLength(2));
  await waitFor(() => expect(toasts()).toEqual([]));
});

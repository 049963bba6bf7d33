// @vitest-environment happy-dom
import type { SparseSession } from '@boathouse/contract/sessions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubApi } from '../../../test/fake-api.ts';
import { idOf, mara } from '../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../test/signed-in-page.tsx';
import { CalendarPage } from './calendar-page.tsx';

const timeZone = Temporal.Now.timeZoneId();
const at = (day: string, hour: number) =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant().toString();
const session = (number: number, day: string, hour: number): SparseSession => ({
  _id: idOf(number),
  title: `Piece ${number}`,
  startAt: at(day, hour),
});

/** By month (`2026-11`); a month without an entry is an error. */
let months: Record<string, SparseSession[]>;
let asked: ReturnType<typeof stubApi>;
let width = 1280;

beforeEach(() => {
  width = 1280;
  months = {
    '2026-10': [session(9, '2026-10-31', 8)],
    '2026-11': [session(1, '2026-11-21', 18), session(2, '2026-11-21', 7), session(3, '2026-11-05', 6)],
    '2026-12': [],
  };
  asked = stubApi((path, { year, month = '' }) =>
    path === `/api/sessions/user/${mara._id}` ? months[`${year}-${month.padStart(2, '0')}`] : undefined,
  );
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = new EventTarget();
    const widthMax = 16 * Number(/max-width: ([\d.]+)rem/.exec(query)?.[1]);
    return Object.assign(list, {
      matches: width <= widthMax,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  });
});
afterEach(cleanUp);

const open = (query = '?month=2026-11') => openPage(<CalendarPage />, `/training/calendar${query}`);
const grid = (name: string) => screen.findByRole('table', { name });
const cellOf = (day: string) => document.querySelector(`time[datetime="${day}"]`)?.closest('td');
const linksOf = (day: string) =>
  [...(cellOf(day)?.querySelectorAll('a') ?? [])].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the month', () => {
  test('[CAL-1] goes from Sunday to Saturday, and links its sessions on their start days', async () => {
    open();
    const headers = within(await grid('November 2026')).getAllByRole('columnheader');
    expect(headers.map((header) => header.getAttribute('abbr'))).toEqual([
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
    await waitFor(() =>
      expect(linksOf('2026-11-21')).toEqual([
        ['7:00 AM Piece 2', `/sessions/${idOf(2)}`],
        ['6:00 PM Piece 1', `/sessions/${idOf(1)}`],
      ]),
    );
    expect(linksOf('2026-11-05')).toEqual([['6:00 AM Piece 3', `/sessions/${idOf(3)}`]]);
    expect(screen.getAllByRole('link')).toHaveLength(3);
    expect(screen.getByText('3 sessions')).toBeTruthy();
  });

  test('is requested once, with the calendar’s fields only, in the viewer’s time zone', async () => {
    open();
    await screen.findByText('3 sessions');
    expect(asked.map(({ query }) => query)).toEqual([{ year: '2026', month: '11', sparse: '1', timeZone }]);
  });

  test('[CAL-1] Previous month, Next month and Today change the URL', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-10-09', 12)));
    const router = open();
    await screen.findByText('3 sessions');
    press('Previous month');
    expect(await screen.findByText('1 session')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('October 2026');
    expect(router.state.location.search).toBe('?month=2026-10');
    press('Next month');
    press('Next month');
    expect(await screen.findByText('No sessions in this month')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('December 2026');
    await act(() => router.navigate(-1));
    await screen.findByText('3 sessions');
    press('Today');
    expect(await screen.findByText('1 session')).toBeTruthy();
    expect(router.state.location.search).toBe('?month=2026-10');
  });

  test('[CAL-1] without a month in the URL is the current one, with today marked', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-21', 12)));
    open('');
    await grid('November 2026');
    const marked = document.querySelectorAll('td[aria-current]');
    expect([...marked].map((cell) => cell.getAttribute('aria-current'))).toEqual(['date']);
    expect(marked[0]).toBe(cellOf('2026-11-21'));
  });

  test('[CAL-1] shows the remaining sessions of a full day on a press', async () => {
    months['2026-11'] = Array.from({ length: 9 }, (_, index) => session(index + 1, '2026-11-03', 6 + index));
    open();
    await screen.findByText('9 sessions');
    expect(linksOf('2026-11-03')).toHaveLength(3);
    press('6 more');
    expect(linksOf('2026-11-03')).toHaveLength(9);
    press('Show fewer');
    expect(linksOf('2026-11-03')).toHaveLength(3);
  });

  test('[UI-4] shows a failure to load in its place, without a toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { '2026-11': november, ...rest } = months;
    months = rest;
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts()).toEqual([]);
    months = { ...rest, '2026-11': november ?? [] };
    fireEvent.click(retry);
    expect(await screen.findByText('3 sessions')).toBeTruthy();
  });
});

test('[CAL-1] on a phone the days show their number of sessions, and the sessions are listed below by day', async () => {
  width = 390;
  open();
  await screen.findByText('3 sessions');
  expect(linksOf('2026-11-21')).toEqual([
    ['21, 2 sessions', '/training/calendar?month=2026-11#day-2026-11-21'],
  ]);
  const days = screen.getAllByRole('heading', { level: 2 });
  expect(days.map((day) => day.textContent)).toEqual(['Thursday, November 5', 'Saturday, November 21']);
  const saturday = document.getElementById('day-2026-11-21');
  expect([...(saturday?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    `/sessions/${idOf(2)}`,
    `/sessions/${idOf(1)}`,
  ]);
});

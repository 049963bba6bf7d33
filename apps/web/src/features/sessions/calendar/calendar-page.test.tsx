// @vitest-environment happy-dom
import type { SparseSession } from '@boathouse/contract/sessions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Call } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
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
let asked: Call[];
let rows: object[] | null;
let rowed: object[] | null;
let width = 1280;

beforeEach(() => {
  width = 1280;
  rows = [];
  rowed = [];
  months = {
    '2026-10': [session(9, '2026-10-31', 8)],
    '2026-11': [session(1, '2026-11-21', 18), session(2, '2026-11-21', 7), session(3, '2026-11-05', 6)],
    '2026-12': [],
  };
  ({ calls: asked } = stubReplies(({ method, path, query: { year, month = '' }, body }) => {
    if (method === 'POST') return { body: { ...body, _id: idOf(900), hostUser: mara, club: null } };
    if (path.startsWith('/api/clubmemberships/')) return { body: [] };
    if (path === `/api/activities/user/${mara._id}`) return rows ? { body: rows } : refusal(503, 'Away');
    if (path === `/api/users/${mara._id}/rowed-days`) {
      return rowed ? { body: rowed } : refusal(503, 'Away');
    }
    const found = months[`${year}-${month.padStart(2, '0')}`];
    return found && path === `/api/sessions/user/${mara._id}` ? { body: found } : refusal(400, 'No.');
  }));
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
    const month = { year: '2026', month: '11', timeZone };
    expect(asked.map(({ query }) => query)).toEqual([
      { ...month, sparse: '1' },
      month,
      { from: '2026-10-26', to: '2026-12-06' },
    ]);
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
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-10-09', 12)));
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

describe('on a phone in the current month', () => {
  beforeEach(() => {
    width = 390;
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-20', 12)));
  });
  const listed = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  test('the list begins at today, and a button shows the days before', async () => {
    open('');
    await screen.findByText('3 sessions');
    expect(listed()).toEqual(['Saturday, November 21']);
    press('Show 1 earlier day');
    expect(listed()).toEqual(['Thursday, November 5', 'Saturday, November 21']);
  });

  test('a press on an earlier day shows it', async () => {
    open('');
    await screen.findByText('3 sessions');
    fireEvent.click(screen.getByRole('link', { name: /^5\b/ }));
    await waitFor(() => expect(listed()).toEqual(['Thursday, November 5', 'Saturday, November 21']));
  });

  test('shows this when nothing is planned from today on', async () => {
    months['2026-11'] = [session(3, '2026-11-05', 6)];
    open('');
    expect(await screen.findByText('Nothing planned from today on')).toBeTruthy();
    expect(listed()).toEqual([]);
  });
});

describe('scheduling on a day', () => {
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-20', 12))));

  test('opens New Workout with the day, and the session appears on it', async () => {
    open('');
    await screen.findByText('3 sessions');
    press('New session on Friday, November 27');
    const dialog = within(screen.getByRole('dialog', { name: 'New Workout' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Date/).value).toBe('2026-11-27');
    fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: 'Race rehearsal' } });
    fireEvent.change(dialog.getByLabelText(/^Workout item 1/), { target: { value: '2000m' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create session' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual([{ title: 'Created session', isError: false }]);
    expect(linksOf('2026-11-27').map(([words]) => words)).toEqual([
      expect.stringContaining('Race rehearsal'),
    ]);
    expect(asked.filter(({ path }) => path.startsWith('/api/sessions/user/'))).toHaveLength(1);
  });

  test('asks before typed text is lost, and Escape in the question keeps it', async () => {
    open('');
    await screen.findByText('3 sessions');
    press('New session on Friday, November 27');
    const dialog = screen.getByRole('dialog', { name: 'New Workout' });
    const escape = (element: HTMLElement) => fireEvent(element, new Event('cancel', { cancelable: true }));
    const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
    fireEvent.change(title(), { target: { value: 'Race rehearsal' } });
    escape(dialog);
    escape(screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(title().value).toBe('Race rehearsal');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    press('Yes');
    expect(screen.queryByRole('dialog')).toBeNull();
    press('New session on Friday, November 27');
    escape(screen.getByRole('dialog', { name: 'New Workout' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is offered from today on', async () => {
    open('');
    await screen.findByText('3 sessions');
    const days = screen
      .getAllByRole('button', { name: /^New session on/ })
      .map((button) => Number(button.textContent));
    expect(days).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  });
});

describe('the outcome of a session', () => {
  const marksOf = () =>
    screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/sessions/'))
      .map(({ textContent }) => textContent);

  test('is before its time: done, or missed if the viewer was expected', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-20', 12)));
    months['2026-11'] = [
      { ...session(1, '2026-11-02', 6), part: 'rowed' },
      { ...session(2, '2026-11-03', 6), part: 'expected' },
      { ...session(3, '2026-11-04', 6), part: 'none' },
      { ...session(4, '2026-11-24', 6), part: 'expected' },
    ];
    open();
    await screen.findByText('4 sessions');
    const expected = [
      'Done, 6:00 AM Piece 1',
      'Missed, 6:00 AM Piece 2',
      '6:00 AM Piece 3',
      '6:00 AM Piece 4',
    ];
    expect(marksOf()).toEqual(expected);
    expect(within(screen.getByRole('list', { name: 'Marks' })).getByText(/^Missed/)).toBeTruthy();
  });

  test.each([
    [1280, 'You rowed in this week: 24,500 m, 1 h 58 min'],
    [390, 'You rowed in the week of Nov 1: 24,500 m, 1 h 58 min'],
  ])("at %i px a week has the viewer's rowed figures", async (wide, words) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-04', 12)));
    width = wide;
    rowed = [
      { day: '2026-11-02', meters: 20_000, timeSec: 5_800 },
      { day: '2026-11-07', meters: 4_500, timeSec: 1_300 },
    ];
    open();
    const total = await screen.findByText('24,500 m');
    expect(total.closest('td, p')?.textContent).toBe(words);
  });

  test('stays in view, with a message, when the weeks could not be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    rowed = null;
    open();
    await screen.findByText("What you rowed in each week couldn't be loaded.");
    expect(screen.getByText('3 sessions')).toBeTruthy();
  });
});

test('a new session begins at the usual time of the weekday', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('2026-11-20', 12)));
  months['2026-11'] = [
    session(1, '2026-11-04', 18),
    session(2, '2026-11-11', 18),
    session(3, '2026-11-12', 6),
  ];
  open('');
  await screen.findByText('3 sessions');
  press('New session on Wednesday, November 25');
  const dialog = within(screen.getByRole('dialog', { name: 'New Workout' }));
  expect(dialog.getByLabelText<HTMLInputElement>(/^Date/).value).toBe('2026-11-25');
  expect(
    dialog
      .getAllByRole<HTMLSelectElement>('combobox')
      .slice(0, 3)
      .map(({ value }) => value),
  ).toEqual(['6', '00', 'PM']);
});

test('a row without a session is on its day, and leads to its result', async () => {
  const createdAt = new Date(Date.parse(session(4, '2026-11-05', 9).startAt)).toISOString();
  rows = [{ _id: idOf(77), title: 'Just row', createdAt, isCompleted: true }];
  open();
  await screen.findByText('3 sessions, 1 activity');
  expect(linksOf('2026-11-05').map(([, page]) => page)).toContain(`/activities/${idOf(77)}`);
});

test('shows that the rows could not be loaded, together with the loaded sessions', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  rows = null;
  open();
  await screen.findByText("Your activities without a session couldn't be loaded.");
  expect(screen.getByText('3 sessions')).toBeTruthy();
});

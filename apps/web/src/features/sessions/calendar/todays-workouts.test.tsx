// @vitest-environment happy-dom
import type { Session } from '@boathouse/contract/sessions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { nowMs as clockMs } from '../../../../test/now.ts';
import { TodaysWorkouts } from './todays-workouts.tsx';

let todays: Session[] | null = [];
let next: Session | null = null;
let coming: object[] | null = [];
let api: FakeApi;

beforeEach(() => {
  todays = [];
  next = null;
  coming = [];
  api = stubReplies(({ method, path }) => {
    if (path.endsWith('/attendance')) {
      if (coming && method !== 'GET') coming = method === 'PUT' ? [...coming, mara] : coming.slice(0, -1);
      return coming ? { body: coming } : refusal(503, 'The server is away.');
    }
    if (path.endsWith('/next')) return { body: next };
    return todays === null ? refusal(400, 'No.') : { body: todays };
  });
});
afterEach(cleanUp);

const show = () => openPage(<TodaysWorkouts userId={mara._id} />, '/dashboard');

describe("Today's Workouts", () => {
  const session = (number: number, hour: number): Session => ({
    _id: idOf(number),
    title: `Piece ${number}`,
    hostUser: mara,
    startAt: new Date(Date.UTC(2025, 10, 21, hour)).toISOString(),
    isAccessibleByLink: true,
    club: null,
    workoutItems: ['2000m'],
  });

  test('[DASH-2] lists Host, Title and Start Time, earliest first, each linked to its session', async () => {
    todays = [session(2, 18), session(1, 12)];
    show();
    const table = await screen.findByRole('table', { name: "Today's Workouts" });
    const names = within(table).getAllByRole('columnheader');
    expect(names.map((header) => header.textContent)).toEqual(['Host', 'Title', 'Start Time']);
    const links = within(table).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Piece 1', `/sessions/${idOf(1)}`],
      ['Piece 2', `/sessions/${idOf(2)}`],
    ]);
  });

  test("Today's Workouts of a long day shows six from the nearest one on, and all on request", async () => {
    const nowMs = clockMs();
    todays = Array.from({ length: 12 }, (_, index) => ({
      ...session(index, 12),
      startAt: new Date(nowMs + (index - 3) * 25 * 60_000).toISOString(),
    }));
    show();
    const table = within(await screen.findByRole('table', { name: "Today's Workouts" }));
    const titles = () =>
      table.getAllByRole('rowheader').map((header) => within(header).getByRole('link').textContent);
    expect(titles()).toEqual(['Piece 3', 'Piece 4', 'Piece 5', 'Piece 6', 'Piece 7', 'Piece 8']);
    expect(screen.getByRole('link', { name: 'Open session' }).getAttribute('href')).toBe(
      `/sessions/${idOf(3)}`,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Show 6 more', expanded: false }));
    expect(titles()).toHaveLength(12);
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }));
    expect(titles()).toHaveLength(6);
  });

  test("[DASH-2] the next session of the day is one larger row, with the viewer's actions", async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2025, 10, 21, 11, 35));
    todays = [session(1, 6), session(2, 12), session(3, 18)];
    next = session(2, 12);
    coming = [{ _id: idOf(8), displayName: 'Ben Scull', iconURL: null }];
    show();
    const region = within(await screen.findByRole('region', { name: "Today's Workouts" }));
    expect(await region.findByText('Ben Scull will be there.')).toBeTruthy();
    expect(region.getAllByText('Piece 2')).toHaveLength(1);
    const rows = region.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).queryByText('in 25 min') !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const links = rows.map((row) =>
      within(row)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    );
    expect(links).toEqual([
      [`Piece 1 /sessions/${idOf(1)}`],
      [`Piece 2 /sessions/${idOf(2)}`],
      [`Open session /sessions/${idOf(2)}`],
      [`Piece 3 /sessions/${idOf(3)}`],
    ]);
    expect(region.getByRole('button', { name: "I'll be there", pressed: false })).toBeTruthy();
  });

  test('an empty day shows the next session, with its weekday, and who will attend', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2025, 10, 21, 12));
    const startAt = new Date(Date.UTC(2025, 10, 24, 12)).toISOString();
    next = { ...session(7, 12), title: 'Morning steady state', startAt };
    coming = [{ _id: idOf(8), displayName: 'Ben Scull', iconURL: null }];
    show();
    expect(await screen.findByText('Ben Scull will be there.')).toBeTruthy();
    expect(screen.getByText('Mon, in 3 d')).toBeTruthy();
    expect(screen.getByText('Morning steady state')).toBeTruthy();
    expect(screen.getByText(/^Nothing planned today/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open session' }).getAttribute('href')).toBe(
      `/sessions/${idOf(7)}`,
    );
    fireEvent.click(screen.getByRole('button', { name: "I'll be there", pressed: false }));
    expect(await screen.findByText('You and Ben Scull will be there.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: "I'll be there", pressed: true }));
    expect(await screen.findByText('Ben Scull will be there.')).toBeTruthy();
    coming = null;
    fireEvent.click(screen.getByRole('button', { name: "I'll be there" }));
    await waitFor(() => expect(toasts()).toEqual([{ title: expect.anything(), isError: true }]));
  });

  test('a session only for the viewer asks no one to attend', async () => {
    next = { ...session(7, 12), isAccessibleByLink: false };
    show();
    await screen.findByText('Piece 7');
    expect(screen.queryByRole('button', { name: "I'll be there" })).toBeNull();
  });

  test('requests all fields of the viewer’s day in the viewer’s time zone', async () => {
    show();
    await screen.findByText(/Nothing planned today/);
    const today = Temporal.Now.plainDateISO();
    expect(api.calls.find(({ path }) => !path.endsWith('/next'))?.query).toEqual({
      year: `${today.year}`,
      month: `${today.month}`,
      day: `${today.day}`,
      sparse: '0',
      timeZone: Temporal.Now.timeZoneId(),
    });
  });

  test('[UI-4] a failure to load shows a Try again button and no toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    todays = null;
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts()).toEqual([]);
    todays = [];
    fireEvent.click(retry);
    expect(await screen.findByText(/Nothing planned today/)).toBeTruthy();
  });
});

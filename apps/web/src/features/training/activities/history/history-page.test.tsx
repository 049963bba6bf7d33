// @vitest-environment happy-dom
import type { Activity } from '@boathouse/contract/activities';
import type { history } from '@boathouse/contract/activities/history';
import type { PastActivity } from '@boathouse/contract/activities/past';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import type { PersonalBest } from '@boathouse/contract/statistics';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubApi } from '../../../../../test/fake-api.ts';
import { stubWidth } from '../../../../../test/media.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { unsentResults } from '../../../../lib/kept/unsent-results.ts';
import { HistoryPage } from './history-page.tsx';

const session = { _id: idOf(70), title: 'Morning row', workoutItems: ['4 x 500m / 2:00 rest', '2000m'] };

const makeActivity = (parts: Partial<PastActivity & Activity> = {}): PastActivity =>
  buildActivity({
    user: mara,
    session,
    workoutItemIndex: 1,
    createdAt: '2026-11-19T12:00:00.000Z',
    elapsedTime: 484.1,
    averagePace: 121,
    distance: 2_000,
    strokeRate: 27,
    ...parts,
  });

/** The server's response; null is an error. */
let found: EndpointResponse<typeof history.search> | null;
let bests: PersonalBest[];
let asked: ReturnType<typeof stubApi>;

beforeEach(() => {
  found = { count: 31, activities: [makeActivity()] };
  bests = [];
  asked = stubApi((path) => (path === '/api/activities/search' ? (found ?? undefined) : bests));
});
afterEach(() => {
  cleanUp();
  unsentResults.set([]);
});

const open = (query = '') => openPage(<HistoryPage />, `/training/activity${query}`);
const table = () => screen.findByRole('table', { name: 'Past activities' });
const searches = () => asked.filter(({ path }) => path === '/api/activities/search');
const lastQuery = () => searches().at(-1)?.query ?? {};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('results that are not sent yet', () => {
  const kept = (day: string, distance: number): Activity =>
    buildActivity({
      _id: idOf(Number(day)),
      user: mara,
      session: null,
      workoutItemIndex: null,
      title: `On the ${day}th`,
      workout: `On the ${day}th`,
      createdAt: `2026-11-${day}T12:00:00.000Z`,
      isCompleted: true,
      distance,
    });
  const titles = async () =>
    within(await table())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);

  beforeEach(() => {
    found = {
      count: 2,
      activities: [makeActivity(), makeActivity({ createdAt: '2026-11-15T12:00:00.000Z' })],
    };
    unsentResults.set([kept('20', 1_000), kept('17', 5_000), kept('10', 2_000)]);
  });

  test('are in the list at their places, each marked', async () => {
    open();
    expect(await titles()).toEqual([
      'On the 20thNot sent yet',
      '2,000 mMorning row',
      'On the 17thNot sent yet',
      '2,000 mMorning row',
      'On the 10thNot sent yet',
    ]);
    expect(screen.getByText('3 not sent yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'On the 20th' }).getAttribute('href')).toBe(
      `/activities/${idOf(20)}`,
    );
  });

  test('are sorted as the others', async () => {
    open('?sortby=-distance');
    expect((await titles())[0]).toContain('On the 17th');
    expect((await titles()).at(-1)).toContain('On the 20th');
  });

  test('are not searched, and are only on the first page, which shows this', async () => {
    open('?text=Morning');
    expect(await titles()).toEqual(['2,000 mMorning row', '2,000 mMorning row']);
    expect(screen.getByText('3 not sent yet, and not searched')).toBeTruthy();
    cleanUp();
    asked = stubApi((path) => (path === '/api/activities/search' ? { ...found, count: 90 } : bests));
    open('?page=2');
    expect(await titles()).toHaveLength(2);
  });

  test('are there before anything was sent, and if the list could not be loaded', async () => {
    found = { count: 0, activities: [] };
    open();
    expect(await titles()).toHaveLength(3);
    cleanUp();
    asked = stubApi(() => undefined);
    open();
    expect(await titles()).toHaveLength(3);
    expect(await screen.findByText("Your activities couldn't be loaded.")).toBeTruthy();
  });

  test('appear only once if the server has one that the device still stores', async () => {
    found = { count: 1, activities: [kept('20', 1_000)] };
    unsentResults.set([kept('20', 1_000)]);
    open();
    expect(await titles()).toEqual(['On the 20th']);
  });
});

describe('the history table', () => {
  test('[HIST-1] has date, workout, distance, time, average pace and stroke rate', async () => {
    open();
    const headers = within(await table()).getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual([
      'Date',
      'Workout',
      'Distance',
      'Time',
      'Average pace',
      'Stroke rate',
    ]);
    const [, row] = within(await table()).getAllByRole('row');
    const cells = [...(row?.children ?? [])].map((cell) => cell.textContent);
    expect(cells[0]).toContain('Nov 19, 2026');
    expect(cells.slice(1)).toEqual(['2,000 mMorning row', '2,000 m', '8:04.1', '2:01.0', '27']);
    expect(screen.getByRole('link', { name: 'Morning row' }).getAttribute('href')).toBe(
      `/sessions/${session._id}`,
    );
  });

  test('shows a dash for a stroke rate that is not known', async () => {
    found = { count: 1, activities: [makeActivity({ strokeRate: null })] };
    open();
    const [, row] = within(await table()).getAllByRole('row');
    expect(row?.lastElementChild?.textContent).toBe('–');
  });

  test('a row without a session shows its text once, and its title if that is different', async () => {
    const alone = { session: null, workoutItemIndex: null };
    found = {
      count: 2,
      activities: [
        makeActivity({ ...alone, title: 'Just row', workout: 'Just row' }),
        makeActivity({ ...alone, title: 'Lunch', workout: '5000m', machine: 'bike' }),
      ],
    };
    open();
    const [, ...rows] = within(await table()).getAllByRole('row');
    expect(rows.map((row) => row.children[1]?.textContent)).toEqual(['Just row', '5,000 mLunchBikeErg']);
  });

  test('a row has the title that a search finds, even if the session was renamed since', async () => {
    found = { count: 1, activities: [makeActivity({ title: 'Tuesday pieces' })] };
    open();
    const link = await screen.findByRole('link', { name: 'Tuesday pieces' });
    expect(link.getAttribute('href')).toBe(`/sessions/${session._id}`);
  });

  test('a row shows the paces of its splits', async () => {
    found = { count: 1, activities: [makeActivity({ kind: 'distance', splitPaces: [122, 121, 120] })] };
    open();
    expect(await screen.findByRole('img', { name: 'Pace by split, 2:00.0 to 2:02.0 /500 m' })).toBeTruthy();
  });

  test('[HIST-1] a title opens the page of the activity', async () => {
    open();
    const title = await screen.findByRole('link', { name: '2,000 m' });
    expect(title.getAttribute('href')).toBe(`/activities/${found?.activities[0]?._id}`);
  });

  test('marks personal bests', async () => {
    const best = makeActivity({ _id: idOf(81) });
    found = { count: 2, activities: [makeActivity({ _id: idOf(80) }), best] };
    bests = [
      {
        piece: '2k',
        activity: best._id,
        createdAt: best.createdAt,
        distance: best.distance,
        elapsedTime: best.elapsedTime,
        averagePace: 121,
      },
    ];
    open();
    await screen.findByText('Personal best 2k');
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map((row) => within(row).queryByText('Personal best 2k') !== null)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('marks a partial result', async () => {
    found = { count: 2, activities: [makeActivity({ isPartial: true }), makeActivity()] };
    open();
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map((row) => within(row).queryByText('Partial') !== null)).toEqual([false, true, false]);
  });

  test('marks a row on a simulated erg', async () => {
    found = { count: 2, activities: [makeActivity(), makeActivity({ isSimulated: true })] };
    open();
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map((row) => within(row).queryByText('Simulated') !== null)).toEqual([false, false, true]);
  });

  test('[HIST-1] requests 15 per page, and the pager shows the page and the number of pages', async () => {
    const router = open();
    expect(await screen.findByText('1 of 3')).toBeTruthy();
    expect(lastQuery()).toEqual({
      user: mara._id,
      sortby: '-createdAt',
      page: '1',
      pagesize: '15',
    });
    expect(screen.getByText('31 activities')).toBeTruthy();
    press('Next page');
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    expect(lastQuery()['page']).toBe('2');
    expect(router.state.location.search).toBe('?page=2');
    press('Previous page');
    expect(await screen.findByText('1 of 3')).toBeTruthy();
  });

  test('[HIST-1] a page number out of range redirects to the last page', async () => {
    const router = open('?page=9');
    expect(await screen.findByText('3 of 3')).toBeTruthy();
    expect(router.state.location.search).toBe('?page=3');
  });
});

test('results are added from a menu next to the filter', async () => {
  open();
  await table();
  press('Add');
  const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Import files', '/training/import'],
    ['Enter a result', '/training/enter'],
  ]);
  const toolbar = screen.getByRole('button', { name: 'Filter' }).parentElement;
  expect(toolbar?.contains(screen.getByRole('button', { name: 'Add' }))).toBe(true);
  expect(toolbar?.contains(screen.getByRole('button', { name: 'Export' }))).toBe(true);
});

describe('the order', () => {
  test('[HIST-3] is in the filter on a phone', async () => {
    stubWidth(24);
    open();
    await table();
    const filter = () => screen.getByLabelText('Sort by').closest('[hidden]');
    expect(filter()).not.toBeNull();
    press('Filter');
    expect(filter()).toBeNull();
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'distance' } });
    await waitFor(() => expect(lastQuery()['sortby']).toBe('-distance'));
  });

  test('[HIST-3] can be by date, distance, workout time and average pace, either way', async () => {
    open();
    await table();
    const sortBy = screen.getByRole('combobox', { name: 'Sort by' });
    const names = within(sortBy)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(names).toEqual(['Date', 'Distance', 'Workout Time', 'Average Pace']);
    expect(lastQuery()['sortby']).toBe('-createdAt');
    for (const [value, sortby] of [
      ['distance', '-distance'],
      ['elapsedTime', '-elapsedTime'],
      ['averagePace', '+averagePace'],
    ]) {
      fireEvent.change(sortBy, { target: { value } });
      await waitFor(() => expect(lastQuery()['sortby']).toBe(sortby));
    }
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'Descending' } });
    await waitFor(() => expect(lastQuery()['sortby']).toBe('-averagePace'));
  });

  test('[HIST-3] can be set and is shown in the headers, and returns to the first page', async () => {
    const router = open('?page=2');
    await table();
    const header = () => screen.getByRole('columnheader', { name: 'Distance' });
    expect(header().getAttribute('aria-sort')).toBe('none');
    fireEvent.click(within(header()).getByRole('button'));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'));
    fireEvent.click(within(header()).getByRole('button'));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'));
    expect(lastQuery()).toMatchObject({ sortby: '+distance', page: '1' });
    expect(router.state.location.search).toBe('?sortby=%2Bdistance');
  });
});

describe('the filter', () => {
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const openFilter = async () => {
    await table();
    press('Filter');
  };
  const isOpen = () =>
    screen.getByRole('button', { name: 'Filter' }).getAttribute('aria-expanded') === 'true';

  const chips = () =>
    within(screen.getByRole('group', { name: 'Active filters' }))
      .queryAllByRole('button', { name: /^Clear (?!all)/ })
      .map(({ textContent }) => textContent);

  test('finds by title and text while the user types, in one entry of the history', async () => {
    const router = open();
    await table();
    const field = screen.getByRole('searchbox', { name: 'Search by title or workout' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const value of ['4 x', '4 x 500 ']) {
      fireEvent.change(field, { target: { value } });
      act(() => void vi.advanceTimersByTime(300));
    }
    vi.useRealTimers();
    await waitFor(() => expect(lastQuery()['text']).toBe('4 x 500'));
    expect(router.state.location.search).toBe('?text=4+x+500');
    expect(chips()).toEqual(['“4 x 500”']);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(field).toHaveProperty('value', ''));
    expect(router.state.location.search).toBe('');
  });

  test('has days, kinds, sessions and machines, all in the URL', async () => {
    found = { count: 1, activities: [makeActivity()], machines: ['bike', 'rower'] };
    const router = open('?text=row&page=2');
    await openFilter();
    const optionsOf = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(optionsOf('Machine')).toEqual(['No filter', 'RowErg', 'BikeErg']);
    expect(optionsOf('Workout')).toContain('Intervals');
    choose('Workout', 'intervals');
    choose('Rowed', 'session');
    choose('Machine', 'rower');
    choose('From', '2026-03-01');
    choose('Until', '2026-03-31');
    press('Search');
    const expected = {
      text: 'row',
      from: '2026-03-01',
      to: '2026-03-31',
      kind: 'intervals',
      rowedIn: 'session',
      machine: 'rower',
    };
    await waitFor(() => expect(lastQuery()).toMatchObject({ ...expected, page: '1' }));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(expected);
    expect(chips()).toEqual([
      '“row”',
      'From Sun, Mar 1, 2026',
      'Until Tue, Mar 31, 2026',
      'Intervals',
      'In a session',
      'RowErg',
    ]);
  });

  test('has no machine if only one occurs', async () => {
    found = { count: 1, activities: [makeActivity()], machines: ['rower'] };
    open();
    await openFilter();
    expect(screen.queryByRole('combobox', { name: 'Machine' })).toBeNull();
  });

  test('refuses a period that ends before it begins', async () => {
    open();
    await openFilter();
    const before = searches().length;
    choose('From', '2026-03-02');
    choose('Until', '2026-03-01');
    press('Search');
    expect(screen.getByText('Must not be before the first day')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Until'));
    expect(searches()).toHaveLength(before);
  });

  test('a chip clears its filter and the focus goes to the next one; Clear all clears the rest', async () => {
    const router = open('?text=row&kind=time&distance[$gte]=500&distance[$lte]=9000&page=2');
    await table();
    expect(chips()).toHaveLength(4);
    const chip = screen.getByRole('button', { name: 'Clear Single time' });
    chip.focus();
    fireEvent.click(chip);
    await waitFor(() => expect(chips()).toHaveLength(3));
    expect(lastQuery()).toMatchObject({ text: 'row', page: '1' });
    expect(lastQuery()['kind']).toBeUndefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Distance (m): greater than 500'));
    screen.getByRole('button', { name: 'Clear all' }).focus();
    press('Clear all');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Active filters' }));
    expect(screen.getByRole('searchbox', { name: 'Search by title or workout' })).toHaveProperty('value', '');
  });

  test('a search that changes another field keeps both bounds of the distance', async () => {
    open('?distance[$gte]=500&distance[$lte]=9000');
    await openFilter();
    choose('Workout', 'time');
    press('Search');
    await waitFor(() => expect(lastQuery()['kind']).toBe('time'));
    expect(lastQuery()).toMatchObject({ 'distance[$gte]': '500', 'distance[$lte]': '9000' });
  });

  test('shows totals of all results, not only of the page', async () => {
    found = {
      count: 31,
      activities: [makeActivity()],
      totals: [{ machine: 'rower', isSimulated: false, count: 31, meters: 124_000, time: 33_120 }],
    };
    open();
    await table();
    expect(screen.getByRole('status').textContent).toBe('31 activities124,000 m9 h 12 min');
  });

  test('[HIST-2] compares distance and time, or not', async () => {
    open();
    await openFilter();
    for (const name of ['Distance (m): comparator', 'Time (sec): comparator']) {
      const options = within(screen.getByRole('combobox', { name })).getAllByRole('option');
      expect(options.map((option) => option.textContent)).toEqual([
        'No filter',
        'Greater than',
        'Less than',
        'Equal to',
      ]);
    }
  });

  test('[HIST-2] shows the filters in the URL and as text', async () => {
    const router = open('?page=2');
    await openFilter();
    choose('Distance (m): comparator', '$gte');
    choose('Distance (m): number', '2000');
    choose('Time (sec): comparator', '$eq');
    choose('Time (sec): number', ' 481.5 ');
    press('Search');
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        'distance[$gte]': '2000',
        'elapsedTime[$eq]': '481.5',
        page: '1',
      }),
    );
    expect(chips()).toEqual(['Distance (m): greater than 2000', 'Time (sec): equal to 481.5']);
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      'distance[$gte]': '2000',
      'elapsedTime[$eq]': '481.5',
    });
  });

  test('a distance and a time are read in the usual ways of writing them', async () => {
    const router = open();
    await openFilter();
    choose('Distance (m): comparator', '$lte');
    choose('Distance (m): number', '10.000');
    choose('Time (sec): comparator', '$gte');
    choose('Time (sec): number', '7:05,3');
    press('Search');
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      'distance[$lte]': '10000',
      'elapsedTime[$gte]': '425.3',
    });
  });

  test('[HIST-2] a comparator needs a number', async () => {
    open();
    await openFilter();
    const before = searches().length;
    choose('Time (sec): comparator', '$lte');
    press('Search');
    expect(screen.getByText('A number is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Time (sec): number'));
    choose('Time (sec): number', 'long');
    expect(screen.getByText('Enter seconds, or a time such as 7:05.3')).toBeTruthy();
    press('Search');
    choose('Time (sec): comparator', 'none');
    expect(screen.queryByText('Enter seconds, or a time such as 7:05.3')).toBeNull();
    expect(searches()).toHaveLength(before);
    expect(isOpen()).toBe(true);
  });

  test('[HIST-4] closes 500 ms after a search, and the focus stays in the page', async () => {
    open();
    await openFilter();
    choose('Distance (m): comparator', '$gte');
    choose('Distance (m): number', '100');
    screen.getByRole('button', { name: 'Search' }).focus();
    vi.useFakeTimers();
    press('Search');
    act(() => void vi.advanceTimersByTime(499));
    expect(isOpen()).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }));
  });

  test('Back restores the previous filters', async () => {
    const router = open('?distance[$lte]=500');
    await openFilter();
    expect(screen.getByLabelText('Distance (m): number')).toHaveProperty('value', '500');
    choose('Distance (m): number', '900');
    press('Search');
    await waitFor(() => expect(lastQuery()['distance[$lte]']).toBe('900'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByLabelText('Distance (m): number')).toHaveProperty('value', '500'));
  });

  test('[HIST-4] shows when nothing matches, and how many each filter excludes', async () => {
    found = { count: 0, activities: [], without: [{ filter: 'kind', count: 12 }] };
    const router = open('?kind=calories&distance[$gte]=2000');
    expect(await screen.findByText("We couldn't find any activities matching those filters")).toBeTruthy();
    found = { count: 12, activities: [makeActivity()] };
    screen.getByRole('button', { name: 'Without Single calories: 12 activities' }).focus();
    press('Without Single calories: 12 activities');
    expect(await table()).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Past activities' }));
    expect(router.state.location.search).toBe('?distance%5B%24gte%5D=2000');
  });

  test('[HIST-4] clears all filters if no single one is responsible', async () => {
    found = { count: 0, activities: [], without: [] };
    const router = open('?kind=calories&distance[$gte]=2000');
    await screen.findByText("We couldn't find any activities matching those filters");
    found = { count: 1, activities: [makeActivity()] };
    press('Clear all filters');
    expect(await table()).toBeTruthy();
    expect(router.state.location.search).toBe('');
  });

  test('a new member sees a link to the first row, and nothing to sort or filter', async () => {
    found = { count: 0, activities: [] };
    open();
    expect(await screen.findByText(/^No activities yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Just row' }).getAttribute('href')).toBe('/row');
    expect(screen.getByRole('link', { name: 'Create a session' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

test('[UI-4] shows a failure to load instead of the table, without a toast', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  found = null;
  open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(toasts()).toEqual([]);
  found = { count: 1, activities: [makeActivity()] };
  fireEvent.click(retry);
  expect(await table()).toBeTruthy();
});

describe('files of the history', () => {
  /** The server's response to a download: the seconds to wait, or null for a failure. */
  let waitSec: number | null = 0;
  const begun: string[] = [];
  beforeEach(() => {
    begun.length = 0;
    asked = stubApi((path) => {
      if (path === '/api/activities/search') return found ?? undefined;
      if (path === '/api/activities/export/state') return waitSec === null ? undefined : { waitSec };
      return bests;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      begun.push(this.href);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  const pressItem = (name: string) => {
    press('Export');
    fireEvent.click(
      within(screen.getByRole('group', { name: '31 activities' })).getByRole('menuitem', { name }),
    );
  };

  test('are downloaded with the filters of the page', async () => {
    waitSec = 0;
    open('?machine=skierg');
    await table();
    pressItem('Season as CSV');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Your download has begun', isError: false }]));
    const { pathname, searchParams } = new URL(begun[0] ?? '');
    expect(pathname).toBe('/api/activities/export');
    expect(Object.fromEntries(searchParams)).toMatchObject({ format: 'csv', machine: 'skierg' });
  });

  test.each([
    [5, 'Another file of your history is being downloaded. Try again when it is complete.'],
    [null, 'No.'],
  ])('are refused on the page with a message: %s', async (seconds, words) => {
    waitSec = seconds;
    open();
    await table();
    pressItem('FIT files (ZIP)');
    await waitFor(() => expect(toasts()).toEqual([{ title: words, isError: true }]));
    expect(begun).toEqual([]);
  });
});

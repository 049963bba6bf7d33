// @vitest-environment happy-dom
import type { PersonalBest, StepPace, StepTotals } from '@boathouse/contract/statistics';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubApi } from '../../../../test/fake-api.ts';
import { fakeCanvas } from '../../../../test/fake-canvas.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { makeMeters, makeOverview, makeProgress } from '../../../../test/statistics/factory.ts';
// Preload lazy modules, so that no test waits for them.
import './meters-chart.tsx';
import './pace-chart.tsx';
import './trend/workout-trend.tsx';
import { rollingNames } from './periods.ts';
import { StatisticsPage } from './statistics-page.tsx';

const today = '2026-11-21';
const base = `/api/users/${mara._id}`;

const bestsOnServer: PersonalBest[] = [
  {
    piece: '2k',
    activity: idOf(50),
    createdAt: '2026-03-02T12:00:00.000Z',
    distance: 2_000,
    elapsedTime: 425.1,
    averagePace: 106.3,
  },
  {
    piece: '30min',
    activity: idOf(51),
    createdAt: '2026-04-02T12:00:00.000Z',
    distance: 7_512.3,
    elapsedTime: 1_800,
    averagePace: 119.8,
  },
];

/** The server's responses; null is an error. */
const server = {
  meters: makeMeters(today, []),
  overview: makeOverview({ meters: 0, time: 0, calories: 0 }, { meters: 0, time: 0, calories: 0 }),
  progress: makeProgress(today, []),
  bests: bestsOnServer,
  /** Meters rowed on some days. */
  days: [] as Pick<StepTotals, 'step' | 'meters'>[],
  spanPaces: [] as StepPace[],
  isOutOfReach: false,
};

/** The totals of a span, by step. */
function totalsIn({ from = '', to = '', step = 'day' }: Record<string, string>): StepTotals[] {
  const length = { day: 10, month: 7, year: 4 }[step] ?? 10;
  const rowed = server.days.filter((each) => each.step >= from && each.step <= to);
  return [...Map.groupBy(rowed, (each) => each.step.slice(0, length))].map(([first, ofStep]) => ({
    step: `${first}-01-01`.slice(0, 10),
    count: ofStep.length,
    meters: ofStep.reduce((sum, { meters }) => sum + meters, 0),
    timeSec: 600 * ofStep.length,
    calories: 100 * ofStep.length,
    withoutCalories: 0,
  }));
}
let asked: ReturnType<typeof stubApi>;

beforeEach(() => {
  server.meters = makeMeters(today, [2_000, 0, 5_500.4]);
  server.overview = makeOverview(
    { meters: 11_654.3, time: 2_820, calories: 760 },
    { meters: -5_699.4, time: 1_440, calories: 0 },
  );
  server.progress = makeProgress(today, [120.5, null, 125]);
  server.isOutOfReach = false;
  asked = stubApi((path, query) => {
    if (server.isOutOfReach) return undefined;
    if (path === `${base}/statistics`) return server.meters;
    if (path === `${base}/statistics-general`) return server.overview;
    if (path === `${base}/personal-bests`) return server.bests;
    if (path === `${base}/workouts`) return [];
    if (path === `${base}/statistics-span`) return totalsIn(query);
    if (path === `${base}/statistics-span-progress`) return server.spanPaces;
    return path === `${base}/statistics-progress` ? server.progress : undefined;
  });
  fakeCanvas();
});
afterEach(cleanUp);

const open = (query = '') => openPage(<StatisticsPage />, `/training/statistics${query}`);
const figureOf = async (label: string) => {
  const term = await screen.findByText(label, { selector: 'dt' });
  return term.closest('li');
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the overview', () => {
  test('[STAT-1] shows meters, time and calories of the last 7 days, compared with the 7 days before', async () => {
    open();
    expect(screen.getByRole('heading', { level: 2, name: 'Last 7 days' })).toBeTruthy();
    expect((await figureOf('Meters'))?.textContent).toContain('11,654m');
    expect((await figureOf('Meters'))?.textContent).toContain('5,699 m less than in the 7 days before');
    expect((await figureOf('Meters'))?.textContent).toContain('−5,699 m vs the 7 days before');
    expect((await figureOf('Time'))?.textContent).toContain('47min');
    expect((await figureOf('Time'))?.textContent).toContain('24 min more than in the 7 days before');
    expect((await figureOf('Calories'))?.textContent).toContain('760cal');
    expect((await figureOf('Calories'))?.textContent).toContain('as much as in the 7 days before');
    expect(screen.queryByRole('link', { name: 'Just row' })).toBeNull();
  });

  test('leads a member without a workout to the first one, instead of empty figures and charts', async () => {
    const none = { meters: 0, time: 0, calories: 0 };
    server.overview = { ...makeOverview(none, none, none), since: null };
    open();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Just row' });
    expect(link.getAttribute('href')).toBe('/row');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Statistics']);
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test('compares nothing with a period in which the member did not row', async () => {
    const rows = { meters: 2_000, time: 480, calories: 100 };
    server.overview = makeOverview(rows, rows, rows);
    open();
    expect((await figureOf('Meters'))?.textContent).toBe('Meters2,000m');
    expect(screen.queryByText(/vs the 7 days before/)).toBeNull();
  });

  test('shows that calories are missing for activities with missing parts', async () => {
    const none = { week: 0, month: 0, year: 0 };
    server.overview = { ...server.overview, withoutCalories: { period: { ...none, week: 2 }, before: none } };
    open();
    const calories = await figureOf('Calories, at least');
    expect(calories?.textContent).toContain('760cal');
    expect(calories?.textContent).toContain('Not known of 2 activities');
    expect(calories?.textContent).not.toContain('7 days before');
  });

  test('does not compare calories with a period that has unknown ones', async () => {
    const none = { week: 0, month: 0, year: 0 };
    server.overview = { ...server.overview, withoutCalories: { period: none, before: { ...none, week: 1 } } };
    open();
    expect((await figureOf('Calories'))?.textContent).toContain('Not all known of the 7 days before');
    expect((await figureOf('Meters'))?.textContent).toContain('less than in the 7 days before');
  });

  test('[STAT-1] each period is a link, so that reload and Back restore it', async () => {
    const router = open('?lte=2000');
    const periods = within(screen.getByRole('navigation', { name: 'Period' }));
    expect(periods.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Week',
      'Month',
      'Year',
      'Season',
      'All time',
    ]);
    expect(periods.getByRole('link', { name: 'Week' }).getAttribute('aria-current')).toBe('true');
    fireEvent.click(periods.getByRole('link', { name: 'Month' }));
    expect((await figureOf('Meters'))?.textContent).toContain('160,000m');
    expect(screen.getByRole('heading', { level: 2, name: 'Last 30 days' })).toBeTruthy();
    expect(router.state.location.search).toBe('?lte=2000&period=month');
    expect(periods.getByRole('link', { name: 'Month' }).getAttribute('aria-current')).toBe('true');
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { level: 2, name: 'Last 7 days' });
  });

  test('[STAT-1] sends the viewer’s time zone', async () => {
    open();
    await figureOf('Meters');
    const zones = asked
      .filter(({ path }) => !path.endsWith('/personal-bests'))
      .map(({ query }) => query['timeZone']);
    expect(new Set(zones)).toEqual(new Set([Temporal.Now.timeZoneId()]));
  });
});

describe('a period of the calendar', () => {
  beforeEach(() => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00.000Z'));
    server.overview = { ...server.overview, since: '2017-05-20' };
    server.days = [
      { step: '2026-11-03', meters: 6_000 },
      { step: '2026-10-15', meters: 4_000 },
      { step: '2026-10-25', meters: 1_000 },
      { step: '2025-06-01', meters: 9_000 },
      { step: '2017-05-20', meters: 2_000 },
    ];
    server.spanPaces = [];
  });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

  test('[STAT-1] is one step before the period that ends today, and the next step leads back', async () => {
    const router = open('?period=month');
    await figureOf('Meters');
    press('Previous month');
    await heading('November 2026');
    expect(router.state.location.search).toBe('?period=month&of=2026-11');
    expect(screen.getByText('November 1, 2026 to November 30, 2026')).toBeTruthy();
    // The period ends on October 21, because the month has not ended.
    await screen.findByText('2,000 m more than in October 2026 up to the same day');
    expect((await figureOf('Meters'))?.textContent).toContain('6,000m');
    press('Previous month');
    await heading('October 2026');
    await waitFor(async () => expect((await figureOf('Meters'))?.textContent).toContain('5,000m'));
    expect(screen.queryByText(/than in/)).toBeNull();
    press('Next month');
    press('Next month');
    await heading('Last 30 days');
    expect(screen.getByRole('button', { name: 'Next month' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('[STAT-2] a season is from May to April, with a bar for each month', async () => {
    open('?period=season');
    await heading('Season 2026/27');
    press('Previous season');
    await heading('Season 2025/26');
    const table = await screen.findByRole('table', { name: 'Meters per month, season 2025/26' });
    expect(rowsOf(table).slice(0, 2)).toEqual([
      ['May 2025', '0 m'],
      ['June 2025', '9,000 m'],
    ]);
    expect(rowsOf(table)).toHaveLength(12);
    expect(screen.getByText('No activities up to 10,000 m in the season 2025/26.')).toBeTruthy();
  });

  test('all time shows the years since the first activity, and imported ones count', async () => {
    open('?period=all');
    await heading('All time');
    const table = await screen.findByRole('table', { name: 'Meters per year, all time' });
    expect(rowsOf(table)[0]).toEqual(['2017', '2,000 m']);
    expect(rowsOf(table)).toHaveLength(10);
    expect((await figureOf('Meters'))?.textContent).toBe('Meters22,000m');
    expect(screen.queryByRole('button', { name: /^(Previous|Next)/ })).toBeNull();
  });

  test('there is none before the first activity, and a late first year does not hide the page', async () => {
    open('?period=year&of=2017');
    await heading('2017');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Previous year' }).getAttribute('aria-disabled')).toBe(
        'true',
      ),
    );
    expect(screen.queryByText('Your first workout on an erg begins your statistics.')).toBeNull();
  });

  test('[STAT-3] the pace of a step without activities within the distance is left out', async () => {
    server.spanPaces = [
      { step: '2025-06-01', pace: 121 },
      { step: '2025-09-01', pace: 119.5 },
    ];
    open('?period=year&of=2025&lte=5000');
    const table = await screen.findByRole('table', { name: 'Pace per month, 2025' });
    expect(rowsOf(table)).toEqual([
      ['June 2025', '2:01.0'],
      ['September 2025', '1:59.5'],
    ]);
    const { query } = asked.filter(({ path }) => path.endsWith('/statistics-span-progress'))[0] ?? {};
    expect(query).toEqual({ from: '2025-01-01', to: '2025-12-31', step: 'month', gte: '0', lte: '5000' });
  });
});

describe('the meters chart', () => {
  test('[STAT-2] has a table with the meters of each step for screen readers', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Meters per day, last 7 days' });
    expect(rowsOf(table).slice(-3)).toEqual([
      ['Thursday, November 19', '5,500 m'],
      ['Friday, November 20', '0 m'],
      ['Saturday, November 21', '2,000 m'],
    ]);
  });

  test.each([
    ['week', ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']],
    ['month', ['Oct 27', 'Nov 1', 'Nov 6', 'Nov 11', 'Nov 16', 'Nov 21']],
    ['year', ['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov']],
  ])('[STAT-2] the labels below a %s', async (period, labels) => {
    open(`?period=${period}`);
    const chart = await screen.findByRole('application', { name: /^Meters per/ });
    const ticks = [...chart.querySelectorAll('[data-axis="x"] span')];
    expect(ticks.map((tick) => tick.textContent)).toEqual(labels);
  });

  test('[STAT-2] shows a message for a period without meters', async () => {
    server.meters = makeMeters(today, []);
    open();
    expect(await screen.findByText(/No meters in the last 7 days/)).toBeTruthy();
  });

  test('[STAT-2] keeps the table when the chart does not load, which can be tried again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.resetModules();
    vi.doMock('./meters-chart.tsx', () => {
      throw new Error('Gone');
    });
    const { MetersByStep } = await import('./charts.tsx');
    openPage(<MetersByStep names={rollingNames.week} steps={[{ step: today, meters: 100 }]} />, '/');
    expect((await screen.findByRole('alert')).textContent).toContain("The chart couldn't be loaded.");
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: '100 m' })).toBeTruthy();
    vi.doUnmock('./meters-chart.tsx');
  });
});

describe('the pace trend', () => {
  const filter = () => within(screen.getByRole('form', { name: 'Distance filter' }));
  const type = (text: string) =>
    fireEvent.change(filter().getByLabelText(/^Meters/), { target: { value: text } });
  const apply = () => fireEvent.click(filter().getByRole('button', { name: 'Apply' }));
  const bounds = () => {
    const last = asked.filter(({ path }) => path.endsWith('/statistics-progress')).at(-1);
    return [last?.query['gte'], last?.query['lte']];
  };

  test('[STAT-3] covers rows up to 10000 m, and has no pace for a day without rows', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Pace per day, last 7 days' });
    expect(rowsOf(table)).toEqual([
      ['Thursday, November 19', '2:05.0'],
      ['Saturday, November 21', '2:00.5'],
    ]);
    expect(bounds()).toEqual(['0', '10000']);
    expect(filter().getByLabelText(/^Meters/)).toHaveProperty('value', '10000');
    expect(filter().getByLabelText(/^Meters/)).toHaveProperty('required', true);
  });

  test('[STAT-3] a faster pace is higher', async () => {
    open();
    const chart = await screen.findByRole('application', { name: /^Pace per/ });
    const topOf = (label: string) => {
      const ticks = [...chart.querySelectorAll<HTMLElement>('[data-axis="y"] span')];
      return Number.parseFloat(ticks.find((tick) => tick.textContent === label)?.style.top ?? '');
    };
    expect(topOf('2:00')).toBeLessThan(topOf('2:04'));
  });

  test('[STAT-3] the arrow keys announce each day, also one without a row', async () => {
    open();
    const chart = await screen.findByRole('application', { name: /^Pace per/ });
    fireEvent.focus(chart);
    const tip = () => within(chart).getByRole('status').textContent;
    expect(tip()).toBe('Sunday, November 15–');
    fireEvent.keyDown(chart, { key: 'End' });
    expect(tip()).toBe('Saturday, November 212:00.5 /500 m');
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(tip()).toBe('Friday, November 20–');
    fireEvent.keyDown(chart, { key: 'Escape' });
    expect(within(chart).queryByRole('status')).toBeNull();
  });

  test('[STAT-3] greater than covers up to 1000000 m and is stored in the URL', async () => {
    const router = open();
    fireEvent.change(filter().getByLabelText('Distance'), { target: { value: 'greater' } });
    type('5000');
    apply();
    await waitFor(() => expect(bounds()).toEqual(['5000', '1000000']));
    expect(router.state.location.search).toBe('?gte=5000');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(filter().getByLabelText(/^Meters/)).toHaveProperty('value', '10000'));
  });

  test('[STAT-3] an invalid distance sends no request, and the field shows why', async () => {
    open();
    await screen.findByRole('table', { name: /^Pace/ });
    const before = asked.length;
    type(' ');
    apply();
    expect(screen.getByText('A distance is required')).toBeTruthy();
    expect(document.activeElement).toBe(filter().getByLabelText(/^Meters/));
    type('far');
    expect(screen.getByText('Enter a whole number from 0 to 1,000,000')).toBeTruthy();
    type('2000');
    expect(screen.queryByText(/Enter a whole number/)).toBeNull();
    expect(asked).toHaveLength(before);
  });

  test('[STAT-3] shows a message when no row matches the distance', async () => {
    server.progress = makeProgress(today, []);
    open();
    expect(await screen.findByText('No activities up to 10,000 m in the last 7 days.')).toBeTruthy();
  });
});

test('personal bests are links to the activities that set them, times over distances and meters in times', async () => {
  open();
  const bests = within(await screen.findByRole('region', { name: 'Personal bests' }));
  const links = await bests.findAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    [`/activities/${idOf(50)}`, '2k7:05.11:46.3 /500 mMarch 2, 2026'],
    [`/activities/${idOf(51)}`, '30 min7,512 m1:59.8 /500 mApril 2, 2026'],
  ]);
});

test('[UI-4] shows each failure to load in its place, without a toast', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  server.isOutOfReach = true;
  open();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(5));
  expect(toasts()).toEqual([]);
  server.isOutOfReach = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
  expect((await figureOf('Meters'))?.textContent).toContain('11,654m');
});

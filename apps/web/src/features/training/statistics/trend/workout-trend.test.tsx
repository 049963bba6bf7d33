// @vitest-environment happy-dom
import type { RowedWorkout, Trend } from '@boathouse/contract/statistics/trends';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi } from '../../../../../test/fake-api.ts';
import { fakeCanvas } from '../../../../../test/fake-canvas.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
// Preload lazy modules, so that no test waits for them.
import './trend-chart.tsx';
import './workout-trend.tsx';
import { WorkoutTrendPanel } from './workout-trend-panel.tsx';

const base = `/api/users/${mara._id}`;
const sets = '4 x 500 m / 2:00 rest';

let workouts: RowedWorkout[];
const trends: Record<string, Trend> = {
  '2000 m': {
    decides: 'elapsedTime',
    results: [
      { day: '2025-03-02', elapsedTime: 440 },
      { day: '2026-03-02', elapsedTime: 430 },
      { day: '2026-11-03', elapsedTime: 432.4 },
    ].map(({ day, elapsedTime }, index) => ({
      activity: idOf(60 + index),
      createdAt: `${day}T06:00:00.000Z`,
      day,
      distance: 2_000,
      elapsedTime,
      pace: elapsedTime / 4,
    })),
  },
  [sets]: { decides: 'elapsedTime', results: [] },
};

beforeEach(() => {
  workouts = [
    { workout: '2000 m', piece: '2k', count: 3 },
    { workout: sets, piece: null, count: 1 },
  ];
  stubApi((path, query) => {
    if (path === `${base}/workouts`) return workouts;
    return path === `${base}/workout-trend` ? trends[query['workout'] ?? ''] : undefined;
  });
  fakeCanvas();
});
afterEach(cleanUp);

const november = {
  from: Temporal.PlainDate.from('2026-11-01'),
  to: Temporal.PlainDate.from('2026-11-30'),
  title: 'November 2026',
};
const open = (query = '') =>
  openPage(<WorkoutTrendPanel userId={mara._id} period={november} />, `/training/statistics${query}`);
const chart = () => screen.findByRole('application', { name: /^Pace of 2k/ });

test('shows the most frequently rowed workout first, and each result as a dot of its chart', async () => {
  open();
  const choice = await screen.findByRole('combobox', { name: 'Workout' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['2k (3)', `${sets} (1)`]);
  expect(await screen.findByText(/^3 results\. Best 7:10\.0 on March 2, 2026/)).toBeTruthy();
  expect(await chart()).toBeTruthy();
});

test('the arrow keys move from result to result, and Enter opens one', async () => {
  const router = open();
  const plot = await chart();
  fireEvent.focus(plot);
  const tip = () => within(plot).getByRole('status').textContent;
  expect(tip()).toBe('March 2, 20257:20.0, 1:50.0 /500 mThe best up to then');
  fireEvent.keyDown(plot, { key: 'End' });
  expect(tip()).toBe('November 3, 20267:12.4, 1:48.1 /500 mBest up to then 1:47.5');
  fireEvent.keyDown(plot, { key: 'Enter' });
  expect(router.state.location.pathname).toBe(`/activities/${idOf(62)}`);
});

test('a press on a dot opens its result, but a first touch only names it', async () => {
  const router = open();
  const field = (await chart()).querySelector('[data-opens="true"]');
  if (field === null) throw new Error('The chart has no field');
  const at = { clientX: 790, button: 0 };
  fireEvent.pointerDown(field, at);
  fireEvent.pointerUp(field, at);
  expect(router.state.location.pathname).toBe('/training/statistics');
  expect(screen.getByText('November 3, 2026')).toBeTruthy();
  fireEvent.pointerDown(field, at);
  fireEvent.pointerUp(field, at);
  expect(router.state.location.pathname).toBe(`/activities/${idOf(62)}`);
});

test('the results are also a table, the newest first, each with a link', async () => {
  open();
  const summary = await screen.findByText('Table of the results');
  const details = summary.closest('details');
  if (details === null) throw new Error('The table has no details');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const table = await screen.findByRole('table', { name: 'Results of 2k' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['November 3, 2026', '7:12.4', '1:48.1', ''],
    ['March 2, 2026', '7:10.0', '1:47.5', 'New best'],
    ['March 2, 2025', '7:20.0', '1:50.0', 'New best'],
  ]);
  const [newest] = within(table).getAllByRole('link');
  expect(newest?.getAttribute('href')).toBe(`/activities/${idOf(62)}`);
});

test('the workout and the period are in the address', async () => {
  const router = open();
  fireEvent.click(await screen.findByRole('button', { name: 'November 2026' }));
  expect(await screen.findByText('1 result: 7:12.4 on November 3, 2026.')).toBeTruthy();
  expect(router.state.location.search).toBe('?trend=period');
  fireEvent.change(screen.getByRole('combobox', { name: 'Workout' }), { target: { value: sets } });
  expect(await screen.findByText(`No results of ${sets} in this period.`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'All time' }));
  expect(new URLSearchParams(router.state.location.search).get('workout')).toBe(sets);
});

test('without a complete result it explains what counts as one', async () => {
  workouts = [];
  open();
  expect(await screen.findByText(/^No whole results of a workout yet/)).toBeTruthy();
});

test('[UI-4] a trend that does not load can be tried again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stubApi((path) => (path === `${base}/workouts` ? workouts : undefined));
  open();
  expect(await screen.findByText("The trend couldn't be loaded.")).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

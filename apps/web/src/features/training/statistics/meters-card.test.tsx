// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi } from '../../../../test/fake-api.ts';
import { fakeCanvas } from '../../../../test/fake-canvas.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { makeMeters } from '../../../../test/statistics/factory.ts';
import { MetersCard } from './index.ts';
import './meters-chart.tsx';

const today = '2026-11-21';
const ben = { _id: idOf(2), displayName: 'Ben Scull', iconURL: null };

beforeEach(fakeCanvas);
afterEach(cleanUp);

const columnsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);

test('[DASH-1] shows the meters of week, month and year, and the steps of the selected period', async () => {
  const asked = stubApi(() => makeMeters(today, [1_500, ...Array<number>(10).fill(1_000)]));
  openPage(<MetersCard userId={mara._id} partner={null} />, '/dashboard');
  const week = await screen.findByRole('button', { name: '7.5k m 7 days' });
  expect(week.getAttribute('aria-pressed')).toBe('true');
  const table = screen.getByRole('table', { name: 'Meters per day, last 7 days' });
  expect(columnsOf(table)).toEqual(['Day', 'Meters']);
  fireEvent.click(screen.getByRole('button', { name: '11.5k m 12 months' }));
  expect(week.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('table', { name: 'Meters per month, last 12 months' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Statistics' }).getAttribute('href')).toBe(
    '/training/statistics?period=year',
  );
  expect(asked).toHaveLength(1);
});

test('[DASH-1] compares the viewer with the training partner by name', async () => {
  stubApi((path) => makeMeters(today, path.includes(ben._id) ? [300, 400] : [100, 200]));
  openPage(<MetersCard userId={mara._id} partner={ben} />, '/dashboard');
  expect(await screen.findByText('Ben Scull', { selector: 'figcaption *' })).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Meters per day, last 7 days' });
  expect(columnsOf(table)).toEqual(['Day', 'You', 'Ben Scull']);
  const last = within(table).getAllByRole('row').at(-1);
  expect([...(last?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    'Saturday, November 21',
    '100 m',
    '300 m',
  ]);
});

test('shows a message instead of an empty chart', async () => {
  stubApi(() => makeMeters(today, [0, 0]));
  openPage(<MetersCard userId={mara._id} partner={null} />, '/dashboard');
  expect(await screen.findByText(/^No meters in the last 7 days/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test("[UI-4] shows the viewer's meters when the partner's cannot be loaded", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stubApi((path) => (path.includes(ben._id) ? undefined : makeMeters(today, [100])));
  openPage(<MetersCard userId={mara._id} partner={ben} />, '/dashboard');
  expect(await screen.findByRole('button', { name: '100 m 7 days' })).toBeTruthy();
  expect(screen.queryByText('Ben Scull')).toBeNull();
  expect(toasts()).toEqual([]);
});

// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { daysIn } from './activity-heatmap-year.ts';
import { ActivityHeatmap } from './activity-heatmap.tsx';

const userId = idOf(1);
const today = Temporal.PlainDate.from('2026-05-20');
const year = today.year;

let daysOf: Record<number, Record<string, number>>;
let isDown: boolean;
let api: FakeApi;

beforeEach(() => {
  const noon = today.toZonedDateTime({ timeZone: Temporal.Now.timeZoneId(), plainTime: { hour: 12 } });
  vi.spyOn(Temporal.Now, 'instant').mockReturnValue(noon.toInstant());
  vi.spyOn(Date, 'now').mockReturnValue(noon.epochMilliseconds);
  daysOf = {};
  isDown = false;
  api = stubReplies(({ query }) => {
    if (isDown) return refusal(400, 'No.', 'unavailable');
    const of = Number(query['currentYear']) + Number(query['yearOffset']);
    const days = daysOf[of] ?? {};
    const count = Object.values(days).reduce((sum, each) => sum + each, 0);
    return { body: { year: of, count, days } };
  });
});
afterEach(cleanUp);

const open = () => openPage(<ActivityHeatmap userId={userId} name="Ann Oar" />, '/');

const grid = (of = year) => screen.findByRole('grid', { name: `Activities on each day of ${of}` });
const days = () => [...document.querySelectorAll<HTMLElement>('[data-day]')];
const dayAt = (dayOfYear: number) => {
  const found = days().find((day) => day.dataset['day'] === String(dayOfYear));
  if (!found) throw new Error(`There is no day ${dayOfYear}`);
  return found;
};
const sentence = async (words: string) => {
  const shown = await screen.findByText('Ann Oar completed', { exact: false });
  await waitFor(() => expect(shown.textContent).toBe(words));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('[ATHL-2] the year', () => {
  test('requests the viewer’s year, and shows the number of activities in a sentence', async () => {
    daysOf = { [year]: { 1: 30, 2: 7 } };
    open();
    await sentence('Ann Oar completed 37 activities this year');
    expect(api.calls.map(({ path }) => path)).toEqual([`/api/users/${userId}/activity-heatmap`]);
    expect(api.calls[0]?.query).toEqual({
      currentYear: `${year}`,
      yearOffset: '0',
    });
  });

  test('has each day in the column of its week and the row of its weekday', async () => {
    open();
    const rows = within(await grid()).getAllByRole('row');
    expect(days()).toHaveLength(daysIn(year));
    const headers = rows.map((row) => within(row).queryByRole('rowheader')?.textContent);
    expect(headers).toEqual([undefined, 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    const firstSunday = Number(rows[1]?.querySelector<HTMLElement>('[data-day]')?.dataset['day']);
    expect(Temporal.PlainDate.from({ year, month: 1, day: firstSunday }).dayOfWeek).toBe(7);
    expect(
      within(await grid())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '));
  });

  test('labels a day with date and count, and sizes it by bucket', async () => {
    daysOf = { [year]: { 1: 1, 2: 2, 3: 3, 4: 6, 5: 7, 6: 30 } };
    open();
    await grid();
    const told = [1, 2, 3, 4, 5, 6, 7].map((day) => [
      dayAt(day).getAttribute('aria-label'),
      dayAt(day).firstElementChild?.getAttribute('data-bucket'),
    ]);
    expect(told).toEqual([
      ['January 1: 1 activity', '1'],
      ['January 2: 2 activities', '1'],
      ['January 3: 3 activities', '2'],
      ['January 4: 6 activities', '3'],
      ['January 5: 7 activities', '4'],
      ['January 6: 30 activities', '4'],
      ['January 7: 0 activities', '0'],
    ]);
  });

  test('has a legend of the buckets', async () => {
    open();
    await grid();
    const legend = within(screen.getByRole('list', { name: 'Activities in a day' }));
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '0',
      '1–2',
      '3–4',
      '5–6',
      '7 or more',
    ]);
  });

  test('goes back by year, but not into the future', async () => {
    daysOf = { [year]: { 1: 2 }, [year - 1]: { 1: 1 }, [year - 2]: {} };
    open();
    await sentence('Ann Oar completed 2 activities this year');
    expect(screen.getByRole('button', { name: 'Next year' }).getAttribute('aria-disabled')).toBe('true');
    press('Next year');
    press('Previous year');
    await sentence(`Ann Oar completed 1 activity in ${year - 1}`);
    await grid(year - 1);
    press('Previous year');
    await sentence(`Ann Oar completed 0 activities in ${year - 2}`);
    press('Next year');
    press('Next year');
    await sentence('Ann Oar completed 2 activities this year');
    press('Next year');
    expect(api.calls.map(({ query }) => query['yearOffset'])).toEqual(['0', '-1', '-2']);
  });
});

describe('the days with the keyboard', () => {
  const stops = () => days().filter((day) => day.tabIndex === 0);
  const focused = () => Number(document.activeElement?.getAttribute('data-day'));
  const keys = (...pressed: string[]) => {
    for (const key of pressed) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  };

  beforeEach(async () => {
    daysOf = { [year - 1]: { 365: 3 } };
    open();
    await grid();
    press('Previous year');
    await grid(year - 1);
  });

  test('are one tab stop; arrow keys move by day and week, Home and End to the ends', () => {
    const [stop] = stops();
    expect(stops()).toHaveLength(1);
    act(() => stop?.focus());
    const last = daysIn(year - 1);
    expect(focused()).toBe(last);
    keys('ArrowUp');
    expect(focused()).toBe(last - 1);
    keys('ArrowLeft', 'ArrowLeft');
    expect(focused()).toBe(last - 15);
    keys('ArrowRight', 'ArrowDown');
    expect(focused()).toBe(last - 7);
    keys('Home');
    expect(focused()).toBe(1);
    keys('ArrowUp', 'ArrowLeft');
    expect(focused()).toBe(1);
    keys('End', 'ArrowRight');
    expect(focused()).toBe(last);
    expect(stops().map(({ dataset }) => dataset['day'])).toEqual([`${last}`]);
  });

  test('shows the focused or hovered day as text', () => {
    act(() => dayAt(365).focus());
    const date = Temporal.PlainDate.from({ year: year - 1, month: 1, day: 1 }).add({ days: 364 });
    const long = date.toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
    expect(screen.getByText(`${long}: 3 activities`)).toBeTruthy();
    fireEvent.pointerOver(dayAt(1).firstElementChild ?? dayAt(1));
    expect(screen.getByText(`January 1, ${year - 1}: 0 activities`)).toBeTruthy();
  });
});

test('focuses today first in this year, and future days are paler', async () => {
  open();
  await grid();
  expect(
    days()
      .filter((day) => day.tabIndex === 0)
      .map((day) => day.dataset['day']),
  ).toEqual([`${today.dayOfYear}`]);
  const toCome = days().filter(
    ({ firstElementChild }) => firstElementChild?.getAttribute('data-to-come') === 'true',
  );
  expect(toCome).toHaveLength(daysIn(year) - today.dayOfYear);
});

test('[UI-4] shows a failure to load instead of the year, without a toast', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  isDown = true;
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(toasts()).toEqual([]);
  isDown = false;
  fireEvent.click(again);
  await sentence('Ann Oar completed 0 activities this year');
});

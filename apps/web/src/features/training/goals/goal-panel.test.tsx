// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goals, type Goal } from '@boathouse/contract/statistics/goals';
import { refusal, stubReplies, type Call } from '../../../../test/fake-api.ts';
import { mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { GoalPanel } from './index.ts';

let stored: Goal | null;
let isAway = false;
let calls: Call[];

beforeEach(() => {
  stored = null;
  isAway = false;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  ({ calls } = stubReplies(({ method, body }) => {
    if (isAway) return refusal(503, 'The server is away.');
    const week = { from: '2026-11-22', to: '2026-11-28', rowedMeters: 10_000 };
    if (method === 'PUT') stored = goals.ofUser.response.parse({ ...week, ...body });
    if (method === 'DELETE') stored = null;
    return { body: stored };
  }));
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T12:00:00.000Z'));
});
afterEach(cleanUp);

const show = () => openPage(<GoalPanel userId={mara._id} />, '/dashboard');
const panel = () => within(screen.getByRole('region', { name: 'Goal' }));
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));

test('a goal is set, changed and removed in its place', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Set a goal' }));
  fireEvent.change(await panel().findByLabelText(/^Meters/), { target: { value: '21000' } });
  press('Save goal');
  expect(await panel().findByText("2,000 m behind today's mark, 2,750 m a day to go")).toBeTruthy();
  expect(panel().getByText(/of 21,000 m this week/).textContent).toBe('10,000 of 21,000 m this week');
  expect(document.activeElement).toBe(panel().getByRole('button', { name: 'Edit goal' }));

  press('Edit goal');
  expect((await panel().findByLabelText<HTMLInputElement>(/^Meters/)).value).toBe('21000');
  press('Remove goal');
  expect(await panel().findByRole('button', { name: 'Set a goal' })).toBeTruthy();
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
});

test('a wrong number has an error at its field, and nothing is sent', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Set a goal' }));
  await panel().findByLabelText(/^Meters/);
  press('Save goal');
  expect(panel().getByText('Enter a whole number of meters')).toBeTruthy();
  expect(document.activeElement).toBe(panel().getByLabelText(/^Meters/));
  expect(calls).toHaveLength(1);
});

test('a goal that could not be saved stays in the form', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Set a goal' }));
  fireEvent.change(await panel().findByLabelText(/^Meters/), { target: { value: '21000' } });
  isAway = true;
  press('Save goal');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(panel().getByLabelText<HTMLInputElement>(/^Meters/).value).toBe('21000');
});

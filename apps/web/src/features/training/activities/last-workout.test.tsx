// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { stubReplies } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { unsentResults } from '../../../lib/kept/unsent-results.ts';
import { LastWorkout } from './index.ts';

afterEach(() => {
  cleanUp();
  unsentResults.set([]);
});

const show = (activities: object[]) => {
  stubReplies(() => ({ body: { count: activities.length, activities } }));
  openPage(<LastWorkout userId={mara._id} />, '/dashboard');
};

test('shows the figure of the newest result, which opens its page', async () => {
  const result = { distance: 2_000, elapsedTime: 440, averagePace: 110, workout: '2000m', isCompleted: true };
  show([{ ...buildActivity({ _id: idOf(5), ...result }), kind: 'distance' }]);
  const last = within(await screen.findByRole('region', { name: 'Your last workout' }));
  expect((await last.findByRole('link', { name: '2,000 m' })).getAttribute('href')).toBe(
    `/activities/${idOf(5)}`,
  );
  expect(last.getByText('7:20.0')).toBeTruthy();
  expect(last.getByRole('link', { name: 'Row again' }).getAttribute('href')).toBe('/row');
});

describe('a result that is not sent yet', () => {
  const of = (_id: string, createdAt: string) =>
    buildActivity({ _id, createdAt, workout: '2000m', distance: 2_000, isCompleted: true });
  const panel = async () => (await screen.findByRole('region', { name: 'Your last workout' })).textContent;
  const [sent, kept] = [
    of(idOf(5), '2026-11-20T06:00:00.000Z'),
    { ...of(idOf(6), '2026-11-21T06:00:00.000Z'), workout: '500m' },
  ];

  test('is the last one, and marked, even before the first one that was sent', async () => {
    unsentResults.set([kept]);
    show([]);
    expect(await panel()).toMatch(/500m.*Not sent yet/);
    cleanUp();
    show([sent]);
    await expect.poll(panel).toMatch(/500m.*Not sent yet/);
  });

  test('is not the last one if the athlete has rowed since, and is not marked after it was sent', async () => {
    unsentResults.set([{ ...kept, createdAt: '2026-11-19T06:00:00.000Z' }]);
    show([sent]);
    await expect.poll(panel).toContain('2,000 m');
    expect(await panel()).not.toContain('Not sent yet');
    cleanUp();
    unsentResults.set([kept]);
    show([kept]);
    await expect.poll(panel).toContain('500m');
    await expect.poll(panel).not.toContain('Not sent yet');
  });
});

test('is not there before the first result', async () => {
  show([]);
  await expect.poll(() => screen.queryByRole('region')).toBeNull();
});

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stubReplies } from '../../../test/fake-api.ts';
import { idOf, mara } from '../../../test/people.ts';
import { buildActivity } from '../../../test/sessions/factory.ts';
import { cleanUp, openPage } from '../../../test/signed-in-page.tsx';
import { LastWorkout } from './index.ts';

afterEach(cleanUp);

const show = (activities: object[]) => {
  stubReplies(() => ({ body: { count: activities.length, activities } }));
  openPage(<LastWorkout userId={mara._id} />, '/dashboard');
};

test('shows the figure of the newest result, which opens its page', async () => {
  const result = { distance: 2_000, elapsedTime: 440, averagePace: 110, workout: '2000m', isCompleted: true };
  show([{ ...buildActivity({ _id: idOf(5), ...result }), kind: 'distance' }]);
  const last = within(await screen.findByRole('region', { name: 'Your last workout' }));
  expect((await last.findByRole('link', { name: '2000m' })).getAttribute('href')).toBe(
    `/activities/${idOf(5)}`,
  );
  expect(last.getByText('7:20.0')).toBeTruthy();
});

test('is not there before the first result', async () => {
  show([]);
  await expect.poll(() => screen.queryByRole('region')).toBeNull();
});

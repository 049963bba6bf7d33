// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf } from '../../test/every-page.ts';
import { stubApi } from '../../test/fake-api.ts';
import { buildClub, mara } from '../../test/people.ts';
import { cleanUp, openPage } from '../../test/signed-in-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const [harbour, night] = [buildClub(50, 'Harbour'), buildClub(51, 'Night Shift')];

beforeEach(() => {
  stubApi((path) =>
    path === `/api/clubmemberships/user/${mara._id}`
      ? [harbour, night].map((club, index) => ({
          _id: club._id,
          user: mara,
          club,
          role: index,
          createdAt: '2025-01-01T00:00:00.000Z',
        }))
      : bodyOf(path),
  );
});
afterEach(cleanUp);

const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
const audience = () => screen.getByText(/ will see it$/).textContent;

test('a half-written workout for a club is kept, and belongs to the club, when the dashboard is opened again', async () => {
  const router = openPage(<DashboardPage />, `/dashboard?club=${harbour._id}`);
  await waitFor(() => expect(audience()).toBe('Members of Harbour will see it'));
  fireEvent.change(title(), { target: { value: 'Morning row' } });
  await act(() => router.navigate('/dashboard'));
  expect(title().value).toBe('Morning row');
  await waitFor(() => expect(audience()).toBe('Members of Harbour will see it'));
  await act(() => router.navigate(`/dashboard?club=${night._id}`));
  expect(title().value).toBe('Morning row');
  await waitFor(() => expect(audience()).toBe('Members of Night Shift will see it'));
});

test('an empty form follows the link that opened it', async () => {
  const router = openPage(<DashboardPage />, `/dashboard?club=${harbour._id}`);
  await waitFor(() => expect(audience()).toBe('Members of Harbour will see it'));
  await act(() => router.navigate('/dashboard'));
  // The one club that Mara runs.
  await waitFor(() => expect(audience()).toBe('Members of Night Shift will see it'));
});

// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { PageTitle } from './page-title.tsx';

vi.hoisted(() => {
  document.head.innerHTML = '<meta name="application-name" content="Boathouse" />';
});
afterEach(cleanup);

function open(path: string) {
  const page = (heading: React.ReactNode) => (
    <>
      <PageTitle />
      {heading}
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/', element: page(<h1>Row together</h1>) },
      { path: '/statistics', element: page(<h1>Statistics</h1>) },
      { path: '/dashboard', element: page(<h1 data-title="Dashboard">Sunday, 22 November</h1>) },
      { path: '/loading', element: page(<main data-testid="loading" />) },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test('the landing page has only the name of the product', async () => {
  const router = open('/statistics');
  await act(() => router.navigate('/'));
  expect(document.title).toBe('Boathouse');
});

test('names other pages by their heading and the product', async () => {
  const router = open('/');
  await act(() => router.navigate('/statistics'));
  expect(document.title).toBe('Statistics · Boathouse');
});

test('names a page with a different heading by its data-title', () => {
  open('/dashboard');
  expect(document.title).toBe('Dashboard · Boathouse');
});

test('follows a heading that appears later or changes', async () => {
  open('/loading');
  expect(document.title).toBe('Boathouse');
  const heading = document.createElement('h1');
  heading.textContent = 'Morning row';
  screen.getByTestId('loading').append(heading);
  await vi.waitFor(() => expect(document.title).toBe('Morning row · Boathouse'));
  heading.textContent = 'Evening row';
  await vi.waitFor(() => expect(document.title).toBe('Evening row · Boathouse'));
});

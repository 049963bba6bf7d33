// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { dismissToast, getToasts, showErrorToast, showToast } from '../ui/toast-store.ts';
import { Root } from './root.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
});

test('the error of an attempt is removed with its page; a success stays', async () => {
  const routes = [{ element: <Root />, children: [{ path: '*', element: <h1>Page</h1> }] }];
  const router = createMemoryRouter(routes, { initialEntries: ['/register'] });
  render(<RouterProvider router={router} />);
  showErrorToast('Password too short');
  showToast('Created session');
  await act(() => router.navigate('/register?from=landing'));
  expect(getToasts()).toHaveLength(2);
  await act(() => router.navigate('/dashboard'));
  expect(getToasts().map(({ title }) => title)).toEqual(['Created session']);
});

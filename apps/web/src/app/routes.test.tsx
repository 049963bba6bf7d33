// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErrorPage } from './error-page.tsx';
import { chunkTimeoutMs, loadChunk } from '../lib/load-chunk.ts';
import { routes } from './routes.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Every path of the product. */
const addresses = [
  '/',
  '/login',
  '/register',
  '/reset',
  '/dashboard',
  '/training/statistics',
  '/training/activity',
  '/training/calendar',
  '/training/import',
  '/training/enter',
  '/settings',
  '/administration',
  '/set-up',
  '/explore/clubs',
  '/explore/athletes',
  '/club-create',
  '/clubs/:clubURL/edit',
  '/clubs/:clubURL/general',
  '/clubs/:clubURL/members',
  '/clubs/:clubURL/tests',
  '/clubs/:clubURL/tests/:testID',
  '/clubs/:clubURL/records',
  '/clubs/:clubURL/attendance',
  '/clubs/:clubURL/squads',
  '/athletes/:userID',
  '/athletes/:userID/following',
  '/sessions/:sessionID',
  // Beyond the specification.
  '/sessions/:sessionID/entries/:item',
  '/activities/:activityID',
  '/boards/:key',
  '/clubs/:clubURL',
  '/invitations',
  '/notifications',
  '/row',
  '/clubs/:clubURL/races',
  '/races/:eventID',
  '/races/:eventID/entries',
  '/races/:eventID/draw',
  '/races/:eventID/setup',
  '/races/:eventID/commentary',
  '/races/:eventID/control',
  '/race',
  '/race-pages/:key',
  '/race-pages/:key/screen',
];

function pathsOf(given: RouteObject[], parent = ''): string[] {
  return given.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`;
    if (route.children) return pathsOf(route.children, path);
    return [path === '' ? '/' : path];
  });
}

test('[NAV-6] has a page for exactly these paths, and one for unknown paths', () => {
  expect(pathsOf(routes).sort()).toEqual([...addresses, '/*'].sort());
});

describe('a page whose code does not load', () => {
  const open = (load: () => Promise<unknown>) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const router = createMemoryRouter([
      {
        path: '/',
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
        lazy: async () => {
          await loadChunk(load);
          return {};
        },
      },
    ]);
    render(<RouterProvider router={router} />);
  };

  test('[BUILD-1] fails after 120 seconds with a message and a Reload button', async () => {
    vi.useFakeTimers();
    open(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
    expect(screen.queryByRole('heading')).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong');
    expect(screen.getByText(/This part of the page couldn't be loaded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  });

  test('[BUILD-1] shows the same message when the server no longer has the code', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    expect(await screen.findByText(/This part of the page couldn't be loaded/)).toBeTruthy();
  });

  test('[BUILD-1] every lazy page uses this time limit', async () => {
    vi.resetModules();
    const asked: unknown[] = [];
    vi.doMock('../lib/load-chunk.ts', () => ({
      loadChunk: (load: unknown) => {
        asked.push(load);
        return Promise.reject(new Error('not now'));
      },
    }));
    const { routes: fresh } = await import('./routes.tsx');
    const lazyOf = (given: RouteObject[]): Array<() => Promise<unknown>> =>
      given.flatMap(({ lazy, children }) => [
        ...(typeof lazy === 'function' ? [lazy] : []),
        ...lazyOf(children ?? []),
      ]);
    const lazies = lazyOf(fresh);
    await Promise.allSettled(lazies.map((lazy) => lazy()));
    expect(asked).toHaveLength(lazies.length);
    expect(lazies.length).toBeGreaterThan(5);
    vi.doUnmock('../lib/load-chunk.ts');
  });
});

import type { RouteObject } from 'react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { loadChunk } from './load-chunk.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageLoading } from './page-loading.tsx';
import { productName } from './product-name.ts';

/** Every page but the landing page arrives when it is asked for. A new page is one entry below its gate. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: PageLoading,
    children: [
      { index: true, element: <LandingPage productName={productName} /> },
      {
        lazy: async () => ({
          Component: (await loadChunk(() => import('./signed-out-layout.tsx'))).SignedOutLayout,
        }),
        children: [
          {
            lazy: async () => ({
              Component: (await loadChunk(() => import('./auth-gate.tsx'))).SignedOutGate,
            }),
            children: [
              {
                path: 'login',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/auth/login-page.tsx'))).LoginPage,
                }),
              },
              {
                path: 'register',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/auth/register-page.tsx')))
                    .RegisterPage,
                }),
              },
            ],
          },
          // The link of a reset mail also serves who is signed in.
          {
            path: 'reset',
            lazy: async () => ({
              Component: (await loadChunk(() => import('../features/auth/reset-page.tsx'))).ResetPage,
            }),
          },
        ],
      },
      {
        lazy: async () => ({
          Component: (await loadChunk(() => import('./signed-in-layout.tsx'))).SignedInLayout,
        }),
        // Inside the gate, so that an error of one page leaves the header standing.
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                path: 'dashboard',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('./dashboard-page.tsx'))).DashboardPage,
                }),
              },
              {
                path: 'settings',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/settings/settings-page.tsx')))
                    .SettingsPage,
                }),
              },
              {
                path: 'sessions/:sessionID',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/sessions/session-page.tsx')))
                    .SessionPage,
                }),
              },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

import { replace, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { PageLoading } from './page-loading.tsx';
import { Root } from './root.tsx';

/**
 * All pages load lazily. To add a page, add an entry below its gate. The build reads from this file
 * which files each page loads (`build/page-files.ts`), so every `lazy` names its module in an `import()`.
 */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: PageLoading,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await loadChunk(() => import('./landing.tsx'))).Landing }),
      },
      {
        lazy: async () => ({ Component: (await loadChunk(() => import('./data-layout.tsx'))).DataLayout }),
        children: [
          {
            lazy: async () => ({
              Component: (await loadChunk(() => import('./signed-out/signed-out-layout.tsx')))
                .SignedOutLayout,
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
                      Component: (await loadChunk(() => import('./signed-out/log-in.tsx'))).LogIn,
                    }),
                  },
                  {
                    path: 'register',
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('../features/people/auth/register-page.tsx')))
                        .RegisterPage,
                    }),
                  },
                ],
              },
              // A user who has signed up before may still set up the server.
              {
                path: 'set-up',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/people/auth/set-up-page.tsx')))
                    .SetUpPage,
                }),
              },
              // Short, because guests type it. Their code is their login; users with an account enter it too.
              {
                path: 'race',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/racing/races/join/join-page.tsx')))
                    .JoinRacePage,
                }),
              },
              // The link of a reset mail also works for signed-in users.
              {
                path: 'reset',
                lazy: async () => ({
                  Component: (await loadChunk(() => import('../features/people/auth/reset-page.tsx')))
                    .ResetPage,
                }),
              },
            ],
          },
          // Public: the key in the address gives the right to read it (decision 022).
          {
            path: 'boards/:key',
            // It connects at once.
            lazy: async () => {
              const [{ BoardPage }] = await loadChunk(() =>
                Promise.all([
                  import('../features/sessions/board/board-page.tsx'),
                  import('../lib/socket-client.ts'),
                ]),
              );
              return { Component: BoardPage };
            },
          },
          // Public, as boards (decision 097).
          {
            path: 'race-pages/:key',
            lazy: async () => ({
              Component: (await loadChunk(() => import('../features/racing/races/results/public-page.tsx')))
                .PublicRacePage,
            }),
          },
          {
            path: 'race-pages/:key/screen',
            lazy: async () => {
              const [{ RaceScreenPage }] = await loadChunk(() =>
                Promise.all([
                  import('../features/racing/races/screen/screen-page.tsx'),
                  import('../lib/socket-client.ts'),
                ]),
              );
              return { Component: RaceScreenPage };
            },
          },
          {
            lazy: async () => ({
              Component: (await loadChunk(() => import('./signed-in-layout.tsx'))).SignedInLayout,
            }),
            // Inside the gate, so that the header stays when a page fails.
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
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('./section-layout.tsx'))).TrainingLayout,
                    }),
                    children: [
                      {
                        path: 'training/import',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/transfers/imports/import-page.tsx'))
                          ).ImportPage,
                        }),
                      },
                      {
                        path: 'training/enter',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/training/entries/own/enter-page.tsx'))
                          ).EnterPage,
                        }),
                      },
                      {
                        path: 'training/statistics',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(
                              () => import('../features/training/statistics/statistics-page.tsx'),
                            )
                          ).StatisticsPage,
                        }),
                      },
                      {
                        path: 'training/activity',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(
                              () => import('../features/training/activities/history/history-page.tsx'),
                            )
                          ).HistoryPage,
                        }),
                      },
                      {
                        path: 'training/calendar',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/sessions/calendar/calendar-page.tsx'))
                          ).CalendarPage,
                        }),
                      },
                    ],
                  },
                  {
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('./section-layout.tsx'))).ExploreLayout,
                    }),
                    children: [
                      {
                        path: 'explore/clubs',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/site/explore/explore-clubs-page.tsx'))
                          ).ExploreClubsPage,
                        }),
                      },
                      {
                        path: 'explore/athletes',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(
                              () => import('../features/site/explore/explore-athletes-page.tsx'),
                            )
                          ).ExploreAthletesPage,
                        }),
                      },
                    ],
                  },
                  {
                    path: 'athletes/:userID',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/site/explore/athlete/athlete-page.tsx'))
                      ).AthletePage,
                    }),
                  },
                  {
                    path: 'athletes/:userID/following',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/news/follows/following-page.tsx'))
                      ).FollowingPage,
                    }),
                  },
                  {
                    path: 'notifications',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/news/notifications/notifications-page.tsx'))
                      ).NotificationsPage,
                    }),
                  },
                  {
                    path: 'settings',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/site/settings/settings-page.tsx'))
                      ).SettingsPage,
                    }),
                  },
                  {
                    path: 'administration',
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('./administration/administration-gate.tsx')))
                        .AdministrationGate,
                    }),
                  },
                  {
                    path: 'club-create',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/clubs/clubs/club-create-page.tsx'))
                      ).ClubCreatePage,
                    }),
                  },
                  // The key of the invitation is in the fragment (decision 032).
                  {
                    path: 'invitations',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(
                          () => import('../features/clubs/clubs/invitations/invitation-page.tsx'),
                        )
                      ).InvitationPage,
                    }),
                  },
                  {
                    path: 'clubs/:clubURL',
                    loader: ({ params: { clubURL = '' } }) =>
                      replace(`/clubs/${encodeURIComponent(clubURL)}/general`),
                  },
                  {
                    path: 'clubs/:clubURL/edit',
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('../features/clubs/clubs/club-edit-page.tsx')))
                        .ClubEditPage,
                    }),
                  },
                  {
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('../features/clubs/clubs/club-layout.tsx')))
                        .ClubLayout,
                    }),
                    children: [
                      {
                        path: 'clubs/:clubURL/general',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/clubs/clubs/club-general-page.tsx'))
                          ).ClubGeneralPage,
                        }),
                      },
                      {
                        path: 'clubs/:clubURL/members',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/clubs/clubs/club-members-page.tsx'))
                          ).ClubMembersPage,
                        }),
                      },
                      {
                        path: 'clubs/:clubURL/races',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/races/club/club-races-page.tsx'))
                          ).ClubRacesPage,
                        }),
                      },
                      {
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/tests/tests-layout.tsx'))
                          ).TestsLayout,
                        }),
                        children: [
                          {
                            path: 'clubs/:clubURL/tests',
                            lazy: async () => ({
                              Component: (
                                await loadChunk(() => import('../features/racing/tests/tests-page.tsx'))
                              ).TestsPage,
                            }),
                          },
                          {
                            path: 'clubs/:clubURL/tests/:testID',
                            lazy: async () => ({
                              Component: (
                                await loadChunk(() => import('../features/racing/tests/board-page.tsx'))
                              ).BoardPage,
                            }),
                          },
                          {
                            path: 'clubs/:clubURL/records',
                            lazy: async () => ({
                              Component: (
                                await loadChunk(() => import('../features/racing/tests/records-page.tsx'))
                              ).RecordsPage,
                            }),
                          },
                          {
                            path: 'clubs/:clubURL/attendance',
                            lazy: async () => ({
                              Component: (
                                await loadChunk(() => import('../features/racing/tests/turnout-page.tsx'))
                              ).TurnoutPage,
                            }),
                          },
                          {
                            path: 'clubs/:clubURL/squads',
                            lazy: async () => ({
                              Component: (
                                await loadChunk(() => import('../features/clubs/squads/squads-page.tsx'))
                              ).SquadsPage,
                            }),
                          },
                        ],
                      },
                    ],
                  },
                  {
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/racing/races/event/event-layout.tsx'))
                      ).RaceEventLayout,
                    }),
                    children: [
                      {
                        path: 'races/:eventID',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/races/event/day-page.tsx'))
                          ).RaceDayPage,
                        }),
                      },
                      {
                        path: 'races/:eventID/entries',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/races/entries/entries-page.tsx'))
                          ).EntriesPage,
                        }),
                      },
                      {
                        path: 'races/:eventID/draw',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/races/draw/draw-page.tsx'))
                          ).DrawPage,
                        }),
                      },
                      {
                        path: 'races/:eventID/setup',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(() => import('../features/racing/races/setup/setup-page.tsx'))
                          ).SetupPage,
                        }),
                      },
                      {
                        path: 'races/:eventID/commentary',
                        lazy: async () => ({
                          Component: (
                            await loadChunk(
                              () => import('../features/racing/races/commentary/commentary-page.tsx'),
                            )
                          ).CommentaryPage,
                        }),
                      },
                    ],
                  },
                  {
                    path: 'races/:eventID/control',
                    // It connects at once.
                    lazy: async () => {
                      const [{ RaceControlPage }] = await loadChunk(() =>
                        Promise.all([
                          import('../features/racing/races/control/control-page.tsx'),
                          import('../lib/socket-client.ts'),
                        ]),
                      );
                      return { Component: RaceControlPage };
                    },
                  },
                  {
                    path: 'activities/:activityID',
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('./activity-page.tsx'))).ActivityPage,
                    }),
                  },
                  {
                    path: 'row',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/sessions/sessions/just-row-page.tsx'))
                      ).JustRowPage,
                    }),
                  },
                  {
                    path: 'sessions/:sessionID',
                    // It connects at once.
                    lazy: async () => {
                      const [{ SessionPage }] = await loadChunk(() =>
                        Promise.all([
                          import('../features/sessions/sessions/session-page.tsx'),
                          import('../lib/socket-client.ts'),
                        ]),
                      );
                      return { Component: SessionPage };
                    },
                  },
                  {
                    path: 'sessions/:sessionID/entries/:item',
                    lazy: async () => ({
                      Component: (
                        await loadChunk(() => import('../features/training/entries/sheet/sheet-page.tsx'))
                      ).SheetPage,
                    }),
                  },
                  {
                    path: '*',
                    lazy: async () => ({
                      Component: (await loadChunk(() => import('./not-found-page.tsx'))).NotFoundPage,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

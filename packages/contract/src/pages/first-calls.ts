import { activities } from '../activities.ts';
import { entries } from '../activities/entries.ts';
import { history } from '../activities/history.ts';
import { auth } from '../auth.ts';
import { clubRoles, clubs } from '../clubs.ts';
import { squads } from '../clubs/squads.ts';
import { urlOf, type Endpoint, type EndpointArgs, type EndpointResponse } from '../endpoint.ts';
import { feed } from '../feed.ts';
import { follows } from '../follows.ts';
import { goals } from '../statistics/goals.ts';
import { imports } from '../activities/imports.ts';
import { limits } from '../limits.ts';
import { moves } from '../activities/moves.ts';
import { comments, likes } from '../comments.ts';
import { notifications } from '../notifications.ts';
import { product } from '../product.ts';
import { races } from '../races.ts';
import { raceDay } from '../races/day.ts';
import { raceResults } from '../races/results.ts';
import { records } from '../racing/records.ts';
import { tests } from '../racing/tests.ts';
import { turnout } from '../racing/turnout.ts';
import { results } from '../activities/results.ts';
import { sessions } from '../sessions.ts';
import { attendance } from '../sessions/attendance.ts';
import { boards } from '../sessions/boards.ts';
import { starts } from '../sessions/starts.ts';
import { statistics, weeksOfMonth } from '../statistics.ts';
import { areFirstStepsOver, users, type OwnUser } from '../users.ts';

/** A GET that a page makes before it can show its data. */
export type FirstCall = {
  /** The path with `/api` and the query. */
  url: string;
  /** Returns the calls that need this call's response, which may have any shape; null without such calls. */
  next: ((body: unknown) => FirstCall[]) | null;
};

/** The server's knowledge of the navigating browser. */
export type Visit = {
  /** The parameters of the page's path. */
  params: Readonly<Record<string, string>>;
  /** The query of the address; pages read filters and page numbers from it. */
  query: URLSearchParams;
  /** The viewer's IANA time zone and today's date there; null if unknown. */
  local: { timeZone: string; today: { year: number; month: number; day: number } } | null;
};

type Page = (visit: Visit) => FirstCall[];
type MemberPage = (visit: Visit, viewer: OwnUser) => FirstCall[];

function firstCall<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
  next?: (answer: EndpointResponse<E>) => FirstCall[],
): FirstCall {
  const given: { params?: unknown; query?: unknown } = args;
  const schema: E['response'] = endpoint.response;
  return {
    url: urlOf(endpoint, given.params, given.query),
    next:
      next === undefined
        ? null
        : (body) => {
            const result = schema['~standard'].validate(body);
            return result instanceof Promise || result.issues ? [] : next(result.value);
          },
  };
}

const firstPage = (pageSize: number) => ({ page: '1', pagesize: `${pageSize}` });
const feedPage = firstPage(limits.feedPageSize);

const publicPages: Record<string, Page> = {
  '/login': () => [firstCall(product.read, {})],
  '/register': () => [firstCall(product.read, {})],
  '/set-up': () => [firstCall(product.read, {}), firstCall(auth.session, {})],
  '/reset': ({ query }) => (query.has('token') ? [firstCall(product.read, {})] : []),
  '/race': () => [firstCall(auth.session, {})],
  '/boards/:key': ({ params: { key = '' } }) => [firstCall(boards.read, { params: { key } })],
  '/race-pages/:key': ({ params: { key = '' } }) => [firstCall(raceResults.page, { params: { key } })],
  '/race-pages/:key/screen': ({ params: { key = '' } }) => [
    firstCall(raceResults.pageNow, { params: { key } }),
  ],
};

const membersOf = (id: string) => firstCall(clubs.membershipsOfClub, { params: { id } });

function clubPage(more: (clubId: string, visit: Visit) => FirstCall[]): MemberPage {
  return (visit, { _id: user }) => [
    firstCall(clubs.byCustomURL, { params: { url: visit.params['clubURL'] ?? '' } }, ({ _id: club }) => [
      // Admins see on the club's tabs how many users request to join.
      firstCall(clubs.isMember, { query: { user, club } }, ({ role }) =>
        role !== null && role >= clubRoles.admin ? [membersOf(club)] : [],
      ),
      ...more(club, visit),
    ]),
  ];
}

const memberPages: Record<string, MemberPage> = {
  '/dashboard': ({ local }, { _id: user, trainingPartner }) => [
    firstCall(raceDay.mine, {}),
    firstCall(users.firstSteps, { params: { id: user } }, (steps) =>
      areFirstStepsOver(steps) ? [] : [firstCall(product.read, {})],
    ),
    firstCall(sessions.next, { params: { id: user } }, (next) =>
      // For a session that others can join, the dashboard shows who will attend.
      next !== null && (next.club !== null || next.isAccessibleByLink)
        ? [firstCall(attendance.ofSession, { params: { id: next._id } })]
        : [],
    ),
    firstCall(history.search, { query: { user, sortby: '-createdAt', sparse: '1', ...firstPage(1) } }),
    firstCall(clubs.membershipsOfUser, { params: { id: user } }),
    firstCall(follows.summary, { params: { id: user } }),
    firstCall(feed.dashboard, { query: { user, ...feedPage } }),
    ...(local === null
      ? []
      : [
          ...metersOf([user, ...(trainingPartner ? [trainingPartner._id] : [])], local.timeZone),
          firstCall(goals.ofUser, { params: { id: user }, query: { timeZone: local.timeZone } }),
          sessionsOfDay(user, local),
        ]),
  ],
  '/training/statistics': ({ query, local }, { _id: id }) => {
    const bests = firstCall(statistics.personalBests, { params: { id } });
    if (local === null) return [bests];
    const { timeZone } = local;
    const bounds = { gte: '0', lte: `${limits.distanceFilterM}` };
    const isRolling = !query.has('of') && ['week', 'month', 'year'].includes(query.get('period') ?? 'week');
    return [
      bests,
      firstCall(statistics.general, { params: { id }, query: { timeZone } }),
      ...(isRolling ? metersOf([id], timeZone) : []),
      ...(query.size > 0
        ? []
        : [firstCall(statistics.progress, { params: { id }, query: { ...bounds, timeZone } })]),
    ];
  },
  '/training/activity': ({ query }, { _id: user }) => [
    firstCall(statistics.personalBests, { params: { id: user } }),
    firstCall(imports.questions, {}),
    ...(query.size > 0
      ? []
      : [
          firstCall(history.search, {
            query: { user, sortby: '-createdAt', ...firstPage(limits.pageSize) },
          }),
        ]),
  ],
  '/training/import': () => [firstCall(imports.list, {}), firstCall(imports.questions, {})],
  '/training/enter': () => [],
  '/training/calendar': ({ query, local }, { _id: id }) => {
    if (query.size > 0 || local === null) return [];
    const { timeZone, today } = local;
    const month = { year: `${today.year}`, month: `${today.month}` };
    return [
      firstCall(sessions.ofUser, { params: { id }, query: { ...month, sparse: '1', timeZone } }),
      firstCall(activities.withoutSession, { params: { id }, query: { ...month, timeZone } }),
      firstCall(statistics.rowedDays, { params: { id }, query: weeksOfMonth(today) }),
    ];
  },
  '/explore/clubs': ({ query }) => {
    if (query.size > 0) return [];
    return [firstCall(clubs.list, { query: firstPage(limits.pageSize) })];
  },
  '/explore/athletes': ({ query, local }, { _id: follower }) => {
    if (query.size > 0) return [];
    return [
      firstCall(users.list, { query: firstPage(limits.pageSize) }, ({ users: found }) =>
        factsOf(
          follower,
          found.map(({ _id }) => _id),
          local,
        ),
      ),
    ];
  },
  '/athletes/:userID': ({ params: { userID: user = '' }, local }, { _id: viewer }) => [
    firstCall(users.byId, { params: { id: user } }),
    firstCall(follows.summary, { params: { id: user } }),
    ...(user === viewer
      ? []
      : [
          firstCall(follows.doesFollow, { query: { follower: viewer, followee: user } }),
          firstCall(users.blocked, { params: { id: viewer } }),
        ]),
    firstCall(statistics.personalBests, { params: { id: user } }),
    firstCall(feed.athleteProfile, { query: { user, ...feedPage } }),
    firstCall(clubs.membershipsOfUser, { params: { id: user } }),
    ...(local === null
      ? []
      : [
          firstCall(statistics.heatmap, {
            params: { id: user },
            query: { currentYear: `${local.today.year}`, yearOffset: '0' },
          }),
        ]),
  ],
  '/athletes/:userID/following': ({ params: { userID: id = '' }, query, local }, { _id: follower }) => {
    const side = query.get('show') === 'followers' ? 'followers' : 'followees';
    return [
      firstCall(users.byId, { params: { id } }),
      firstCall(follows.summary, { params: { id } }),
      firstCall(follows[side], { params: { id } }, (found) => {
        const shown = found.slice(0, limits.pageSizeMax);
        const athletes = shown.map((follow) => follow[side === 'followers' ? 'follower' : 'followee']._id);
        return factsOf(follower, athletes, local);
      }),
    ];
  },
  '/clubs/:clubURL/general': clubPage((club, { local }) => [
    firstCall(feed.clubUpcoming, { query: { club, ...feedPage } }),
    firstCall(feed.clubProfile, { query: { club, ...feedPage } }),
    ...(local === null
      ? []
      : [
          firstCall(statistics.clubMeters, {
            params: { id: club },
            query: { period: 'week', timeZone: local.timeZone },
          }),
        ]),
  ]),
  '/clubs/:clubURL/members': clubPage((club) => [membersOf(club)]),
  '/clubs/:clubURL/races': clubPage((club) => [firstCall(races.ofClub, { params: { id: club } })]),
  '/races/:eventID': ({ params: { eventID: id = '' } }) => [
    firstCall(races.byId, { params: { id } }),
    firstCall(raceDay.now, { params: { id } }),
    firstCall(raceResults.ofEvent, { params: { id } }),
  ],
  '/races/:eventID/entries': ({ params: { eventID: id = '' } }) => [
    firstCall(races.byId, { params: { id } }),
  ],
  '/races/:eventID/draw': ({ params: { eventID: id = '' } }) => [firstCall(races.byId, { params: { id } })],
  '/races/:eventID/setup': ({ params: { eventID: id = '' } }) => [
    firstCall(races.byId, { params: { id } }, ({ club, may }) => (may.manage ? [membersOf(club._id)] : [])),
  ],
  '/races/:eventID/commentary': ({ params: { eventID: id = '' } }) => [
    firstCall(races.byId, { params: { id } }),
    firstCall(raceDay.now, { params: { id } }),
  ],
  '/races/:eventID/control': ({ params: { eventID: id = '' } }) => [
    firstCall(races.byId, { params: { id } }),
    firstCall(raceDay.now, { params: { id } }),
  ],
  '/clubs/:clubURL/tests': clubPage((club) => [firstCall(tests.ofClub, { params: { id: club } })]),
  '/clubs/:clubURL/tests/:testID': clubPage((club, { params: { testID: test = '' } }) => [
    firstCall(tests.board, { params: { id: club, test }, query: {} }),
    firstCall(squads.ofClub, { params: { id: club } }),
  ]),
  '/clubs/:clubURL/records': clubPage((club) => [
    firstCall(records.ofClub, {
      params: { id: club },
      query: { machine: 'rower', kind: 'distance', amount: '2000' },
    }),
  ]),
  '/clubs/:clubURL/attendance': clubPage((club, { local }) =>
    local === null ? [] : [firstCall(turnout.ofClub, { params: { id: club }, query: turnoutMonths(local) })],
  ),
  '/clubs/:clubURL/squads': clubPage((club) => [firstCall(squads.ofClub, { params: { id: club } })]),
  '/clubs/:clubURL/edit': ({ params }, { _id: user }) => [
    firstCall(clubs.byCustomURL, { params: { url: params['clubURL'] ?? '' } }, ({ _id: club }) => [
      firstCall(clubs.isMember, { query: { user, club } }),
    ]),
  ],
  // Plots draw the strokes, the largest part, and load after the figures anyway.
  '/activities/:activityID': ({ params: { activityID: id = '' } }, { _id: viewer }) => [
    firstCall(activities.byId, { params: { id } }, ({ user, session, isCompleted }) => [
      firstCall(statistics.personalBests, { params: { id: user._id } }),
      ...(isCompleted ? [firstCall(results.standing, { params: { id } })] : []),
      ...(user._id === viewer ? [firstCall(results.note, { params: { id } })] : []),
      ...(user._id === viewer && isCompleted ? [firstCall(imports.questions, {})] : []),
      ...(isCompleted && session !== null
        ? [firstCall(sessions.activities, { params: { id: session._id } })]
        : []),
    ]),
    firstCall(likes.ofParent, { params: { parentId: id }, query: { user: viewer } }),
    firstCall(comments.ofParent, { params: { parentId: id } }),
  ],
  '/sessions/:sessionID': ({ params: { sessionID: id = '' } }, { _id: user }) => [
    firstCall(sessions.byId, { params: { id } }, ({ club, hostUser }) => {
      const isHost = hostUser._id === user;
      // For users who manage the session: its host and the admins of its club.
      const beside = firstCall(moves.beside, { params: { id } });
      return [
        ...(isHost ? [beside] : []),
        ...(club === null
          ? []
          : [
              firstCall(clubs.isMember, { query: { user, club: club._id } }, ({ isMember, role }) => [
                // Members see beside an item whether it is a test.
                ...(isMember ? [firstCall(tests.ofClub, { params: { id: club._id } })] : []),
                ...(!isHost && role !== null && role >= clubRoles.admin ? [beside] : []),
              ]),
            ]),
        firstCall(sessions.activities, { params: { id } }),
        firstCall(starts.ofSession, { params: { id } }),
      ];
    }),
    firstCall(product.read, {}),
  ],
  '/sessions/:sessionID/entries/:item': ({ params: { sessionID: id = '', item = '0' } }) => [
    firstCall(entries.sheet, { params: { id, item } }),
  ],
  '/row': () => [firstCall(product.read, {})],
  '/notifications': () => [firstCall(notifications.list, { query: firstPage(limits.pageSize) })],
  // Each section makes its calls when it is first opened; the server doesn't know the section in the address's hash.
  '/settings': () => [],
};

function factsOf(follower: string, athletes: readonly string[], local: Visit['local']): FirstCall[] {
  if (athletes.length === 0 || local === null) return [];
  const { timeZone } = local;
  return [firstCall(follows.facts, { query: { follower, athletes: athletes.join(), timeZone } })];
}

/** The month of the viewer and the two before, as the page of a club's attendance shows at first. */
function turnoutMonths({ timeZone, today: { year, month } }: NonNullable<Visit['local']>) {
  const textOf = (months: number) =>
    `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  const last = year * 12 + month - 1;
  return { from: textOf(last - 2), to: textOf(last), timeZone };
}

const metersOf = (ids: readonly string[], timeZone: string) =>
  ids.map((id) => firstCall(statistics.meters, { params: { id }, query: { timeZone } }));

function sessionsOfDay(id: string, { timeZone, today }: NonNullable<Visit['local']>): FirstCall {
  const { year, month, day } = today;
  return firstCall(sessions.ofUser, {
    params: { id },
    query: { year: `${year}`, month: `${month}`, day: `${day}`, sparse: '0', timeZone },
  });
}

/**
 * The calls of the first screen of a page, which the server makes for a signed-in visitor and writes into the page.
 * Their addresses are those that the page's own queries build: `web/app/first-calls.test.tsx` opens each page and
 * compares.
 * @param pattern the page's path as in the routes of the web app
 */
export function firstCallsOf(pattern: string, visit: Visit, isSignedIn: boolean): FirstCall[] {
  const open = publicPages[pattern];
  if (open !== undefined) return open(visit);
  if (!isSignedIn || pattern === '/') return [];
  return [
    firstCall(auth.session, {}, (login) =>
      login === null
        ? []
        : [
            firstCall(users.byUid, { params: { uid: login.user.id } }, (viewer) =>
              viewer === null
                ? []
                : [
                    firstCall(activities.inProgress, { params: { id: viewer._id } }),
                    firstCall(notifications.unread, {}),
                    ...(memberPages[pattern]?.(visit, viewer) ?? []),
                  ],
            ),
          ],
    ),
  ];
}

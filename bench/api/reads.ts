import { activities } from '@boathouse/contract/activities';
import { exports } from '@boathouse/contract/activities/formats';
import { history } from '@boathouse/contract/activities/history';
import { entries } from '@boathouse/contract/activities/entries';
import { imports } from '@boathouse/contract/activities/imports';
import { moves } from '@boathouse/contract/activities/moves';
import { results } from '@boathouse/contract/activities/results';
import { tags } from '@boathouse/contract/activities/tags';
import { administration } from '@boathouse/contract/administration/calls';
import { outgoing } from '@boathouse/contract/administration/outgoing';
import { setUpRestore } from '@boathouse/contract/administration/restore';
import { reports } from '@boathouse/contract/administration/reports';
import { api } from '@boathouse/contract/api';
import { auth } from '@boathouse/contract/auth';
import { devices } from '@boathouse/contract/auth/devices';
import { security } from '@boathouse/contract/auth/security';
import { records } from '@boathouse/contract/racing/records';
import { tests } from '@boathouse/contract/racing/tests';
import { turnout } from '@boathouse/contract/racing/turnout';
import { tokens } from '@boathouse/contract/auth/tokens';
import { clubs } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { squads } from '@boathouse/contract/clubs/squads';
import { webhooks } from '@boathouse/contract/clubs/webhooks';
import { comments, likes } from '@boathouse/contract/comments';
import type { Endpoint, EndpointArgs } from '@boathouse/contract/endpoint';
import { feed } from '@boathouse/contract/feed';
import { files } from '@boathouse/contract/files';
import { follows } from '@boathouse/contract/follows';
import { notifications } from '@boathouse/contract/notifications';
import { product } from '@boathouse/contract/product';
import { races } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import { raceResults } from '@boathouse/contract/races/results';
import { startLists } from '@boathouse/contract/races/start-lists';
import { sessions } from '@boathouse/contract/sessions';
import { boards } from '@boathouse/contract/sessions/boards';
import { previews } from '@boathouse/contract/sessions/previews';
import { attendance } from '@boathouse/contract/sessions/attendance';
import { calendar } from '@boathouse/contract/sessions/calendar';
import { sync } from '@boathouse/contract/sync/calls';
import { templates } from '@boathouse/contract/sessions/templates';
import { starts } from '@boathouse/contract/sessions/starts';
import { statistics, weeksOfMonth } from '@boathouse/contract/statistics';
import { goals } from '@boathouse/contract/statistics/goals';
import { trends } from '@boathouse/contract/statistics/trends';
import { strokes } from '@boathouse/contract/strokes';
import { users } from '@boathouse/contract/users';
import { webpush } from '@boathouse/contract/webpush/calls';
import { account } from '@boathouse/contract/account';
import { addressOf } from '../address.ts';
import type { Caller, Facts } from './facts.ts';
import { cast, tokenOf } from './seed.ts';

export type Call = { path: string; token: string | null; cookie?: string };
/** A GET endpoint with the arguments of one measured call. */
export type Read = {
  name: string;
  endpoint: Endpoint;
  /** Calls a second at most: one user may send 50, and a large response occupies the processor for a long time. */
  rateMax: number;
  /** How many of the mixed calls use this read. */
  share: number;
  /** Returns the call with this number: callers, texts and pages alternate. */
  call: (index: number) => Call;
};

/** The boards and rowers of the calls, made through the API before the measurement. */
export type Made = { boardKeys: string[]; rowers: Caller[] };

const ratePerCaller = 40;

/** Endpoints that are not measured, and why. */
const leftOut = new Map<Endpoint, string>([
  ...Object.values<Endpoint>({
    ...administration,
    reportsList: reports.list,
    outgoingState: outgoing.state,
  }).map((endpoint) => [endpoint, 'is for the few administrators of an installation'] as const),
  [entries.sheet, 'is of one page alone, for those who manage the session, and reads one item by its index'],
  [imports.list, 'is of one page alone, and reads the few imports of a user by their index'],
  [imports.questions, 'is of pages of one user, and reads the few open questions by their index'],
  [moves.places, 'is asked when an athlete moves one row, and reads the sessions of one day'],
  [moves.beside, 'is for those who manage a session, and reads the few rows beside it by their index'],
  ...[races, startLists, raceDay, raceResults].flatMap((noun) =>
    Object.values<Endpoint>(noun).map(
      (endpoint) =>
        [
          endpoint,
          'reads the rows of one race day by their indexes: 400 entries and 60 races at most',
        ] as const,
    ),
  ),
  ...Object.values<Endpoint>(previews).map(
    (endpoint) =>
      [endpoint, 'reads one row by its key, once for a visitor of a link, and has a quota'] as const,
  ),
  [imports.byId, 'reads one import by its key, while it is stored'],
  [exports.activity, 'makes a file of one activity on a thread, when a reader asks for one'],
  [exports.session, 'makes a table of one session, when its host asks for one'],
  [exports.club, 'makes a table of a season, when an admin asks for one'],
  [exports.historyState, 'reads nothing of the database'],
  [exports.history, 'makes a file of the activities of a user, a few times an hour at most'],
  [security.logins, 'is of Settings alone, and reads the few logins of a user by their index'],
  [devices.members, 'is of the log-in page of a shared browser, and reads 200 rows by an index at most'],
  [devices.list, 'is of Settings alone, and reads the few browsers of a user by their index'],
  [security.secondFactor, 'is of Settings alone, and reads one row by the primary key'],
  [account.archive, 'makes a file of all data of a user, a few times an hour at most'],
  [invitations.ofClub, 'needs an admin of the club, and reads one row by the primary key'],
  [webhooks.ofClub, 'needs an admin of the club, and reads 20 rows by an index'],
  [goals.ofUser, 'reads one row by the primary key, and the days that the statistics read'],
  [calendar.address, 'reads one row by the primary key'],
  [sync.state, 'is of Settings alone, and reads two connections and 20 uploads of a user by their indexes'],
  [sync.ofActivity, 'reads the few uploads of one activity by the primary key'],
  [tokens.list, 'has 20 rows of a user at most, by an index'],
  [tokens.current, 'reads one row by the primary key'],
  [webpush.state, 'is of Settings and the service worker, and reads one row by the primary key'],
  [
    calendar.read,
    'is asked for a few times a day by each calendar, and reads what a month of the calendar reads',
  ],
  [setUpRestore.restoreState, 'is of an installation without users'],
  [results.note, 'reads one row by the primary key'],
  [tags.used, 'is read when a form of tags opens, and has 200 tags of a user at most, by an index'],
  [tests.sheet, 'reads what the board does'],
  [records.sheet, 'is read when an admin downloads it, and reads what the records of twelve pieces do'],
  [turnout.sheet, 'reads what the attendance does'],
  [templates.list, 'is read when the form opens them, and has 100 rows of a user and each club at most'],
  [files.uploadResult, 'needs a resumable upload under way, and reads its row by the primary key'],
]);

/** Returns the endpoints of the contract that lack a read. */
export function forgottenBy(reads: readonly Read[]): string[] {
  const measured = new Set(reads.map(({ endpoint }) => endpoint));
  return Object.values(api)
    .flatMap((noun) => Object.values<Endpoint>(noun))
    .filter((each) => each.method === 'GET' && !measured.has(each) && !leftOut.has(each))
    .map(({ path }) => path);
}

/** Returns the element at `index` of a list that repeats. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('A list of arguments is empty');
  return item;
}

/** Returns every measured read. */
export function readsOf({ callers, cast: people }: Facts, { boardKeys, rowers }: Made, now: Date): Read[] {
  const reads: Read[] = [];
  const read = <E extends Endpoint>(
    name: string,
    endpoint: E,
    argsOf: (caller: Caller, index: number) => EndpointArgs<E>,
    {
      share = 0,
      by = callers,
      rateMax = by.length * ratePerCaller,
    }: { share?: number; by?: readonly Caller[]; rateMax?: number } = {},
  ) => {
    const call = (index: number) => {
      const caller = pick(by, index);
      const token = endpoint.auth === 'public' ? null : caller.token;
      return { path: addressOf(endpoint, argsOf(caller, index)), token };
    };
    reads.push({ name, endpoint, rateMax, share, call });
  };
  const other = (index: number) => pick(callers, index * 7 + 3);
  const day = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) };
  const heavyCaller: Caller = { ...pick(callers, 0), _id: people.heavy, number: cast.heavy };
  const asHeavy = { by: [{ ...heavyCaller, token: tokenOf(cast.heavy) }] };
  const ofCaller = (caller: Caller) => ({ user: caller._id });

  read('product', product.read, () => ({}), { share: 1 });
  read('login: session', auth.session, () => ({}), { share: 2 });
  read('login: accounts', auth.accounts, () => ({}));
  read('user by uid', users.byUid, ({ uid }) => ({ params: { uid } }), { share: 2 });
  read('user by id', users.byId, (_, index) => ({ params: { id: other(index)._id } }), { share: 3 });
  const names = {
    'one letter': ['a', 'e', 's', 'x', 'ö', '小'],
    'two letters': ['an', 'so', 'er', 'qx', 'vi', '小龙'],
    'three letters': ['son', 'ers', 'ann', 'ber', 'zzz', 'ová'],
    'a name': ['anna ander', 'van der', 'jørgen', 'Petersson', 'xavi y', 'nobody at all'],
  };
  for (const [kind, texts] of Object.entries(names)) {
    const query = (index: number) => ({ displayName: pick(texts, index) });
    read(`people: ${kind}`, users.search, (_, index) => ({ query: query(index) }), { share: 1 });
  }
  read('people: page 20', users.search, (_, index) => ({
    query: { displayName: pick(['a', 'son'], index), page: '20' },
  }));
  read('people: by a user who follows 1,000', users.search, () => ({ query: { displayName: 'an' } }), {
    by: [{ ...heavyCaller, token: tokenOf(cast.follower) }],
  });
  for (const [kind, texts] of Object.entries({
    'one letter': ['r', 'b', 'o'],
    'a word': ['rowing', 'harbour', 'lind'],
  })) {
    read(`clubs: ${kind}`, clubs.search, (_, index) => ({ query: { name: pick(texts, index) } }), {
      share: 1,
    });
  }

  read('newest people', users.list, () => ({ query: {} }), { share: 1 });
  read('newest people, page 20', users.list, () => ({ query: { page: '20' } }));
  read('newest clubs', clubs.list, () => ({ query: {} }), { share: 1 });
  read('first steps', users.firstSteps, ({ _id }) => ({ params: { id: _id } }), { share: 1 });

  for (const [whose, id] of [
    ['10,000 activities', people.heavy],
    ['100 activities', people.light],
  ] as const) {
    const params = { id };
    read(`meters, ${whose}`, statistics.meters, () => ({ params, query: {} }), { share: 1 });
    read(`totals, ${whose}`, statistics.general, () => ({ params, query: {} }), { share: 1 });
    read(`pace, ${whose}`, statistics.progress, () => ({ params, query: {} }), { share: 1 });
    read(
      `pace, ${whose}, 1,000 to 6,000 m`,
      statistics.progress,
      () => ({ params, query: { gte: '1000', lte: '6000' } }),
      { share: 1 },
    );
    read(
      `heatmap, ${whose}`,
      statistics.heatmap,
      (_, index) => ({ params, query: { currentYear: day.year, yearOffset: index % 2 === 0 ? '0' : '-1' } }),
      { share: 1 },
    );
    read(`bests, ${whose}`, statistics.personalBests, () => ({ params }), { share: 1 });
  }

  read('followees', follows.followees, ({ _id }) => ({ params: { id: _id } }), { share: 1 });
  read('followers', follows.followers, ({ _id }) => ({ params: { id: _id } }), { share: 1 });
  read('follow summary', follows.summary, (_, index) => ({ params: { id: other(index)._id } }), { share: 2 });
  read('follow summary of one with many', follows.summary, () => ({ params: { id: people.popular } }));
  read(
    'does follow',
    follows.doesFollow,
    ({ _id }, index) => ({ query: { follower: _id, followee: other(index)._id } }),
    { share: 1 },
  );

  // A page of a search.
  read(
    'facts of 15 athletes',
    follows.facts,
    ({ _id }, index) => ({
      query: {
        follower: _id,
        athletes: Array.from({ length: 15 }, (_, n) => other(index * 15 + n)._id).join(','),
      },
    }),
    { share: 1 },
  );

  read('club address free?', clubs.isAvailable, (_, index) => ({ query: { customURL: `new-${index}` } }));
  read('club', clubs.byCustomURL, ({ clubURL }) => ({ params: { url: clubURL } }), { share: 2 });
  read('memberships of a user', clubs.membershipsOfUser, ({ _id }) => ({ params: { id: _id } }), {
    share: 3,
  });
  read('members of a club', clubs.membershipsOfClub, ({ club }) => ({ params: { id: club } }), { share: 1 });
  read(
    'meters of the members of a club',
    statistics.clubMeters,
    ({ club }, index) => ({
      params: { id: club },
      query: { period: index % 2 === 0 ? ('week' as const) : ('month' as const) },
    }),
    { share: 1 },
  );
  read('squads of a club', squads.ofClub, ({ club }) => ({ params: { id: club } }));
  read('tests of a club', tests.ofClub, ({ club }) => ({ params: { id: club } }));
  read('board of a test', tests.board, ({ club, test }) => ({ params: { id: club, test }, query: {} }), {
    share: 1,
  });
  read(
    "an athlete's line of a test",
    tests.line,
    ({ club, test, _id }) => ({ params: { id: club, test, user: _id } }),
    { share: 1 },
  );
  const { large } = people;
  const ofLarge = { by: callers.filter(({ number }) => large.members.includes(number)), rateMax: 20 };
  read(
    'board of 500 athletes, in one of five seasons',
    tests.board,
    (_, index) => ({ params: { id: large.club, test: pick(large.tests, index) }, query: {} }),
    { ...ofLarge, rateMax: 5 },
  );
  read(
    'board of all 2,000 athletes of the largest club',
    tests.board,
    () => ({ params: { id: large.club, test: large.test }, query: {} }),
    { ...ofLarge, rateMax: 2 },
  );
  read(
    "an athlete's line over five seasons",
    tests.line,
    ({ _id }, index) => ({ params: { id: large.club, test: pick(large.tests, index), user: _id } }),
    ofLarge,
  );
  const twoK = { kind: 'distance', amount: '2000' } as const;
  read('records of a club', records.ofClub, ({ club }) => ({ params: { id: club }, query: twoK }));
  read(
    'records of the largest club',
    records.ofClub,
    () => ({ params: { id: large.club }, query: twoK }),
    ofLarge,
  );
  const month = now.toISOString().slice(0, 7);
  read('attendance of a club', turnout.ofClub, ({ club }) => ({
    params: { id: club },
    query: { from: month, to: month },
  }));
  read(
    'attendance of the largest club',
    turnout.ofClub,
    () => ({ params: { id: large.club }, query: { from: month, to: month } }),
    ofLarge,
  );
  read('is a member?', clubs.isMember, ({ _id, club }) => ({ query: { user: _id, club } }), { share: 1 });

  read('session', sessions.byId, ({ hosted }) => ({ params: { id: hosted } }), { share: 4 });
  read('activities of a session', sessions.activities, ({ hosted }) => ({ params: { id: hosted } }), {
    share: 6,
  });
  read(
    'sessions of today',
    sessions.ofUser,
    ({ _id }) => ({
      params: { id: _id },
      query: { ...day, day: String(now.getUTCDate()) },
    }),
    { share: 3 },
  );
  read(
    'calendar',
    sessions.ofUser,
    ({ _id }) => ({ params: { id: _id }, query: { ...day, sparse: '1' as const } }),
    {
      share: 2,
    },
  );
  read('next session', sessions.next, ({ _id }) => ({ params: { id: _id } }), { share: 2 });
  read('rowed days of a month', statistics.rowedDays, ({ _id }) => ({
    params: { id: _id },
    query: weeksOfMonth({ year: Number(day.year), month: Number(day.month) }),
  }));
  const season = { from: `${now.getUTCFullYear() - 1}-05-01`, to: `${now.getUTCFullYear()}-04-30` };
  const allTime = { from: '1990-01-01', to: `${now.getUTCFullYear()}-12-31` };
  for (const [kind, span, by] of [
    ['a season', { ...season, step: 'month' as const }, {}],
    ['all time, 10,000 activities', { ...allTime, step: 'year' as const }, asHeavy],
  ] as const) {
    read(
      `totals of ${kind}`,
      statistics.totalsOfSpan,
      ({ _id }) => ({ params: { id: _id }, query: span }),
      by,
    );
    read(`pace of ${kind}`, statistics.paceOfSpan, ({ _id }) => ({ params: { id: _id }, query: span }), by);
  }
  read('calendar, rows without a session', activities.withoutSession, ({ _id }) => ({
    params: { id: _id },
    query: day,
  }));
  read('starts of a session', starts.ofSession, ({ hosted }) => ({ params: { id: hosted } }), { share: 3 });
  read('attendance of a session', attendance.ofSession, ({ hosted }) => ({ params: { id: hosted } }));
  read('board of a session', boards.ofSession, ({ hosted }) => ({ params: { id: hosted } }), { share: 1 });
  read('board', boards.read, (_, index) => ({ params: { key: pick(boardKeys, index) } }), { share: 1 });

  read('history', history.search, (caller) => ({ query: ofCaller(caller) }), { share: 2 });
  read('history, 10,000 activities', history.search, (caller) => ({ query: ofCaller(caller) }), asHeavy);
  read(
    'history, 10,000, page 300',
    history.search,
    (caller) => ({ query: { ...ofCaller(caller), page: '300' } }),
    asHeavy,
  );
  read(
    'history, 10,000, by distance',
    history.search,
    (caller) => ({
      query: { ...ofCaller(caller), 'distance[$gte]': '4000', 'distance[$lte]': '6500' },
    }),
    asHeavy,
  );
  read(
    'history, 10,000, nothing found',
    history.search,
    (caller) => ({
      query: { ...ofCaller(caller), 'distance[$eq]': '1234' },
    }),
    asHeavy,
  );
  read(
    'history, 10,000, fastest first',
    history.search,
    (caller) => ({
      query: { ...ofCaller(caller), sortby: '+averagePace' },
    }),
    asHeavy,
  );
  read(
    'history, by distance',
    history.search,
    (caller) => ({
      query: { ...ofCaller(caller), 'distance[$gte]': '4000' },
    }),
    { share: 1 },
  );
  for (const [kind, filters] of Object.entries({
    'by text': { text: 'morning row 1' },
    'by kind and month': { kind: 'time', from: '2024-03-01', to: '2024-03-31' },
    // It also counts without each filter.
    'two filters that find nothing': { kind: 'calories', text: 'zzz' },
  })) {
    read(
      `history, 10,000, ${kind}`,
      history.search,
      (caller) => ({ query: { ...ofCaller(caller), ...filters } }),
      asHeavy,
    );
  }
  read('history, by text', history.search, (caller) => ({ query: { ...ofCaller(caller), text: 'row 7' } }), {
    share: 1,
  });
  read('activity', activities.byId, ({ activity }) => ({ params: { id: activity } }), { share: 3 });
  read('standing of a result', results.standing, ({ activity }) => ({ params: { id: activity } }), {
    share: 2,
  });
  for (const workout of ['5000 m', '4 x 500 m / 2:00 rest']) {
    read(
      `trend of ${workout}, 10,000 activities`,
      trends.ofWorkout,
      ({ _id }) => ({ params: { id: _id }, query: { workout } }),
      asHeavy,
    );
  }
  read('workouts, 10,000 activities', trends.workouts, ({ _id }) => ({ params: { id: _id } }), asHeavy);
  read('activity in progress', activities.inProgress, ({ _id }) => ({ params: { id: _id } }), { share: 4 });
  read('strokes', strokes.list, ({ activity }) => ({ params: { id: activity }, query: {} }), {
    share: 1,
    by: rowers,
    rateMax: 20,
  });
  read(
    'strokes with curves',
    strokes.list,
    ({ activity }) => ({
      params: { id: activity },
      query: { forceCurve: '1' as const },
    }),
    { by: rowers, rateMax: 20 },
  );

  read(
    'last workout of the dashboard',
    history.search,
    (caller) => ({
      query: { ...ofCaller(caller), sortby: '-createdAt', sparse: '1' as const, pagesize: '1' },
    }),
    { share: 3 },
  );
  read('feed', feed.dashboard, ({ _id }) => ({ query: { user: _id } }), { share: 5 });
  read('feed, page 10', feed.dashboard, ({ _id }) => ({ query: { user: _id, page: '10' } }), { share: 1 });
  read('feed of one who follows 1,000', feed.dashboard, ({ _id }) => ({ query: { user: _id } }), {
    rateMax: 10,
    by: [{ ...heavyCaller, _id: people.follower, token: tokenOf(cast.follower) }],
  });
  read('feed of a club', feed.clubProfile, ({ club }) => ({ query: { club } }), { share: 1 });
  read('results of a club', feed.clubResults, ({ club }) => ({ query: { club } }), { share: 1 });
  read('planned sessions of a club', feed.clubUpcoming, ({ club }) => ({ query: { club } }), { share: 1 });
  read('feed of an athlete', feed.athleteProfile, (_, index) => ({ query: { user: other(index)._id } }), {
    share: 2,
  });
  read('feed of one with 10,000', feed.athleteProfile, () => ({ query: { user: people.heavy } }));

  read('comments', comments.ofParent, ({ activity }) => ({ params: { parentId: activity } }), { share: 2 });
  read('60 comments', comments.ofParent, () => ({ params: { parentId: people.commented } }), { share: 1 });
  read(
    'likes',
    likes.ofParent,
    ({ _id, activity }) => ({ params: { parentId: activity }, query: { user: _id } }),
    { share: 1 },
  );
  read('notifications', notifications.list, () => ({ query: {} }), { share: 1 });
  read('unread notifications', notifications.unread, () => ({}), { share: 3 });
  read('mail choice', notifications.mailChoice, () => ({}));
  read('blocked users', users.blocked, ({ _id }) => ({ params: { id: _id } }));
  read('account deletion', account.deletion, ({ _id }) => ({ params: { id: _id } }));
  read('archive state', account.archiveState, ({ _id }) => ({ params: { id: _id } }));
  read('own images', files.list, ({ _id }) => ({
    params: { folder: 'usericons' as const },
    query: { key: _id },
  }));

  return reads;
}

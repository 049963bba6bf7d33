// @vitest-environment happy-dom
import { activities, type Activity } from '@boathouse/contract/activities';
import type { Problem } from '@boathouse/contract/errors';
import { strokes } from '@boathouse/contract/strokes';
import { handshakeRefusals, liveEvents, type Answer, type LiveSample } from '@boathouse/contract/live';
import type { Session } from '@boathouse/contract/sessions';
import type { Test } from '@boathouse/contract/racing/tests';
import type { OwnUser, UserRef } from '@boathouse/contract/users';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { createServer } from 'node:http';
import { memo, type ComponentProps } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Server } from 'socket.io';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { formatWorkout, viewerTimeZone } from '../../../lib/format.ts';
import { createQueryClient } from '../../../lib/query.ts';
import { dismissToast, getToasts } from '../../../ui/toast-store.ts';
import {
  MonitorReportMessageSchema,
  type MonitorOutcome,
  type MonitorsAsked,
} from '@boathouse/contract/live/crew-monitors';
import type { Start } from '@boathouse/contract/sessions/starts';
import { CurrentUserProvider, useCurrentUser } from '../../people/auth/index.ts';
import { ChatProvider } from '../../evening/chat/index.ts';
import { ErgProvider, useErg, type Erg } from '../../rowing/erg/index.ts';
import { buildActivity, buildSession, buildUserRef } from '../../../../test/sessions/factory.ts';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../test/rowing/fake-activity-server.ts';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { recordedValues } from '../../../../test/erg/recorded-row.ts';
import { frameBytes } from '../../../../test/room/fake-live-socket.ts';
import type * as GridRowModule from '../../rowing/room/grid/grid-row.tsx';
import type * as RowerGridModule from '../../rowing/room/grid/rower-grid.tsx';
import { RoomProvider } from '../../rowing/room/index.ts';
import { RowBar, RowingProvider, useRowRunner, type RowControl } from '../../rowing/rowing/index.ts';
import { idOf } from '../../../../test/people.ts';
import { nowMs } from '../../../../test/now.ts';
import { SessionPage } from './session-page.tsx';

/** Counts renders of the table, and of rows by athlete. */
const drawn = vi.hoisted((): string[] => []);

// The real components, with their renders counted.
vi.mock('../../rowing/room/grid/rower-grid.tsx', async (importOriginal) => {
  const real = await importOriginal<typeof RowerGridModule>();
  return {
    RowerGrid(props: ComponentProps<typeof real.RowerGrid>) {
      drawn.push('the table');
      return <real.RowerGrid {...props} />;
    },
  };
});
vi.mock('../../rowing/room/grid/grid-row.tsx', async (importOriginal) => {
  const real = await importOriginal<typeof GridRowModule>();
  return {
    GridRow: memo(function Counted(props: ComponentProps<typeof real.GridRow>) {
      drawn.push(props.row.cells.name.text);
      return <real.GridRow {...props} />;
    }),
  };
});

const mara: OwnUser = {
  _id: '018f0000-0000-7000-8000-00000000aaaa',
  uid: 'login-1',
  displayName: 'Mara Lindqvist',
  iconURL: null,
  bannerURL: null,
  createdAt: '2025-01-01T00:00:00.000Z',
  colorTheme: 'Light',
  themeColor: 0,
  tintColor: 0,
  trainingPartner: null,
  visibility: 'everyone',
};
const me: UserRef = { _id: mara._id, displayName: mara.displayName, iconURL: null };

let session: Session;
/** The viewer's role in the session's club. */
let clubRole: 0 | 1 | null;
/** The tests of the session's club. */
let clubTests: Test[];
let server: FakeActivityServer;
let network: 'up' | 'down';
let client: QueryClient;
/** The URL of every request of all tests so far. */
const asked: string[] = [];

const found = (body: unknown) => Response.json(body);
const refused = (status: number, code: Problem['code'], message: string) =>
  Response.json({ code, message, errorId: 'e1' } satisfies Problem, { status });

/** The part of the API that the page calls, replaced at the network. */
async function answerOf(method: string, path: string, body: unknown): Promise<Response> {
  const { ask } = server.connect();
  const id = /^\/api\/activities\/([^/]+)/.exec(path)?.[1] ?? '';
  switch (true) {
    case path === `/api/users/uid/${mara.uid}`:
      return found(mara);
    case path === '/api/product':
      return found({
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: true,
        passwordMin: 6,
        popupSignIn: null,
      });
    case path === `/api/sessions/${session._id}`:
      return found(session);
    case path === `/api/sessions/${session._id}/activities`:
      await resultsHeld;
      return found(
        session.workoutItems.map((_, index) =>
          server.all().filter((activity) => activity.workoutItemIndex === index),
        ),
      );
    case path === `/api/sessions/${session._id}/starts`:
      return found(startsNow());
    case path === `/api/sessions/${session._id}/attendance`:
      if (method !== 'GET') isComing = method === 'PUT';
      return found([anna, ...(isComing ? [me] : [])]);
    case path.endsWith('/tests'):
      return found(clubTests);
    case path.startsWith('/api/clubmemberships/ismember?'):
      return found({ isMember: clubRole !== null, role: clubRole });
    case path === `/api/activities/inprogress/${mara._id}`:
      return found(server.inProgress());
    case method === 'POST' && path === '/api/activities': {
      const wanted = activities.create.body.parse(body);
      const { _id = '', session: sessionId = null, workoutItemIndex = null, owner = '' } = wanted;
      const { title = '', workout = '', machine = null } = wanted;
      const place = { sessionId, workoutItemIndex, title, workout };
      const begun = await ask({ kind: 'begin', activityId: _id, ...place, owner, machine });
      return found(begun.activity);
    }
    case method === 'POST' && path.endsWith('/strokes'): {
      const batch = strokes.append.body.parse(body);
      const { answer } = await ask({ kind: 'append', activityId: id, ...batch });
      return found({ next: answer.kind === 'next' ? answer.next : 0 });
    }
    case method === 'GET' && path.endsWith('/strokes'):
      return found({ isComplete: false, strokes: server.strokes(id) });
    case method === 'PUT' && path.endsWith('/owner'): {
      const { owner } = activities.setOwner.body.parse(body);
      return found((await ask({ kind: 'takeOver', activityId: id, owner })).activity);
    }
    case method === 'DELETE':
      await ask({ kind: 'discard', activityId: id });
      return found({ _id: id });
    case method === 'PATCH' && path.endsWith('/complete'): {
      const completion = activities.complete.body.parse(body) ?? {};
      return found((await ask({ kind: 'complete', activityId: id, body: completion })).activity);
    }
    case method === 'PATCH': {
      const patch = activities.patch.body.parse(body);
      return found((await ask({ kind: 'patch', activityId: id, body: patch })).activity);
    }
    default:
      return refused(404, 'not_found', 'There is no such session');
  }
}

async function fetchStub(url: string, init: RequestInit): Promise<Response> {
  asked.push(url);
  if (network === 'down') throw new TypeError('Failed to fetch');
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  try {
    return await answerOf(init.method ?? 'GET', url, body);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unknown') {
      return refused(error.status, error.code, error.message);
    }
    throw error;
  }
}

let runner: RowControl;

let connectionOf: () => Erg['state'];

function Probe() {
  runner = useRowRunner();
  const { state } = useErg();
  connectionOf = () => state;
  return null;
}

function SignedIn() {
  const user = useCurrentUser();
  return (
    <ErgProvider>
      <RoomProvider userId={user._id}>
        <ChatProvider user={user}>
          <RowingProvider user={user}>
            <RowBar />
            <Probe />
            <SessionPage />
          </RowingProvider>
        </ChatProvider>
      </RoomProvider>
    </ErgProvider>
  );
}

function open(sessionId = session._id) {
  client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false, networkMode: 'always', staleTime: 10_000 } });
  const login = { id: mara.uid, email: 'mara@example.com', name: mara.displayName };
  const page = (
    <CurrentUserProvider login={login} pending={null} renderUnavailable={() => null}>
      <SignedIn />
    </CurrentUserProvider>
  );
  const router = createMemoryRouter([{ path: '/sessions/:sessionID', element: page }], {
    initialEntries: [`/sessions/${sessionId}`],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Connects the simulated erg, whose code loads when it is unfolded. */
async function connectSimulatedErg(): Promise<void> {
  fireEvent.click(await screen.findByText('No erg nearby? Try a simulated one'));
  const bar = within(await screen.findByRole('region', { name: 'Erg' }));
  fireEvent.click(await bar.findByRole('button', { name: 'Use simulated erg' }));
}
const item = (workout: string) => within(screen.getByRole('region', { name: formatWorkout(workout) }));
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr');
  if (row === null) throw new Error(`${name} has no row`);
  return row;
};

function rowing(name: string, parts: Partial<Activity> = {}): Activity {
  const activity = buildActivity({
    name,
    session: { _id: session._id, title: session.title, workoutItems: session.workoutItems },
    isCompleted: false,
    completedAt: null,
    distance: 250,
    elapsedTime: 60,
    ...parts,
  });
  server.add({ ...activity, owner: null });
  return activity;
}

// The first import of a lazy module compiles it; no test waits for that.
beforeAll(
  () =>
    Promise.all([
      import('../../rowing/erg/monitor-connection.ts'),
      import('../../rowing/erg/simulated-device.ts'),
      import('../../rowing/rowing/run/journal.ts'),
      import('../../rowing/rowing/own-row.tsx'),
      import('./attendance/attendance-panel.tsx'),
      import('../../rowing/rowing/run/row-requests.ts'),
      import('../../rowing/rowing/run/row-runner.ts'),
    ]),
  60_000,
);
const anna = buildUserRef('Anna Oduya');
/** Whether the viewer answered that they will attend the session. */
let isComing = false;
/** The results are answered once it resolves. */
let resultsHeld: Promise<undefined>;
let startsNow: () => Start[];

beforeEach(() => {
  resultsHeld = Promise.resolve(undefined);
  startsNow = () => [];
  isComing = false;
  session = buildSession({
    hostUser: buildUserRef('Sam Rivers'),
    workoutItems: ['100m', '5000m'],
    startAt: startingIn(0),
  });
  clubRole = 0;
  clubTests = [];
  server = createFakeActivityServer({ rower: me, session });
  server.roundTripMs = 0;
  network = 'up';
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', fetchStub);
  // No server listens here, except in tests of the live channel.
  vi.stubGlobal('location', new URL('http://127.0.0.1:9/'));
  // A row that one test keeps would be offered by the next.
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  client.clear();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const minuteMs = 60_000;
const startingIn = (minutes: number) => new Date(nowMs() + minutes * minuteMs).toISOString();

describe('the page of a session', () => {
  test('shows that it is loading, then the session with each of its items', async () => {
    open();
    await screen.findByText('Loading the session');
    await screen.findByRole('heading', { level: 1, name: 'Evening steady state' });
    for (const workout of session.workoutItems) {
      expect(await item(workout).findByText('No one is rowing this yet.')).toBeTruthy();
    }
  });

  test('shows that there is no session at that link', async () => {
    open('018f0000-0000-7000-8000-0000000000ff');
    expect(
      await screen.findByRole('heading', { name: "We couldn't find a session at that link" }),
    ).toBeTruthy();
  });

  test('shows that loading failed, and loads on Try again', async () => {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith('/api/sessions/')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetchStub(url, init),
    );
    open();
    await screen.findByRole('heading', { name: "This session couldn't be loaded." });
    vi.stubGlobal('fetch', fetchStub);
    press('Try again');
    expect(await screen.findByRole('heading', { level: 1, name: 'Evening steady state' })).toBeTruthy();
  });

  test('stays unchanged while the server is unreachable', async () => {
    rowing('Anna Oduya');
    open();
    await screen.findByText('Anna Oduya');
    network = 'down';
    await act(() => client.refetchQueries({ queryKey: ['sessions'] }));
    await act(() => client.refetchQueries({ queryKey: ['activities'] }));
    expect(screen.getByRole('heading', { level: 1, name: 'Evening steady state' })).toBeTruthy();
    expect(rowOf('Anna Oduya').textContent).toContain('250 m');
  });

  test('shows when only the activities could not be loaded', async () => {
    const { _id } = session;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url === `/api/sessions/${_id}/activities`
        ? Promise.resolve(refused(503, 'unavailable', 'Later'))
        : fetchStub(url, init),
    );
    open();
    expect(await screen.findAllByText("The activities couldn't be loaded.")).toHaveLength(2);
  });

  test('[SESS-2] lists rowing athletes in the live table of the item, and completed ones in its results', async () => {
    rowing('Anna Oduya');
    rowing('Bea Holm', { isCompleted: true, completedAt: '2025-11-21T18:00:00.000Z', distance: 100 });
    rowing('Carla Ito', { workoutItemIndex: 1 });
    open();
    const live = await screen.findByRole('table', { name: 'Rowing now: 100m' });
    expect(within(live).getAllByRole('rowheader')).toHaveLength(1);
    expect(within(live).getByText('Anna Oduya')).toBeTruthy();
    const results = within(screen.getByRole('table', { name: 'Results: 100m' }));
    expect(results.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Bea Holm'),
    ]);
    expect(results.getByText('100 m')).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: 'Rowing now: 5,000 m' })).getByText('Carla Ito'),
    ).toBeTruthy();
  });
});

describe('the page of a session at its moment', () => {
  const main = () => screen.getByRole('main');
  const lookOf = (name: string) => screen.getByRole('button', { name }).className;
  const primary = /primary/;

  test('planned for later, leaves connecting possible and shows nothing about starting together', async () => {
    session = { ...session, hostUser: me, startAt: startingIn(60) };
    open();
    expect((await screen.findAllByRole('button', { name: 'Begin' })).length).toBe(2);
    expect(lookOf('Connect')).not.toMatch(primary);
    expect(screen.queryByRole('button', { name: 'Start together' })).toBeNull();
  });

  test('planned for later, asks first who will attend, and an answer can be withdrawn', async () => {
    session = { ...session, startAt: startingIn(60) };
    open();
    expect(await screen.findByText('Anna Oduya will be there.')).toBeTruthy();
    expect(lookOf("I'll be there")).toMatch(primary);
    press("I'll be there");
    expect(await screen.findByText('You and Anna Oduya will be there.')).toBeTruthy();
    expect(lookOf("I'll be there")).not.toMatch(primary);
    press("I'll be there");
    expect(await screen.findByText('Anna Oduya will be there.')).toBeTruthy();
  });

  test('a list requested before an answer, and received after it, does not withdraw it', async () => {
    session = { ...session, startAt: startingIn(60) };
    open();
    await screen.findByText('Anna Oduya will be there.');
    const answer = Promise.withResolvers<Response>();
    let isAsked = false;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method === 'PUT' || !url.endsWith('/attendance')) return fetchStub(url, init);
      isAsked = true;
      return answer.promise;
    });
    void client.invalidateQueries({ queryKey: ['attendance'] });
    await waitFor(() => expect(isAsked).toBe(true));
    press("I'll be there");
    await screen.findByText('You and Anna Oduya will be there.');
    await act(async () => answer.resolve(found([anna])));
    expect(screen.getByText('You and Anna Oduya will be there.')).toBeTruthy();
  });

  test('shows that the list of attending users was not loaded', async () => {
    session = { ...session, startAt: startingIn(60) };
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/attendance')
        ? Promise.resolve(refused(503, 'unavailable', 'Later'))
        : fetchStub(url, init),
    );
    open();
    expect(await screen.findByText("Who will be there couldn't be loaded.")).toBeTruthy();
  });

  test('shows why the word was not accepted', async () => {
    session = { ...session, startAt: startingIn(60) };
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      init.method === 'PUT' && url.endsWith('/attendance')
        ? Promise.resolve(refused(409, 'session_over', 'This session is over'))
        : fetchStub(url, init),
    );
    open();
    await screen.findByText('Anna Oduya will be there.');
    press("I'll be there");
    await waitFor(() => expect(getToasts()).toMatchObject([{ title: 'This session is over' }]));
  });

  test("Begin of the next item is the one primary action, and the others' Begin is plain text", async () => {
    Object.defineProperty(navigator, 'bluetooth', { value: {}, configurable: true });
    session = { ...session, hostUser: me };
    open();
    await screen.findAllByRole('button', { name: 'Begin' });
    const primaries = () =>
      within(main())
        .getAllByRole('button')
        .filter(({ className }) => primary.test(className))
        .map(({ textContent }) => textContent);
    const begins = () => screen.getAllByRole('button', { name: 'Begin' });
    expect(primaries()).toEqual(['Begin']);
    expect(begins()[0]?.className).toMatch(primary);
    expect(begins()[1]?.className).toMatch(/quiet/);
    expect(screen.getAllByRole('button', { name: 'Start together' })).toHaveLength(1);
    await connectSimulatedErg();
    await screen.findByText('Simulated erg connected');
    expect(primaries()).toEqual(['Begin']);
    Reflect.deleteProperty(navigator, 'bluetooth');
  });

  test('shows a coach whose crew rows the crew first, and connecting below', async () => {
    session = { ...session, hostUser: me };
    rowing('Bea Holm');
    open();
    const grid = await screen.findByRole('table', { name: 'Rowing now: 100m' });
    const connect = screen.getByText('Connect an erg');
    expect(grid.compareDocumentPosition(connect)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("folds a coach's controls into the head of an item that the crew rows", async () => {
    session = { ...session, hostUser: me };
    rowing('Bea Holm', { distance: 60 });
    open();
    await screen.findByRole('table', { name: 'Rowing now: 100m' });
    const rowed = item('100m');
    expect(rowed.queryByRole('button', { name: 'Begin' })).toBeNull();
    expect(rowed.queryByRole('button', { name: 'Start together' })).toBeNull();
    fireEvent.click(rowed.getByRole('button', { name: 'Actions' }));
    expect(rowed.getByRole('button', { name: 'Begin' })).toBeTruthy();
    expect(rowed.getByRole('button', { name: 'Start together' })).toBeTruthy();
    expect(item('5000m').getByRole('button', { name: 'Begin' })).toBeTruthy();
  });

  test('shows a coach the results of a session with all items rowed, and folds what begins an item', async () => {
    session = { ...session, hostUser: me, startAt: startingIn(5) };
    const user = buildUserRef('Bea Holm');
    const done = { user, isCompleted: true, completedAt: '2025-11-21T18:00:00.000Z' } as const;
    rowing('', done);
    open();
    expect(await screen.findByText(/^First: Bea Holm /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
    rowing('', { ...done, workoutItemIndex: 1 });
    await act(() => client.refetchQueries({ queryKey: ['sessions'] }));
    expect(await screen.findAllByRole('button', { name: 'Actions' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
    expect(screen.getAllByText('Live, 0 rowing').length).toBeGreaterThan(0);
  });

  test("does not fold a coach's controls while the crew waits for the first stroke", async () => {
    session = { ...session, hostUser: me };
    rowing('Bea Holm', { distance: 0 });
    open();
    await screen.findByRole('table', { name: 'Rowing now: 100m' });
    expect(item('100m').getByRole('button', { name: 'Start together' })).toBeTruthy();
    expect(item('100m').queryByRole('button', { name: 'Actions' })).toBeNull();
  });

  test('the page of a session that has ended shows the results first, and connecting below them for an athlete who rows it late', async () => {
    session = { ...session, hostUser: me, startAt: startingIn(-90) };
    rowing('Bea Holm', { isCompleted: true, completedAt: startingIn(-80), distance: 100 });
    open();
    const results = await screen.findByRole('table', { name: 'Results: 100m' });
    const late = screen.getByText('Row it late');
    expect(results.compareDocumentPosition(late)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: 'Start together' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Chat' })).toBeTruthy();
  });

  test('has the chat in one line while no one else is here', async () => {
    open();
    await screen.findAllByRole('button', { name: 'Begin' });
    expect(screen.queryByRole('tab', { name: 'Group Chat' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Chat and members/ }));
    expect(screen.getByRole('tab', { name: 'Group Chat' })).toBeTruthy();
  });

  test('[SESS-4] asks before it is left, but not once the session has ended', async () => {
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    open();
    await screen.findAllByRole('button', { name: 'Begin' });
    expect(asks()).toBe(true);
    cleanup();
    session = { ...session, startAt: startingIn(-90) };
    open();
    await screen.findByText('Row it late');
    expect(asks()).toBe(false);
  });

  test('the page of a session that ended yesterday has no chat, because its messages are deleted', async () => {
    session = { ...session, startAt: startingIn(-26 * 60) };
    open();
    await screen.findByText('Row it late');
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
  });

  test('the page of a session that only its host sees has no parts of a group', async () => {
    session = { ...session, hostUser: me, isAccessibleByLink: false };
    open();
    await screen.findAllByRole('button', { name: 'Begin' });
    expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Start together' })).toBeNull();
  });
});

describe('a session of a club that another member hosts', () => {
  const managing = ['Edit', 'Repeat', 'Board', 'Export', 'Hand over', 'Delete'];
  const shown = () =>
    managing.filter(
      (name) => screen.queryByRole('button', { name }) ?? screen.queryByRole('menuitem', { name }),
    );
  const silent = () => rowing('Anna Oduya', { heardAt: new Date(nowMs() - 12.5 * 60_000).toISOString() });
  beforeEach(() => {
    session = { ...session, club: { _id: idOf(7), name: 'Weser', customURL: 'weser', iconURL: null } };
    silent();
  });

  test("shows an admin of the club the host's actions, and ends others' workouts for them", async () => {
    clubRole = 1;
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(shown()).toEqual(managing);
    // The next action has a button, and is not offered twice.
    expect(screen.queryByRole('menuitem', { name: 'Board' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Board' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'End' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Start together' })).not.toEqual([]);
  });

  test('names its squad, the test of an item, and for an admin how to make an item a test', async () => {
    clubRole = 1;
    session = { ...session, squad: { _id: idOf(8), name: 'Seniors' } };
    clubTests = [
      {
        _id: idOf(60),
        title: 'Winter 2k',
        piece: { kind: 'distance', amount: 5_000 },
        machine: 'rower',
        opensAt: startingIn(-60),
        closesAt: startingIn(60),
        counts: 'first',
        rateMax: null,
        squad: null,
        session: { _id: session._id, title: session.title, item: 0 },
      },
    ];
    open();
    const squad = await screen.findByRole('link', { name: 'Seniors' });
    expect(squad.getAttribute('href')).toBe('/clubs/weser/squads');
    const link = await screen.findByRole('link', { name: 'Winter 2k' });
    expect(link.getAttribute('href')).toBe(`/clubs/weser/tests/${idOf(60)}`);
    const makes = screen.getAllByRole('link', { name: 'Make it a test', hidden: true });
    expect(makes.map((each) => each.getAttribute('href'))).toContain(
      `/clubs/weser/tests?session=${session._id}&item=1`,
    );
    expect(makes).toHaveLength(session.workoutItems.length - 1);
  });

  test('shows a member none of these', async () => {
    open();
    await screen.findByText('Anna Oduya');
    await waitFor(() => expect(asked.some((url) => url.includes('ismember'))).toBe(true));
    expect(shown()).toEqual([]);
    for (const name of ['End', 'Start together']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('in the run of a race, shows the chat to a member, and none to a guest of the club', async () => {
    session = { ...session, isRace: true };
    const chat = () => screen.queryByRole('button', { name: /^Chat and members/ });
    open();
    await waitFor(() => expect(chat()).toBeTruthy());
    cleanup();
    clubRole = null;
    open();
    await screen.findByText('Anna Oduya');
    await waitFor(() => expect(chat()).toBeNull());
  });
});

describe('an activity that has been silent for 10 minutes', () => {
  const silent = (name: string, parts: Partial<Activity> = {}) =>
    rowing(name, { heardAt: new Date(nowMs() - 12.5 * 60_000).toISOString(), ...parts });
  const activeCount = () => item('100m').getByText('Active').previousSibling?.textContent;

  /** Replaces the calls that end and remove an activity. */
  function answer(respond: (method: string, url: string) => Response | null) {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = respond(init.method ?? 'GET', url);
      return response ?? fetchStub(url, init);
    });
  }

  test('is listed with the time of its silence, and not counted as active', async () => {
    rowing('Bea Holm');
    silent('Anna Oduya');
    open();
    await screen.findByText('Anna Oduya');
    expect(within(rowOf('Anna Oduya')).getByText('No signal for 12 min')).toBeTruthy();
    expect(within(rowOf('Bea Holm')).queryByText(/No signal/)).toBeNull();
    expect(activeCount()).toBe('1');
  });

  test('can be neither ended nor removed by other users than the host', async () => {
    silent('Anna Oduya');
    open();
    await screen.findByText('Anna Oduya');
    expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  test('is ended by the host after a question, and is then a result', async () => {
    session = { ...session, hostUser: me };
    const anna = silent('Anna Oduya', { distance: 39, elapsedTime: 12 });
    rowing('Bea Holm');
    const ended: string[] = [];
    answer((method, url) => {
      if (method !== 'POST') return null;
      ended.push(url);
      return found({ ...anna, isCompleted: true, completedAt: anna.heardAt, isPartial: true });
    });
    open();
    await screen.findByText('Anna Oduya');
    expect(within(rowOf('Bea Holm')).queryByRole('button', { name: 'End' })).toBeNull();
    press('End');
    const question = within(screen.getByRole('alertdialog', { name: 'End the workout of Anna Oduya?' }));
    expect(question.getByText('The result is 39.0 m in 0:12.0.')).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(ended).toEqual([]);
    press('End');
    press('Yes');
    const results = await screen.findByRole('table', { name: 'Results: 100m' });
    expect(within(results).getByText('Anna Oduya')).toBeTruthy();
    expect(within(results).getByText('Partial')).toBeTruthy();
    expect(ended).toEqual([`/api/activities/${anna._id}/end`]);
  });

  test('is removed by the host after a question', async () => {
    session = { ...session, hostUser: me };
    const anna = silent('Anna Oduya');
    answer((method) => (method === 'DELETE' ? found({ _id: anna._id }) : null));
    open();
    await screen.findByText('Anna Oduya');
    press('Remove');
    screen.getByRole('alertdialog', { name: 'Remove the workout of Anna Oduya?' });
    press('Yes');
    await waitFor(() => expect(screen.queryByText('Anna Oduya')).toBeNull());
  });

  test('stays, with the reason, when the server knows that its athlete is rowing', async () => {
    session = { ...session, hostUser: me };
    silent('Anna Oduya');
    answer((method) =>
      method === 'DELETE' ? refused(409, 'still_rowing', 'This athlete may still be rowing') : null,
    );
    open();
    await screen.findByText('Anna Oduya');
    press('Remove');
    press('Yes');
    await waitFor(() =>
      expect(getToasts().at(-1)).toMatchObject({ title: 'This athlete may still be rowing', isError: true }),
    );
    expect(rowOf('Anna Oduya')).toBeTruthy();
  });
});

describe('the viewer’s state of an item', () => {
  test('[SESS-10] a completed item cannot start again, another can', async () => {
    rowing('', { user: me, isCompleted: true, completedAt: '2025-11-21T18:00:00.000Z' });
    open();
    expect(await screen.findByText(/^You: /)).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Results: 100m' })).toBeNull();
    expect(item('100m').queryByRole('button', { name: 'Begin' })).toBeNull();
    expect(item('100m').getAllByText('Complete').length).toBeGreaterThan(1);
    expect(item('5000m').getByRole('button', { name: 'Begin' })).toBeTruthy();
  });

  test('the item that others are rowing comes first with the primary Begin, and a finished one is a line', async () => {
    rowing('', {
      user: buildUserRef('Bea Holm'),
      isCompleted: true,
      completedAt: '2025-11-21T18:00:00.000Z',
    });
    rowing('', { user: buildUserRef('Anna Oduya'), workoutItemIndex: 1 });
    open();
    await screen.findByRole('table', { name: 'Rowing now: 5,000 m' });
    const panels = ['5,000 m', '100m'].map((name) => screen.getByRole('region', { name }));
    expect(panels[0]?.compareDocumentPosition(panels[1] ?? document.body)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const toggle = item('100m').getByRole('button', { name: '100m' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(item('100m').getByText(/^First: Bea Holm /)).toBeTruthy();
    await connectSimulatedErg();
    const look = (name: string) => item(name).getByRole('button', { name: 'Begin' }).className;
    await waitFor(() => expect(look('5000m')).toMatch(/primary/));
    expect(look('5000m')).not.toBe(look('100m'));
    // By hand, as before.
    fireEvent.click(toggle);
    expect(screen.getByRole('table', { name: 'Results: 100m' })).toBeTruthy();
  });

  test('[SESS-10] an activity in progress is resumed, and then no other item can start', async () => {
    rowing('', { user: me, workoutItemIndex: 1 });
    open();
    await screen.findByText('In progress');
    expect(item('5000m').getByText('In progress')).toBeTruthy();
    expect(await screen.findByText('You left this workout unfinished')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Row it here' }));
    expect(await item('100m').findByText('Finish the workout you have begun first.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
    expect(await screen.findByRole('region', { name: 'Your erg' })).toBeTruthy();
  });

  test('[SESS-10] an activity in progress in another session is offered to continue', async () => {
    const elsewhere = buildSession({ title: 'Sunday sprints' });
    rowing('', {
      user: me,
      session: { _id: elsewhere._id, title: elsewhere.title, workoutItems: elsewhere.workoutItems },
      workoutItemIndex: 3,
    });
    open();
    const bar = within(await screen.findByRole('complementary', { name: 'Your workout' }));
    expect(bar.getByRole('status').textContent).toMatch(
      /^You left a workout unfinished: .* in Sunday sprints$/,
    );
    expect(bar.getByRole('button', { name: 'Go on' })).toBeTruthy();
    expect(item('100m').getByRole('button', { name: 'Begin' })).toBeTruthy();
  });

  test('[SESS-10] an activity finished by hand without monitor data has the server’s values as its result', async () => {
    rowing('', { user: me, distance: 60 });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Row it here' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Finish' }));
    press('Yes');
    await waitFor(() => expect(item('100m').getAllByText('Complete').length).toBeGreaterThan(1));
    expect(server.storedOf('complete')).toMatchObject([{ body: { timeZone: viewerTimeZone() } }]);
    expect(server.storedOf('complete')[0]?.body.distance).toBeUndefined();
    expect(await screen.findByText('60 m')).toBeTruthy();
  });

  test('a start that the server rejects shows the reason, and can be repeated', async () => {
    // The simulated erg rows by the clock, and a stroke after the rejection would begin the item itself.
    vi.useFakeTimers();
    open();
    await pass(1_000);
    fireEvent.click(screen.getByText('No erg nearby? Try a simulated one'));
    await pass(100);
    press('Use simulated erg');
    await pass(1_000);
    fireEvent.click(item('100m').getByRole('button', { name: 'Begin' }));
    server.refuse = () =>
      new ApiError(409, { code: 'activity_in_progress', message: 'Not now', errorId: 'e' });
    press('Start Workout');
    await pass(300);
    expect(getToasts().at(-1)).toMatchObject({ title: 'Not now', isError: true });
    server.refuse = () => null;
    press('Start Workout');
    await pass(200);
    expect(item('100m').getByText('In progress')).toBeTruthy();
    await pass(1_000);
    expect(server.inProgress()).toMatchObject({ user: me });
  });

  test('the request to connect an erg disappears once one is connected', async () => {
    open();
    await screen.findByRole('heading', { level: 1 });
    fireEvent.click(item('100m').getByRole('button', { name: 'Begin' }));
    press('Start Workout');
    expect(getToasts().map(({ title }) => title)).toEqual([
      'Connect your ergometer before starting a workout.',
    ]);
    await connectSimulatedErg();
    await screen.findByText('Simulated erg connected');
    expect(getToasts()).toEqual([]);
  });
});

describe('a row from Start to the result', () => {
  test('is resumed as soon as a server that failed at first returns it', async () => {
    vi.useFakeTimers();
    rowing('', { user: me });
    let isFailing = true;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      isFailing && url.startsWith('/api/activities/inprogress')
        ? Promise.resolve(refused(503, 'unavailable', 'Later'))
        : fetchStub(url, init),
    );
    open();
    await pass(12_000);
    const cockpit = () => screen.queryByRole('region', { name: 'Your erg' });
    expect(cockpit()).toBeNull();
    // The list of the session already has the row, so there is nothing to begin.
    expect(item('100m').getByText('In progress')).toBeTruthy();
    isFailing = false;
    await pass(6_000);
    expect(cockpit()).not.toBeNull();
  });

  test('cancels a request without a response, and repeats it', async () => {
    vi.useFakeTimers();
    rowing('', { user: me });
    open();
    await pass(1_000);
    let swallowed = 0;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method !== 'PATCH' || swallowed > 0) return fetchStub(url, init);
      swallowed += 1;
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      );
    });
    press('Row it here');
    await pass(1_000);
    press('Finish');
    press('Yes');
    await pass(14_000);
    expect(server.storedOf('complete')).toEqual([]);
    await pass(4_000);
    expect(server.storedOf('complete')).toHaveLength(1);
    expect(item('100m').queryByText('In progress')).toBeNull();
  });

  test('[SESS-10] on the simulated erg is in the live table, then in the results, without renders of the tables in between', async () => {
    vi.useFakeTimers();
    open();
    await pass(1_000);
    fireEvent.click(screen.getByText('No erg nearby? Try a simulated one'));
    await pass(100);
    press('Use simulated erg');
    await pass(1_000);
    fireEvent.click(item('100m').getByRole('button', { name: 'Begin' }));
    press('Start Workout');
    await pass(1_000);
    expect(item('100m').getByText('In progress')).toBeTruthy();
    // No one sees the tables in the seat.
    expect(screen.queryByRole('table')).toBeNull();

    // Between two polls the cockpit renders on every record, the tables on none.
    const meters = () => screen.getByText('distance left').nextElementSibling?.textContent ?? '';
    const before = meters();
    drawn.length = 0;
    await pass(3_000);
    expect(meters()).not.toBe(before);
    expect(drawn).toEqual([]);

    await pass(40_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { distance: 100, isSimulated: true, summary: { source: 'summary' } } },
    ]);
    fireEvent.click(item('100m').getByRole('button', { name: '100m' }));
    const results = within(screen.getByRole('table', { name: 'Results: 100m' }));
    expect(results.getByText('100 m')).toBeTruthy();
    expect(results.getByText('Simulated')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Rowing now: 100m' })).toBeNull();
    expect(item('5000m').getByRole('button', { name: 'Begin' })).toBeTruthy();
  });
});

describe('the live channel', () => {
  type Channel = {
    io: Server;
    joined: unknown[];
    /** The page's reports on the presses that set all monitors; null before the first. */
    reports: (MonitorOutcome | null)[];
    frame(parts: Partial<Parameters<typeof frameBytes>[0]>): void;
  };
  const channels: Channel[] = [];
  afterEach(async () => {
    for (const { io } of channels.splice(0)) await io.close();
  });

  /** A real server at the page's own address. */
  type Listening = {
    refusal?: string;
    answer?: Answer;
    /** The server lets a page into a room when it resolves. */
    letIn?: (room: unknown) => Promise<void>;
  };
  async function listen(options: Listening = {}): Promise<Channel> {
    const http = createServer();
    const io = new Server(http, { transports: ['websocket'], serveClient: false });
    const joined: unknown[] = [];
    const reports: (MonitorOutcome | null)[] = [];
    io.use((_, next) => next(options.refusal === undefined ? undefined : new Error(options.refusal)));
    io.on('connection', (socket) => {
      // Packed messages, such as acknowledgements, are not Socket.IO's.
      const events = socket.conn.listeners('data');
      socket.conn.removeAllListeners('data');
      socket.conn.on('data', (data: unknown) => {
        if (typeof data === 'string') for (const listener of events) listener.call(socket.conn, data);
      });
      socket.on(liveEvents.joinRoom, async (message: { room: unknown }, reply: (answer: Answer) => void) => {
        joined.push(message);
        await options.letIn?.(message.room);
        reply(options.answer ?? { ok: true });
      });
      socket.on(liveEvents.monitorReport, (message: unknown) => {
        reports.push(MonitorReportMessageSchema.parse(message).report.answer?.outcome ?? null);
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}/`));
    const channel: Channel = {
      io,
      joined,
      reports,
      frame: (parts) => {
        const bytes = frameBytes({ room: session._id, ...parts });
        for (const { conn } of io.sockets.sockets.values()) conn.write(Buffer.from(bytes));
      },
    };
    channels.push(channel);
    return channel;
  }

  const sample = (distance: number): LiveSample => ({
    phase: 'rowing',
    elapsedTime: 61,
    distance,
    currentPace: 118,
    averagePace: 120,
    strokeRate: 26,
    heartRate: 150,
    isSimulated: false,
  });

  async function openJoined(channel: Channel): Promise<void> {
    open();
    await waitFor(() => expect(channel.joined).toEqual([{ user: mara._id, room: session._id }]));
  }

  test('shows a start that was set between reading the starts and entering the room', async () => {
    const channel = await listen();
    const start = { workoutItemIndex: 0, startAt: new Date(nowMs() + 30_000).toISOString() };
    // Set as the page joins, with the first list on its way.
    startsNow = () => (channel.joined.length === 0 ? [] : [start]);
    await openJoined(channel);
    expect(await screen.findByRole('heading', { name: /^Start together/, hidden: true })).toBeTruthy();
  });

  test('[SESS-10] a row of another session that ends before the page is in its room is not kept in progress', async () => {
    const elsewhere = buildSession({ title: 'The false start' });
    const { _id, title, workoutItems } = elsewhere;
    const row = rowing('', { user: me, session: { _id, title, workoutItems }, workoutItemIndex: 0 });
    const ended = Promise.withResolvers<void>();
    const channel = await listen({ letIn: async (room) => (room === _id ? ended.promise : undefined) });
    open();
    await screen.findByRole('button', { name: 'Go on' });
    await act(() => runner.rowing?.takeOver());
    expect(await item('100m').findByText('Finish the workout you have begun first.')).toBeTruthy();
    await waitFor(() => expect(channel.joined).toContainEqual({ user: mara._id, room: _id }));
    // The event reaches the room before the page is in it.
    await server.connect().ask({ kind: 'complete', activityId: row._id, body: {} });
    ended.resolve();
    expect(await item('100m').findByRole('button', { name: 'Begin' })).toBeTruthy();
    expect(screen.queryByText('Finish the workout you have begun first.')).toBeNull();
  });

  test('shows the members of the room', async () => {
    const channel = await listen();
    await openJoined(channel);
    channel.io.emit(liveEvents.roomMembers, {
      room: session._id,
      seq: 1,
      members: [me, buildUserRef('Tom Berg')],
    });
    fireEvent.click(await screen.findByRole('tab', { name: 'Members 2' }));
    expect(await screen.findByText('Tom Berg')).toBeTruthy();
  });

  const coach = buildUserRef('Cleo Coach');
  /** Puts a coach into the room who sets the monitors to an item. */
  function coachIn(channel: Channel): (index: number) => void {
    let presses = 0;
    channel.io.emit(liveEvents.roomMembers, { room: session._id, seq: 1, members: [me, coach] });
    return (index) => {
      presses += 1;
      channel.io.emit(liveEvents.monitorsAsked, {
        room: session._id,
        press: idOf(presses),
        item: index,
        workout: session.workoutItems[index] ?? '',
        sender: coach,
        atMs: presses,
      } satisfies MonitorsAsked);
    };
  }

  test("[SESS-7] the instructions of one item close another's, even those that a coach has opened", async () => {
    sessionStorage.setItem(`monitor-consent ${session._id}`, mara._id);
    const channel = await listen();
    await openJoined(channel);
    await connectSimulatedErg();
    await screen.findByText('Simulated erg connected');
    const press = coachIn(channel);
    const opens = (workout: string, index: number) =>
      waitFor(() => {
        expect(screen.getAllByRole('group', { name: 'Instructions' })).toHaveLength(1);
        expect(item(workout).getByRole('group', { name: 'Instructions' })).toBeTruthy();
        expect(runner.getExpected()?.workoutItemIndex).toBe(index);
      });
    fireEvent.click(item('100m').getByRole('button', { name: 'Begin' }));
    await opens('100m', 0);
    // The part that receives the coach's presses has loaded.
    await screen.findByRole('region', { name: 'Your monitor' });
    for (const [workout, index] of [
      ['5000m', 1],
      ['100m', 0],
    ] as const) {
      press(index);
      await opens(workout, index);
    }
    fireEvent.click(item('5000m').getByRole('button', { name: 'Begin' }));
    await opens('5000m', 1);
    fireEvent.click(item('5000m').getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(runner.getExpected()).toBeNull());
  });

  test('[SESS-7] the coach’s question to set the monitor stays while the connection is lost', async () => {
    const fake = createFakeMonitor(recordedValues());
    vi.stubGlobal('navigator', { ...navigator, bluetooth: { requestDevice: async () => fake.device } });
    const channel = await listen();
    await openJoined(channel);
    fireEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(connectionOf()).toBe('connected'));
    const press = coachIn(channel);
    await screen.findByRole('region', { name: 'Your monitor' });
    press(0);
    const question = await screen.findByText('Cleo Coach wants to set the monitors of this session');
    channel.io.disconnectSockets(true);
    await screen.findByRole('tab', { name: 'Members' });
    await waitFor(() => expect(channel.joined.length).toBeGreaterThan(1), { timeout: 8_000 });
    expect(question.isConnected).toBe(true);
    expect(screen.getByRole('button', { name: 'Let the coach set my monitor' })).toBeTruthy();
  });

  test("[SESS-7] a coach's press that arrives before the results waits for them, and asks no athlete who has one", async () => {
    sessionStorage.setItem(`monitor-consent ${session._id}`, mara._id);
    rowing('', { user: me, workoutItemIndex: 0, isCompleted: true, completedAt: startingIn(-1) });
    const held = Promise.withResolvers<undefined>();
    resultsHeld = held.promise;
    const channel = await listen();
    await openJoined(channel);
    await connectSimulatedErg();
    await screen.findByText('Simulated erg connected');
    const press = coachIn(channel);
    await screen.findByRole('region', { name: 'Your monitor' });
    press(0);
    await waitFor(() => expect(channel.reports).toEqual([null]));
    held.resolve(undefined);
    await waitFor(() => expect(channel.reports).toEqual([null, 'done']));
  });

  test('one athlete’s sample renders that athlete’s row and not the table', async () => {
    const channel = await listen();
    const anna = rowing('Anna Oduya');
    const bea = rowing('Bea Holm');
    await openJoined(channel);
    await screen.findByText('Bea Holm');
    channel.frame({
      isKeyframe: true,
      rows: [anna, bea].map(({ _id }) => ({ activity: _id, ageMs: 0, sample: sample(300) })),
    });
    await waitFor(() => expect(rowOf('Bea Holm').textContent).toContain('300 m'));
    drawn.length = 0;
    for (let seq = 2; seq <= 6; seq += 1) {
      channel.frame({ seq, rows: [{ activity: anna._id, ageMs: 0, sample: sample(300 + seq) }] });
      await waitFor(() => expect(rowOf('Anna Oduya').textContent).toContain(`30${seq} m`));
    }
    expect(drawn).not.toContain('the table');
    // Bea's row has Anna's lead once a second.
    const [annas, beas] = ['Anna Oduya', 'Bea Holm'].map(
      (name) => drawn.filter((one) => one === name).length,
    );
    expect(annas).toBeGreaterThanOrEqual(5);
    expect(beas).toBeLessThanOrEqual(3);
  });

  test('a row shows its signal: unknown, none, rowing, or none for some seconds', async () => {
    const channel = await listen();
    const anna = rowing('Anna Oduya');
    await openJoined(channel);
    await screen.findByText('Anna Oduya');
    // The values are the server's stored ones.
    expect(within(rowOf('Anna Oduya')).queryByText(/No signal/)).toBeNull();
    expect(rowOf('Anna Oduya').textContent).toContain('250 m');
    expect(rowOf('Anna Oduya').dataset['stale']).toBe('false');
    channel.frame({ isKeyframe: true, rows: [] });
    await waitFor(() => expect(within(rowOf('Anna Oduya')).getByText('No signal')).toBeTruthy(), {
      timeout: 5_000,
    });
    expect(rowOf('Anna Oduya').dataset['stale']).toBe('true');
    channel.frame({ isKeyframe: true, rows: [{ activity: anna._id, ageMs: 0, sample: sample(300) }] });
    await waitFor(() => expect(within(rowOf('Anna Oduya')).getByText('Rowing')).toBeTruthy());
    expect(rowOf('Anna Oduya').dataset['stale']).toBe('false');
    channel.frame({ seq: 2, rows: [{ activity: anna._id, ageMs: 12_900, sample: sample(304) }] });
    await waitFor(() =>
      expect(within(rowOf('Anna Oduya')).getByText(/^No signal for 1[23] s$/)).toBeTruthy(),
    );
    expect(rowOf('Anna Oduya').textContent).toContain('304 m');
  });

  test('activities that others start and complete are shown from the event, without a request', async () => {
    const channel = await listen();
    await openJoined(channel);
    await item('100m').findByText('No one is rowing this yet.');
    const fetched = () => asked.filter((url) => url.endsWith(`/${session._id}/activities`)).length;
    const before = fetched();
    const begun = Array.from({ length: 20 }, (_, index) => rowing(`Athlete ${index}`));
    const tell = (activities: Activity[]) =>
      channel.io.emit(liveEvents.activityChanged, { room: session._id, activities, discarded: [] });
    tell(begun.slice(0, 12));
    tell(begun.slice(12));
    expect(await screen.findByText('Athlete 19')).toBeTruthy();
    expect(screen.getByText('Athlete 0')).toBeTruthy();
    const [first] = begun;
    if (!first) throw new Error('Nothing was begun');
    tell([{ ...first, isCompleted: true, completedAt: '2025-11-21T18:00:00.000Z' }]);
    await waitFor(() =>
      expect(within(screen.getByRole('table', { name: /^Results/ })).getByText('Athlete 0')).toBeTruthy(),
    );
    expect(fetched()).toBe(before);
  });

  const notice = () =>
    within(screen.getByRole('main'))
      .getAllByRole('status')
      .map(({ textContent }) => textContent);

  test('shows no notice while connected, and the duration of a loss', async () => {
    const channel = await listen();
    rowing('Anna Oduya');
    await openJoined(channel);
    await screen.findByText('Anna Oduya');
    expect(notice()).toEqual(['']);
    await channel.io.close();
    await waitFor(() =>
      expect(notice()).toEqual([
        expect.stringMatching(
          /^The server has not been reachable for \d s\. Live data is paused\. Reconnecting…$/,
        ),
      ]),
    );
  });

  test.each([
    [
      'not_found',
      'There is no such session',
      "You can't see the others in this session any more. What you row is still saved.",
    ],
    ['not_the_caller', 'user must be your own id', 'user must be your own id'],
  ] as const)('shows why joining was refused: %s', async (code, message, words) => {
    const refusal = { event: liveEvents.joinRoom, code, message };
    await openJoined(await listen({ answer: { ok: false, refusal } }));
    await waitFor(() => expect(notice()).toContain(words));
  });

  test('[SESS-11] a session that the viewer may no longer read disappears after a moment', async () => {
    const options: { answer?: Answer } = {};
    const channel = await listen(options);
    await openJoined(channel);
    await item('100m').findByText('No one is rowing this yet.');
    const refusal = {
      event: liveEvents.joinRoom,
      code: 'not_found',
      message: 'There is no such session',
    } as const;
    options.answer = { ok: false, refusal };
    session = buildSession();
    channel.io.emit(liveEvents.refused, refusal);
    const gone = "We couldn't find a session at that link";
    expect(await screen.findByText(gone, {}, { timeout: 5_000 })).toBeTruthy();
  });

  const words = {
    board_closed: 'This board is closed. Ask the host for a new link.',
    not_signed_in: 'You are logged out. Log in again to see the others live.',
    wrong_origin: "Live data isn't available at this address. Open the page at the server's own address.",
    wrong_address: "Live data couldn't be requested. Reload the page.",
    protocol_mismatch: 'The server was updated. Reload the page to see the others live.',
    too_many_connections: 'You have too many pages open. Close some to see the others live here.',
    flooding: 'Your account has sent too many messages. Live data is back in a few seconds.',
  };
  test.each(handshakeRefusals)('shows what to do after the refusal %s', async (refusal) => {
    await listen({ refusal });
    open();
    await waitFor(() => expect(notice()).toContain(words[refusal]));
  });
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { apiVersion } from '@boathouse/contract/endpoint';
import type { KeptLife } from '@boathouse/row/life/life';
import { emptyTally } from '@boathouse/row/plan/targets';
import { beginRow } from '@boathouse/row/reduce/progress';
import { act, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf } from '../../test/every-page.ts';
import { refusal, stubReplies, type FakeApi } from '../../test/fake-api.ts';
import { fakeCanvas } from '../../test/fake-canvas.ts';
import { nowMs } from '../../test/now.ts';
import { idOf, mara } from '../../test/people.ts';
import { buildActivity } from '../../test/sessions/factory.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { createJournal } from '../features/rowing/rowing/run/journal.ts';
import { keepToSend } from '../lib/outbox/outbox.ts';
import { setLoginState } from '../lib/server/login-state.ts';
import { isServerAway } from '../lib/server/reachability.ts';
import { noteVersion } from '../lib/server/version-skew.ts';
import { openSearch, openSwitch } from './commands/command-keys.tsx';
import { routes } from './routes.tsx';

const begunAtMs = Date.parse('2025-11-20T18:00:00.000Z');
const left: KeptLife = {
  key: idOf(1),
  id: idOf(1),
  place: { sessionId: null, workoutItemIndex: null, title: 'Evening', workout: '2k' },
  begunAtMs,
  isBegunHere: true,
  timeZone: null,
  isSimulated: false,
  stage: 'rowing',
  begin: 'stored',
  lostTo: null,
  isEndedElsewhere: false,
  refusal: null,
  patchRefusal: null,
  progress: { ...beginRow(), pieceNumber: 1, distanceM: 640, elapsedSec: 150, strokeCount: 60 },
  hasHeardMonitor: true,
  nextSequence: 0,
  serverNext: 0,
  mustRead: false,
  storedBefore: [],
  isLeft: false,
  heldUntilMs: null,
  takenUpAt: null,
  targets: emptyTally(),
};
const activity = {
  ...buildActivity({
    _id: left.id,
    user: { _id: mara._id, displayName: mara.displayName, iconURL: null },
    isCompleted: false,
    createdAt: new Date(begunAtMs).toISOString(),
    heardAt: new Date(begunAtMs).toISOString(),
  }),
  session: null,
  workoutItemIndex: null,
  title: 'Evening',
  workout: '2k',
};

// Otherwise the first test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('./commands/commands.tsx'),
    import('./signed-in-layout.tsx'),
    import('./offline/server-notices.tsx'),
    import('../features/people/auth/log-in-again.tsx'),
    import('../features/people/devices/index.ts'),
    import('../features/site/settings/settings-page.tsx'),
  ]);
}, 60_000);

let api: FakeApi;
/** The device that the server has it on. */
let owner: string;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  api = stubReplies(({ method, path }) => {
    if (method !== 'GET') return refusal(400, 'The test only reads.');
    return { body: bodyOf(path) };
  });
  api.replies[`GET /api/activities/inprogress/${mara._id}`] = () => ({ body: { ...activity, owner } });
});
afterEach(() => {
  cleanUp();
  localStorage.clear();
});

/** Leaves a row on this device, like a page closed while rowing. */
async function leaveHere() {
  const journal = createJournal(mara._id);
  await journal.claim();
  owner = await journal.deviceId(idOf(98));
  await journal.keep(left, []);
}

async function open(path: string) {
  openProduct(routes, path);
  // The page has taken it up.
  await screen.findByRole('complementary', { name: 'Your workout' });
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...more });

describe.each([
  ['on this device', leaveHere],
  ['on another device', async () => void (owner = idOf(99))],
])('with a workout that was left %s', (_, leave) => {
  beforeEach(leave);

  test('the search opens, by its key and from the menu', async () => {
    await open('/settings');
    press('k', { ctrlKey: true });
    await screen.findByRole('dialog', { name: 'Search' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    act(openSearch);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  });

  test('keyboard shortcuts work', async () => {
    await open('/settings');
    press('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  test('another athlete can take the device', async () => {
    await open('/settings');
    act(openSwitch);
    expect(await screen.findByRole('dialog', { name: 'Who rows?' })).toBeTruthy();
  });

  test('an ended login is requested again', async () => {
    await open('/settings');
    act(() => setLoginState('ended'));
    expect(await screen.findByRole('dialog', { name: 'Log in again' })).toBeTruthy();
  });

  test('notices of the server, of its version and of texts that wait are shown', async () => {
    const comment = { key: idOf(9), method: 'POST' as const, url: '/api/comments', body: {} };
    await keepToSend(mara.uid, { ...comment, words: 'Your comment “Strong finish”' }, nowMs());
    await open('/settings');
    act(() => noteVersion(String(apiVersion + 1)));
    expect(await screen.findByText(/was updated. Reload the page/)).toBeTruthy();
    act(() => isServerAway.set(true));
    expect(await screen.findByText(/This page may be out of date/)).toBeTruthy();
    expect(await screen.findByText('Your comment “Strong finish”')).toBeTruthy();
    act(() => isServerAway.set(false));
  });
});

// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeErg } from '../../../../test/erg/fake-erg.tsx';
import { bodyOf } from '../../../../test/every-page.ts';
import { stubReplies } from '../../../../test/fake-api.ts';
import { fakeCanvas } from '../../../../test/fake-canvas.ts';
import { createFakeRooms } from '../../../../test/room/fake-rooms.tsx';
import { createFakeRow } from '../../../../test/rowing/fake-row.tsx';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { liveCockpit } from './cockpit/live-cockpit.ts';
import { MyErg } from './my-erg.tsx';
import { useRow } from './use-row.ts';

const row = createFakeRow();
const erg = createFakeErg();
const rooms = createFakeRooms();

function Page() {
  return <MyErg group={null} {...useRow()} setUp={null} onNext={() => {}} />;
}

beforeEach(() => {
  fakeCanvas();
  stubReplies(({ path }) => ({ body: bodyOf(path) }));
});
afterEach(cleanUp);

test('a cockpit is live while its row continues here and the page holds the erg, and not afterwards', async () => {
  const router = openPage(
    <rooms.Provider>
      <row.Provider>
        <erg.Provider>
          <Page />
        </erg.Provider>
      </row.Provider>
    </rooms.Provider>,
    '/row',
  );
  const isLive = async (change: () => void) => {
    await act(async () => {
      change();
      await new Promise(requestAnimationFrame);
    });
    return liveCockpit.get();
  };
  expect(await isLive(() => {})).toBe(false);
  expect(await isLive(() => row.set({ sessionId: null }))).toBe(true);
  expect(await isLive(() => erg.set({ state: 'disconnected', reconnecting: true }))).toBe(true);
  // A row that was left, such as yesterday's.
  expect(await isLive(() => erg.set({ reconnecting: false }))).toBe(false);
  expect(await isLive(() => erg.set({ state: 'connected' }))).toBe(true);
  expect(await isLive(() => row.set({ sessionId: null, lostTo: 'device' }))).toBe(false);
  expect(await isLive(() => row.set({ sessionId: null, lostTo: 'tab' }))).toBe(false);
  expect(await isLive(() => row.set({}))).toBe(false);
  expect(await isLive(() => row.set({ sessionId: null }))).toBe(true);
  expect(await isLive(() => void router.navigate('/dashboard'))).toBe(false);
});

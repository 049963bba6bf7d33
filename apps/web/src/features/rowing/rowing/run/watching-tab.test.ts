// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  refusal,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  place,
  rower,
  rowOn,
  storedNumbers,
  upTo,
  type Page,
} from '../../../../../test/rowing/fake-row-page.ts';
import { createFakeLocks } from '../../../../../test/rowing/fake-tab-locks.ts';
import { buildUserRef } from '../../../../../test/sessions/factory.ts';
import type { Locks } from './tab-lock.ts';

let server: FakeActivityServer;
let desktop: FakeBrowser;
let locks: Locks;
let pages: Page[] = [];

async function openTab(): Promise<Page> {
  const page = openPage(server, desktop, { locks });
  pages.push(page);
  await pass(500);
  return page;
}

async function openPhone(): Promise<Page> {
  const page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d2'));
  pages.push(page);
  await pass(100);
  return page;
}

const numbersOf = (index: number) => storedNumbers(server, index);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  pages = [];
  locks = createFakeLocks();
  desktop = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  server = createFakeActivityServer({ rower: { ...buildUserRef(), _id: rower } });
});
afterEach(() => {
  for (const page of pages) page.crash();
  vi.useRealTimers();
});

test("a tab that has watched another device's row leaves the next one to the tab that rows it", async () => {
  const phone = await openPhone();
  await beginRowing(phone);
  await rowOn(phone, 0, 10);
  const first = await openTab();
  const second = await openTab();
  await pass(1_000);
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
  phone.runner.finish();
  await pass(12_000);
  first.runner.dismiss();
  second.runner.dismiss();

  const begun = first.runner.begin({ ...place, workoutItemIndex: 1, workout: '5000m' }, false);
  await pass(50);
  await begun;
  await rowOn(first, 0, 40, 200);
  await pass(2_000);
  expect(first.row()).toMatchObject({ stage: 'rowing', lostTo: null });
  expect(numbersOf(1)).toEqual(upTo(20));
});

/** The first tab has unsent strokes of a row that the phone has taken over. */
async function takenWithUnsentStrokes(): Promise<{ first: Page; phone: Page }> {
  const first = await openTab();
  await beginRowing(first);
  await rowOn(first, 0, 10);
  server.refuse = (call) => {
    const isCut = call.kind === 'append' && call.strokes.some(({ number }) => number >= 5);
    return isCut ? refusal(503, 'internal') : null;
  };
  await rowOn(first, 10, 40);
  const phone = await openPhone();
  await phone.runner.takeOver();
  await pass(500);
  return { first, phone };
}

test("a tab that looks at another device's row leaves its unsent strokes to the tab that sends them", async () => {
  const { first } = await takenWithUnsentStrokes();
  const second = await openTab();
  await pass(2_000);
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
  expect([...desktop.rows.values()].map(({ strokes }) => strokes.size)).toEqual([20]);
  server.refuse = () => null;
  await pass(12_000);
  expect(first.row()).toMatchObject({ lostTo: 'device' });
  expect(numbersOf(0)).toEqual(upTo(20));
  expect(desktop.rows.size).toBe(0);
});

test("a tab that has watched sends the other one's unsent data after that is closed", async () => {
  const { first } = await takenWithUnsentStrokes();
  const second = await openTab();
  first.crash();
  server.refuse = () => null;
  await pass(12_000);
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
  expect(numbersOf(0)).toEqual(upTo(20));
  expect(desktop.rows.size).toBe(0);
});

test.each([
  ['with its strokes', true],
  ['of which this device has nothing', false],
])('a tab that has watched takes a row back %s', async (_, isOwn) => {
  if (isOwn) {
    await takenWithUnsentStrokes();
    server.refuse = () => null;
  } else {
    const phone = await openPhone();
    await beginRowing(phone);
    await rowOn(phone, 0, 40);
    await openTab();
  }
  const second = await openTab();
  const taken = second.runner.takeOver();
  await pass(3_000);
  await taken;
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: null });
  await rowOn(second, 40, 60);
  await pass(3_000);
  expect(numbersOf(0)).toEqual(upTo(30));
});

test('a tab that has watched and gets the lock while its storage fails can still take the row over', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const phone = await openPhone();
  await beginRowing(phone);
  await rowOn(phone, 0, 40);
  const first = await openTab();
  const second = await openTab();
  desktop.failure = new Error('The disk is full');
  first.crash();
  await pass(1_000);
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
  const taken = second.runner.takeOver();
  await pass(1_000);
  await taken;
  await rowOn(second, 40, 60);
  desktop.failure = null;
  await pass(10_000);
  expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: null });
  expect(numbersOf(0)).toEqual(upTo(30));
  vi.restoreAllMocks();
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeWorkers } from '../../../test/installed/fake-workers.ts';
import { followBuilds } from './follow-builds.ts';

const [own, other, third] = ['/assets/main-1.js', '/assets/main-2.js', '/assets/main-3.js'];
let workers = new FakeWorkers(own);
const said = vi.fn();
let stop = (): void => {};

beforeEach(() => {
  said.mockReset();
  document.head.innerHTML = `<script type="module" src="${own}"></script>`;
  workers = new FakeWorkers(own);
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

async function follow(): Promise<void> {
  stop = followBuilds(said);
  await answered();
}
/** The workers' responses arrive on message ports. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}
/** The server has a newer build, which the browser begins to store. */
async function beginToStore(entry = other): Promise<void> {
  workers.publish(entry);
  await workers.update();
}
async function storeNewer(entry = other): Promise<void> {
  await beginToStore(entry);
  workers.stored();
  await answered();
}

test('the page’s own build is not announced, whether it was stored before or is stored now', async () => {
  await follow();
  await storeNewer(own);
  expect(said).not.toHaveBeenCalled();
  stop();
  await follow();
  expect(said).not.toHaveBeenCalled();
});

test('a stored build is announced at once, although the older worker stays in charge', async () => {
  workers.have(own);
  await follow();
  await beginToStore();
  await answered();
  expect(said).not.toHaveBeenCalled();
  workers.stored();
  await answered();
  expect(said).toHaveBeenCalledOnce();
});

test('a build that was being stored as the page opened is announced', async () => {
  workers.have(own);
  await beginToStore();
  await follow();
  workers.stored();
  await answered();
  expect(said).toHaveBeenCalledOnce();
});

test('a build that another tab stored earlier is announced after the server was asked', async () => {
  workers.have(other);
  workers.publish(other);
  await follow();
  expect(said).toHaveBeenCalledOnce();
  expect(workers.asked).toBe(1);
});

test('a page that is newer than its worker announces nothing, both while its own build is being stored and afterwards', async () => {
  workers.have(other);
  await follow();
  expect(workers.installing?.entry).toBe(own);
  workers.stored();
  await answered();
  expect(said).not.toHaveBeenCalled();
  await storeNewer(third);
  expect(said).toHaveBeenCalledOnce();
});

test('a build that could not be stored is not announced, and the next one is', async () => {
  workers.have(own);
  await follow();
  await beginToStore();
  workers.failed();
  await answered();
  expect(said).not.toHaveBeenCalled();
  await storeNewer(third);
  expect(said).toHaveBeenCalledOnce();
});

test('without the server a page does not announce a worker of another build', async () => {
  workers.have(other);
  workers.stopServer();
  await follow();
  expect(workers.asked).toBe(1);
  expect(said).not.toHaveBeenCalled();
});

test('a page that has stopped gets no announcement', async () => {
  workers.have(own);
  await follow();
  stop();
  await storeNewer();
  expect(said).not.toHaveBeenCalled();
});

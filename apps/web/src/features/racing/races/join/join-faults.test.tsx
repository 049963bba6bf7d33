// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { idOf } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import type { Reply } from '../../../../../test/fake-api.ts';
import { JoinRacePage } from './join-page.tsx';

const claims = '/api/races/claims';
let server: FakeRaceServer;
let router: ReturnType<typeof openPage>;

beforeEach(async () => {
  server = new FakeRaceServer();
  vi.stubGlobal('fetch', server.fetch);
  router = openPage(<JoinRacePage />, '/race');
  fireEvent.change(await screen.findByRole('textbox', { name: /Code/ }), { target: { value: '7KQ2-M9XD' } });
});
afterEach(() => {
  vi.useRealTimers();
  cleanUp();
});

const reply = (made: () => Reply | Promise<Reply | undefined>) => {
  server.replies[`POST ${claims}`] = made;
};
const right = { body: { event: idOf(200), entry: idOf(401) } };
const button = () => screen.getByRole('button', { name: 'Row in this race' });
const isBusy = () => button().getAttribute('aria-busy') === 'true';
const where = () => router.state.location.pathname;

test('a response that never comes ends with a sentence, and the same code can be entered again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  reply(() => new Promise(() => {}));
  fireEvent.click(button());
  await waitFor(() => expect(isBusy()).toBe(true));
  fireEvent.click(button());
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(
    await screen.findByText("The server can't be reached. Check your connection and try again."),
  ).toBeTruthy();
  expect(isBusy()).toBe(false);
  expect(server.asked('POST', claims)).toHaveLength(1);
  reply(() => right);
  fireEvent.click(button());
  await waitFor(() => expect(where()).toBe(`/races/${idOf(200)}`));
  expect(server.asked('POST', claims).map(({ body }) => body['code'])).toEqual(['7KQ2-M9XD', '7KQ2-M9XD']);
});

test('a response that comes late, after another page was opened, does not lead away from it', async () => {
  const late = Promise.withResolvers<Reply>();
  reply(() => late.promise);
  fireEvent.click(button());
  await waitFor(() => expect(server.asked('POST', claims)).toHaveLength(1));
  await act(() => router.navigate('/settings'));
  vi.useFakeTimers();
  late.resolve(right);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(where()).toBe('/settings');
});

test.each([
  ['of another version', { body: { race: 7 } }],
  ['the login page of a network', { body: '<html>Log in</html>' }],
  ['empty', { body: null }],
])('a response that is %s leads nowhere, and the next press works', async (_, rubbish) => {
  reply(() => rubbish);
  fireEvent.click(button());
  expect(await screen.findByText('The server sent an unexpected response. Reload the page.')).toBeTruthy();
  expect(where()).toBe('/race');
  expect(isBusy()).toBe(false);
  reply(() => right);
  fireEvent.click(button());
  await waitFor(() => expect(where()).toBe(`/races/${idOf(200)}`));
});

// @vitest-environment node
import { apiVersionHeader } from '@boathouse/contract/endpoint';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerNavigation, isPage, shellAfterMs } from './navigation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<Response>(() => {});
const shell = async () => new Response('shell');
const noShell = async () => undefined;
const answered = async (asking: Promise<Response>, stored: () => Promise<Response | undefined> = shell) =>
  (await answerNavigation(asking, stored)).text();

describe('a navigation', () => {
  test('is answered by the server', async () => {
    expect(await answered(Promise.resolve(new Response('page')))).toBe('page');
  });

  test('opens the shell without a network', async () => {
    expect(await answered(Promise.reject(new TypeError('Failed to fetch')))).toBe('shell');
  });

  test('opens the shell when the server does not respond in time, and not before', async () => {
    let text: string | null = null;
    void answered(never).then((given) => (text = given));
    await vi.advanceTimersByTimeAsync(shellAfterMs - 1);
    expect(text).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(text).toBe('shell');
  });

  test('opens the shell when a proxy has lost its server', async () => {
    expect(await answered(Promise.resolve(new Response('Bad gateway', { status: 502 })))).toBe('shell');
  });

  test.each([
    ['our server that is busy', new Response('busy', { status: 503, headers: { [apiVersionHeader]: '5' } })],
    ['the login page of a network', new Response('Accept our terms', { status: 200 })],
    ['an error of ours', new Response('error', { status: 500 })],
  ])('shows the answer of %s', async (_, answer) => {
    expect(await answered(Promise.resolve(answer.clone()))).toBe(await answer.text());
  });

  test('a navigation without a shell waits for the server, and fails like it', async () => {
    const slow = new Promise<Response>((resolve) => {
      setTimeout(() => resolve(new Response('late')), 20_000);
    });
    const text = answered(slow, noShell);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await text).toBe('late');
    await expect(answered(Promise.reject(new TypeError('Failed to fetch')), noShell)).rejects.toThrow(
      'Failed to fetch',
    );
  });

  test("a navigation with a store that fails shows the server's response", async () => {
    const broken = async () => {
      throw new DOMException('The storage is gone');
    };
    const answer = Promise.resolve(new Response('Bad gateway', { status: 502 }));
    expect(await answered(answer, broken)).toBe('Bad gateway');
  });
});

test.each([
  ['/', true],
  ['/dashboard', true],
  ['/Dashboard/', true],
  ['/clubs/rowers/general', true],
  ['/clubs//general', false],
  ['/clubs/rowers', false],
  ['/dashboard/more', false],
  ['/api/product', false],
  ['/calendars/secret.ics', false],
  ['/sw.js', false],
])('%s is a page: %s', (path, isOne) => {
  expect(isPage(['/', '/dashboard', '/clubs/:clubURL/general', '/sessions/:id'], path)).toBe(isOne);
});

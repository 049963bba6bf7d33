import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../http/caller.ts';
import { nowMs } from '../../test/support/now.ts';
import { endWithLogin } from './ended-connections.ts';

const dayMs = 86_400_000;
const login: Caller['login'] = {
  uid: 'ann',
  name: 'Ann',
  email: 'ann@athletes.example',
  authSessionId: 's1',
  endsAtMs: null,
  signedInAtMs: null,
  isByPin: false,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The parts of a socket that the end of a login needs. */
function fakeSocket() {
  const ended: boolean[] = [];
  const socket = Object.assign(new EventEmitter(), {
    join: async () => {},
    handshake: { headers: {} },
    connected: true,
    disconnect: (close: boolean) => void ended.push(close),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { socket: socket as unknown as Socket, ended };
}

const caller: Caller = { login, user: null, isAdministrator: false, scopes: null };
const options = { resolveCaller: async () => caller, log: { error() {} } };

test('a connection ends at the latest end of its login, even if the login is used', async () => {
  const { socket, ended } = fakeSocket();
  endWithLogin(socket, { ...login, endsLatestMs: nowMs() + 2 * dayMs }, options);
  await vi.advanceTimersByTimeAsync(2 * dayMs - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual([true]);
});

test('a connection of a login without an end stays', async () => {
  const { socket, ended } = fakeSocket();
  endWithLogin(socket, login, options);
  await vi.advanceTimersByTimeAsync(400 * dayMs);
  expect(ended).toEqual([]);
});

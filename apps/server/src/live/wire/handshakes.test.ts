import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { liveAddressOf, routeOf } from '@boathouse/contract/live/address';
import { CallerCache } from '../../http/caller-cache.ts';
import type { Caller } from '../../http/caller.ts';
import { UnknownCredentials } from '../../http/unknown-credentials.ts';
import { Handshakes } from './handshakes.ts';

const session = '019a0000-0000-7000-8000-000000000001';
const { route } = liveAddressOf(session);
const otherRoute = routeOf('019a0000-0000-7000-8000-000000000002');

const ann: Caller = {
  login: {
    uid: 'ann',
    name: 'Ann',
    email: 'ann@a.example',
    authSessionId: 'one',
    endsAtMs: null,
    signedInAtMs: null,
    isByPin: false,
  },
  user: { _id: 'ann', displayName: 'Ann', iconURL: null },
  isAdministrator: false,
  scopes: null,
};

/** Admits only Ann, and the board `key`. Counts look-ups. */
function open() {
  const asked: string[] = [];
  const lookUp = async (headers: Headers) => {
    asked.push(headers.get('authorization') ?? '');
    return headers.get('authorization') === 'Bearer ann' ? ann : null;
  };
  const unknown = new UnknownCredentials({
    rate: { burst: 3, perSec: 1e-9 },
    addressKey: (address) => address,
  });
  const handshakes = new Handshakes({
    own: { publicUrl: null, local: null },
    callers: new CallerCache({ lookUp, unknown }),
    resolveBoard: async (key) => {
      asked.push(key);
      return key.includes('wrong') ? null : { id: 'board', room: session };
    },
    unknown,
    addressOf: () => '10.0.0.1',
    rate: { burst: 5, perSec: 1e-9 },
  });
  const outcomeOf = async (query: string, authorization?: string) => {
    const request = new IncomingMessage(new Socket());
    request.url = `/socket.io/?EIO=4&transport=websocket&${query}`;
    if (authorization !== undefined) request.headers.authorization = authorization;
    const admission = await handshakes.admit(request);
    if ('refused' in admission) return admission.refused;
    handshakes.release(admission.holder);
    return 'admitted';
  };
  return { asked, outcomeOf };
}

/** Returns the outcome of a connection with this query. */
const outcomeOf = (query: string) => open().outcomeOf(query);

test('a page and a board connect with the address that the web app writes', async () => {
  expect(await outcomeOf(new URLSearchParams(liveAddressOf(session)).toString())).toBe('not_signed_in');
  expect(await outcomeOf(`board=A-Za-z_0.9&route=${route}`)).toBe('admitted');
});

test.for([
  ['another route behind a semicolon', `of=;route=${otherRoute}&`, route],
  ['a route written with a percent sign', '', `%${route.charCodeAt(0).toString(16)}${route.slice(1)}`],
  ['a name written with a percent sign', `%72oute=${route}&of=`, route],
  ['a second question mark', '', `${route}?&of=;`],
])('a proxy can’t be led to another process by %s', async ([, before, given]) => {
  expect(await outcomeOf(`${before}session=${session}&route=${given}`)).toBe('wrong_address');
  expect(await outcomeOf(`${before}board=key&route=${given}`)).toBe('wrong_address');
});

test('a user who connects repeatedly is refused without a look-up, and a board too', async () => {
  const { asked, outcomeOf: connect } = open();
  for (let again = 0; again < 5; again += 1) {
    expect(await connect('', 'Bearer ann')).toBe('admitted');
    expect(await connect('board=key')).toBe('admitted');
  }
  const before = asked.length;
  expect(await connect('', 'Bearer ann')).toBe('flooding');
  expect(asked).toHaveLength(before);
  expect(await connect('board=key')).toBe('flooding');
});

test('logins and boards that do not exist are looked up a few times for an address', async () => {
  const { asked, outcomeOf: connect } = open();
  expect(await connect('', 'Bearer cem')).toBe('not_signed_in');
  expect(await connect('board=wrong')).toBe('board_closed');
  expect(await connect('', 'Bearer dan')).toBe('not_signed_in');
  const before = asked.length;
  expect(await connect('', 'Bearer eve')).toBe('flooding');
  expect(await connect('board=wrong-too')).toBe('flooding');
  expect(asked).toHaveLength(before);
});

import { expect, test } from 'vitest';
import { liveAddressOf, routeOf } from '@boathouse/contract/live/address';
import { Handshakes } from './handshakes.ts';

const session = '019a0000-0000-7000-8000-000000000001';
const { route } = liveAddressOf(session);
const otherRoute = routeOf('019a0000-0000-7000-8000-000000000002');

/** What becomes of a connection with this query. */
async function outcomeOf(query: string) {
  const handshakes = new Handshakes({
    publicUrl: null,
    resolveCaller: async () => null,
    resolveBoard: async () => ({ id: 'board', room: session }),
  });
  const url = `/socket.io/?EIO=4&transport=websocket&${query}`;
  const admission = await handshakes.admit({ url, headers: {} });
  return 'refused' in admission ? admission.refused : 'admitted';
}

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

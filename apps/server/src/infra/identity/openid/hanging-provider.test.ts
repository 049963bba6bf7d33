import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../../../test/support/listen.ts';
import { openIdTokenVerifier } from './id-tokens.ts';
import { openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';

/* Providers that take a connection and never respond. Each is real, and listens. */

async function startProvider(serve: (socket: Socket) => void): Promise<{ issuer: string; asked(): number }> {
  let asked = 0;
  const server = createServer((socket) => {
    socket.once('data', () => {
      asked += 1;
      serve(socket);
    });
  });
  return { issuer: `http://127.0.0.1:${await listen(server)}`, asked: () => asked };
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n';
/** An unsigned token: its keys are requested before its signature is checked. */
const token = [{ alg: 'RS256', kid: 'k1' }, { sub: 'ann' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
  .concat('.AAAA');

test.each([
  ['a provider that hangs', () => {}],
  ['a provider that stops in the middle of its answer', (socket: Socket) => socket.write(`${head}{"iss`)],
])(
  '%s is left after some seconds, and is asked again at the next try',
  { timeout: 60_000 },
  async (_, serve) => {
    const { issuer, asked } = await startProvider(serve);
    const discover = openDiscovery({ issuer, clientId: 'row' });
    const verify = openIdTokenVerifier({ issuer, audience: 'row', keysUrl: async () => `${issuer}/keys` });
    const startedMs = performance.now();
    const tries = [discover(), verify(token)];
    for (const each of await Promise.allSettled(tries)) {
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(ProviderUnavailableError) });
    }
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    const before = asked();
    await expect(discover()).rejects.toThrow(ProviderUnavailableError);
    expect(asked()).toBeGreaterThan(before);
  },
);

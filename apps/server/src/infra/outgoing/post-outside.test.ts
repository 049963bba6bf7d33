import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkedAddresses, isPublicAddress, outsideUrl, postOutside, type Lookup } from './post-outside.ts';

const named =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address }));
const outside = { allowsPrivate: false };

/** Starts a receiver on loopback. Returns its port. */
async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

describe('an address of a user', () => {
  test.each([
    ['no address', 'not an https address'],
    ['ftp://scores.example/', 'not an https address'],
    ['file:///etc/passwd', 'not an https address'],
    ['http://scores.example/', 'must begin with https://'],
    ['https://ann:secret@scores.example/', 'user or password'],
  ])('%s is refused', (given, words) => {
    expect(() => outsideUrl(given, outside)).toThrow(words);
  });

  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '::7f00:1',
    '::2:7f00:1',
    '1::1',
    '4000::1',
    '::93.184.216.34',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '64:ff9b:1::1',
    '2002:5db8:d822::1',
    '2001::1',
    '2001:db8::1',
    '2001:20::1',
    '3fff::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
    '2606:2800:220::1%eth0',
    '127.1',
    '0x7f.1',
    '198.18.0.1',
    '192.88.99.1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2001:4860:4860::8888', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
  ])('%s is in a private network, in any spelling', async (given) => {
    await expect(checkedAddresses(outsideUrl(given, outside), outside)).rejects.toThrow('no public address');
  });

  test('is refused if one of the addresses of its name is private', async () => {
    const url = outsideUrl('https://scores.example/', outside);
    const lookup = named('93.184.216.34', '10.0.0.1');
    await expect(checkedAddresses(url, { ...outside, lookup })).rejects.toThrow('no public address');
    const all = named('93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946');
    expect(await checkedAddresses(url, { ...outside, lookup: all })).toHaveLength(2);
  });

  test('is refused in the same words whether its name is unknown or in the private network', async () => {
    const url = outsideUrl('https://intranet.example/', outside);
    const unknown: Lookup = () => Promise.reject(new Error('ENOTFOUND'));
    const words = async (lookup: Lookup) =>
      checkedAddresses(url, { ...outside, lookup }).then(String, (error: unknown) => String(error));
    expect(await words(unknown)).toBe(await words(named('10.0.0.1')));
    expect(await words(unknown)).toBe(await words(named()));
  });
});

describe('posting', () => {
  const allowed = { allowsPrivate: true };

  test('connects to the checked address, with the name in the host header', async () => {
    const got: Array<{ request: IncomingMessage; body: string }> = [];
    const port = await receiver((request, response) => {
      void text(request).then((body) => {
        got.push({ request, body });
        response.end('x'.repeat(1_000_000));
      });
    });
    let lookups = 0;
    const lookup: Lookup = async () => {
      lookups += 1;
      // A second look-up would find another machine.
      return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1' }];
    };
    const url = new URL(`http://scores.example:${port}/hook?club=1`);
    const message = { body: '{"a":"ü"}', headers: { 'x-signed': 'yes' } };
    expect(await postOutside(url, message, { ...allowed, lookup })).toEqual({
      status: 200,
      retryAfterSec: null,
    });
    expect(got[0]?.body).toBe('{"a":"ü"}');
    expect(got[0]?.request).toMatchObject({
      method: 'POST',
      url: '/hook?club=1',
      headers: { host: `scores.example:${port}`, 'x-signed': 'yes', 'content-type': 'application/json' },
    });
  });

  test('does not follow a redirect', async () => {
    const paths: Array<string | undefined> = [];
    const port = await receiver((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(
      await postOutside(new URL(`http://127.0.0.1:${port}/`), { body: '{}', headers: {} }, allowed),
    ).toMatchObject({ status: 302 });
    expect(paths).toEqual(['/']);
  });

  test('tries each address of a name until one answers', async () => {
    const port = await receiver((_, response) => response.end());
    // Nothing listens at the first ones.
    const lookup = named('127.0.0.2', '::1', '127.0.0.1');
    const url = new URL(`http://scores.example:${port}/`);
    const answer = await postOutside(url, { body: '{}', headers: {} }, { ...allowed, lookup });
    expect(answer.status).toBe(200);
    const nowhere = postOutside(
      url,
      { body: '{}', headers: {} },
      { ...allowed, lookup: named('127.0.0.2', '127.0.0.3') },
    );
    await expect(nowhere).rejects.toThrow('refused');
  });

  test('returns how long the receiver asks to wait, in seconds or as a date', async () => {
    const after: string[] = ['120', 'Tue, 24 Nov 2026 18:01:00 GMT', 'soon'];
    const port = await receiver((_, response) =>
      response
        .writeHead(429, { date: 'Tue, 24 Nov 2026 18:00:00 GMT', 'retry-after': after.shift() ?? '' })
        .end(),
    );
    const once = () =>
      postOutside(new URL(`http://127.0.0.1:${port}/`), { body: '{}', headers: {} }, allowed);
    expect([await once(), await once(), await once()].map(({ retryAfterSec }) => retryAfterSec)).toEqual([
      120,
      60,
      null,
    ]);
  });

  test('does not wait for the end of an answer, and does not read one without an end', async () => {
    const port = await receiver((_, response) => void response.writeHead(200).write('x'));
    const answer = postOutside(new URL(`http://127.0.0.1:${port}/`), { body: '{}', headers: {} }, allowed);
    expect((await answer).status).toBe(200);
  });

  test('fails when the response is not HTTP', async () => {
    const port = await receiver((request) => void request.socket.end('220 mail.example ESMTP\r\n'));
    const answer = postOutside(new URL(`http://127.0.0.1:${port}/`), { body: '{}', headers: {} }, allowed);
    await expect(answer).rejects.toThrow('The connection failed');
  });

  test('gives up on a receiver that does not respond', async () => {
    const port = await receiver(() => {});
    const given = postOutside(
      new URL(`http://127.0.0.1:${port}/`),
      { body: '{}', headers: {} },
      { ...allowed, timeoutMs: 50 },
    );
    await expect(given).rejects.toThrow('No response within 0.05 s');
  });

  test('gives up on a name server that does not respond', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const resolver = new Resolver();
    onTestFinished(() => {
      resolver.cancel();
      silent.close();
    });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const asked = once(silent, 'message');
    const lookup: Lookup = async (name) => (await resolver.resolve4(name)).map((address) => ({ address }));
    const given = postOutside(
      new URL('http://scores.example/'),
      { body: '{}', headers: {} },
      { ...allowed, lookup, timeoutMs: 200 },
    );
    await expect(given).rejects.toThrow('No response within 0.2 s');
    await asked;
  });

  test('explains why it failed', async () => {
    const port = await receiver((request) => void request.socket.destroy());
    const to = (address: string) => postOutside(new URL(address), { body: '{}', headers: {} }, allowed);
    await expect(to(`http://127.0.0.1:${port}/`)).rejects.toThrow('closed without a response');
    await expect(to('http://127.0.0.1:9/')).rejects.toThrow('refused');
    await expect(to(`https://127.0.0.1:${port}/`)).rejects.toThrow(/closed|failed|certificate/);
  });
});

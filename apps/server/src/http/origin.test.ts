import { describe, expect, test } from 'vitest';
import { isOwnOrigin, wrongOrigin } from './origin.ts';

describe('with PUBLIC_URL', () => {
  const publicUrl = 'https://row.example.org';
  const own = { publicUrl, local: { isFor: () => true } };
  test('the origin of PUBLIC_URL is our own, for any Host header of the proxy', () => {
    expect(isOwnOrigin(publicUrl, 'row.example.org', own)).toBe(true);
    expect(isOwnOrigin(publicUrl, '10.0.0.5:3000', own)).toBe(true);
    expect(isOwnOrigin(publicUrl, undefined, own)).toBe(true);
  });

  test.for([
    'http://row.example.org',
    'https://row.example.org:8443',
    'https://row.example.org.elsewhere.example',
    'https://elsewhere.example',
    'http://localhost:3000',
    'null',
    '',
  ])('%j is not', (origin) => {
    expect(isOwnOrigin(origin, URL.parse(origin)?.host, own)).toBe(false);
  });
});

describe('without PUBLIC_URL', () => {
  test.for([
    ['http://localhost:3000', 'localhost:3000'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['http://localhost', 'localhost'],
  ] as const)('%s is our own when the request went to %s', ([origin, host]) => {
    expect(isOwnOrigin(origin, host, { publicUrl: null, local: null })).toBe(true);
  });

  test.for([
    // Another port belongs to another program.
    ['http://localhost:3001', 'localhost:3000'],
    ['http://localhost:3000', '127.0.0.1:3000'],
    ['http://localhost:3000', undefined],
    // A host name of an attacker that resolves to this machine (DNS rebinding).
    ['http://rebound.example:3000', 'rebound.example:3000'],
    ['http://192.168.1.5:3000', '192.168.1.5:3000'],
    ['http://localhost.elsewhere.example', 'localhost.elsewhere.example'],
    ['http://elsewhere.example', 'localhost:3000'],
    ['null', 'localhost:3000'],
    ['', ''],
    ['localhost:3000', 'localhost:3000'],
  ] as const)('%j is not when the request went to %j', ([origin, host]) => {
    expect(isOwnOrigin(origin, host, { publicUrl: null, local: null })).toBe(false);
  });
});

describe('with a certificate of the local network', () => {
  const names = ['boat.local', '192.168.1.20', '[fd00::2]'];
  const own = { publicUrl: null, local: { isFor: (host: string) => names.includes(host) } };
  test.for([
    ['https://boat.local:3443', 'boat.local:3443', true],
    ['https://192.168.1.20:3443', '192.168.1.20:3443', true],
    ['https://[fd00::2]:3443', '[fd00::2]:3443', true],
    ['http://localhost:3000', 'localhost:3000', true],
    ['https://localhost:3443', 'localhost:3443', true],
    // Not over http, because others on the network can change that page.
    ['http://boat.local:3443', 'boat.local:3443', false],
    ['http://192.168.1.20:3000', '192.168.1.20:3000', false],
    // The same machine, with another program or address.
    ['https://boat.local:8443', 'boat.local:3443', false],
    ['https://boat.local:3443', '192.168.1.20:3443', false],
    // DNS rebinding.
    ['https://rebound.example:3443', 'rebound.example:3443', false],
    ['https://192.168.1.21:3443', '192.168.1.21:3443', false],
  ] as const)('%s is our own when the request went to %s: %s', ([origin, host, is]) => {
    expect(isOwnOrigin(origin, host, own)).toBe(is);
  });
});

describe('a refusal of another origin', () => {
  const local = null;
  test('names the right address, if it is known', () => {
    expect(
      wrongOrigin({ origin: 'http://192.168.1.20:3000' }, { publicUrl: 'https://row.example.org', local }),
    ).toBe("This server's address is https://row.example.org. Open the page there and try again");
  });

  test('names the setting, if the address is unknown', () => {
    expect(wrongOrigin({ origin: 'http://192.168.1.20:3000' }, { publicUrl: null, local })).toBe(
      'This server takes no changes from pages at http://192.168.1.20:3000. Its administrator can set PUBLIC_URL to that address',
    );
    expect(wrongOrigin({}, { publicUrl: null, local })).toBe(
      'This request comes from a page of another site',
    );
    expect(wrongOrigin({ origin: 'null' }, { publicUrl: null, local })).toBe(
      'This request comes from a page of another site',
    );
  });
});

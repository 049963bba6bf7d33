import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../../test/support/databases.ts';
import { TestApp, useTestApp } from '../../../test/support/test-app.ts';
import { makeLocalCertificate } from './local-certificate.ts';
import { LocalHttps } from './local-https.ts';

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string };
type Received = { status: number; headers: IncomingMessage['headers']; body: string };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = addressOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return address;
}

/** An address at which other machines reach this one; null for a machine without a network. */
const networkAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('HTTPS on the local network', () => {
  const database = usePglite();
  const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-https-'));
  const logged: string[] = [];
  const log = {
    info: (_: object, message: string) => void logged.push(message),
    warn: (_: object, message: string) => void logged.push(message),
    error: (_: object, message: string) => void logged.push(message),
  };
  let addresses = ['192.168.1.20'];
  let local: LocalHttps;
  let app: TestApp;
  let root = '';

  beforeAll(async () => {
    const certificate = await makeLocalCertificate(dataDir, 'boat', { addresses: () => addresses });
    root = certificate.root.toString();
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    local = new LocalHttps(certificate, { dataDir, httpPort, httpsPort, log });
    app = await TestApp.on(database(), { localHttps: local });
    await app.app.http.listen({ host: '0.0.0.0', port: httpPort });
    await local.listen(app.app.http.server, '0.0.0.0');
  });
  afterAll(async () => {
    await local.close();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Trusts only the authority, like a device that has installed it. */
  const call = ({ method = 'GET', path, headers = {}, body }: Call, from?: 'plain' | 'network') =>
    new Promise<Received>((resolve, reject) => {
      const { httpPort, httpsPort, name } = local;
      const send = (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      };
      const request =
        from === undefined
          ? secureRequest(
              {
                host: '127.0.0.1',
                port: httpsPort,
                servername: name,
                ca: root,
                path,
                method,
                headers: { host: `${name}:${httpsPort}`, ...headers },
              },
              send,
            )
          : plainRequest(
              {
                host: from === 'plain' ? '127.0.0.1' : networkAddress,
                port: httpPort,
                path,
                method,
                headers,
              },
              send,
            );
      request.on('error', reject).end(body);
    });

  /** Returns the status of a handshake of the live channel. */
  const handshake = (from?: 'network', headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const { httpPort, httpsPort, name } = local;
      const given = {
        path: '/socket.io/?EIO=4&transport=websocket',
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      };
      const request =
        from === undefined
          ? secureRequest({ ...given, host: '127.0.0.1', port: httpsPort, servername: name, ca: root })
          : plainRequest({ ...given, host: networkAddress, port: httpPort });
      request.on('upgrade', (response: IncomingMessage, socket: Socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end();
    });

  const signUp = (origin: string, host: string): Call => ({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    headers: { origin, host, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${Math.random()}@boat.example`,
      password: 'a good password',
      name: 'Ann',
    }),
  });

  test('serves the same as plain http on this machine, and both at once', async () => {
    expect(await call({ path: '/livez' })).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(await call({ path: '/livez' }, 'plain')).toMatchObject({ status: 200 });
    const { headers } = await call({ path: '/livez' });
    // A browser would use https for all ports of the name, and continue when the certificate is deleted.
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('a page at the name or an address of the certificate signs in, with cookies that stay on TLS', async () => {
    for (const host of ['boat.local', '192.168.1.20', 'localhost']) {
      const authority = `${host}:${local.httpsPort}`;
      const { status, headers } = await call(signUp(`https://${authority}`, authority));
      expect([host, status]).toEqual([host, 200]);
      expect(headers['set-cookie']?.length).toBeGreaterThan(0);
      for (const cookie of headers['set-cookie'] ?? []) {
        expect(cookie).toMatch(/; HttpOnly/);
        expect(cookie).toMatch(/; Secure$/);
      }
    }
    const plain = `localhost:${local.httpPort}`;
    const onMachine = await call(signUp(`http://${plain}`, plain), 'plain');
    expect(onMachine.status).toBe(200);
    for (const cookie of onMachine.headers['set-cookie'] ?? []) expect(cookie).not.toMatch(/Secure/);
  });

  test('a page at another name that leads here is another site', async () => {
    const authority = `rebound.example:${local.httpsPort}`;
    const refused = await call(signUp(`https://${authority}`, authority));
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('wrong_origin')]);
  });

  test('the live channel opens over TLS', async () => {
    expect(await handshake()).toBe(101);
    const origin = `https://boat.local:${local.httpsPort}`;
    expect(await handshake(undefined, { origin, host: `boat.local:${local.httpsPort}` })).toBe(101);
  });

  test('the page /trust and the certificate can be read without a login, in the types that devices install', async () => {
    for (const from of ['plain', undefined] as const) {
      const { status, headers, body } = await call({ path: '/trust' }, from);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toContain(`aria-label="QR code of ${local.address}"`);
      expect(body).toContain(`http://192.168.1.20:${local.httpPort}/trust`);
      expect(body).toContain(local.root.fingerprint256);
      expect(body).not.toMatch(/<script(?! src="\/trust\/)|\son\w+=|\sstyle=|@import|<img|<iframe/);
      for (const [, to = ''] of body.matchAll(/\s(?:href|src)="([^"]*)"/g))
        expect(['data:,', local.address, to.startsWith('/trust/') ? to : '']).toContain(to);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
    const crt = await call({ path: '/trust/boathouse.crt' }, 'plain');
    expect(crt.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(crt.body).toBe(root);
    const cer = await call({ path: '/trust/boathouse.cer' }, 'plain');
    expect(cer.headers['content-type']).toBe('application/x-x509-ca-cert');
    for (const file of ['page.css', 'page.js', 'worker.js'])
      expect(await call({ path: `/trust/${file}` }, 'plain')).toMatchObject({ status: 200 });
    // The page of an https address asks it.
    expect((await call({ path: '/trust/reach' })).headers['cross-origin-resource-policy']).toBe(
      'cross-origin',
    );
  });

  describe.skipIf(networkAddress === undefined)('plain http, as others on the network could read it', () => {
    test.for([
      ['/', '/trust'],
      ['/dashboard?a=1', '/dashboard?a=1'],
      ['/api/users/me', '/api/users/me'],
      ['/trustworthy', '/trustworthy'],
      ['/metrics', '/metrics'],
      ['//elsewhere.example/', '//elsewhere.example/'],
    ] as const)('%s is sent on', async ([path, to]) => {
      const { status, headers } = await call(
        { path, headers: { host: `192.168.1.20:${local.httpPort}` } },
        'network',
      );
      expect([status, headers.location]).toEqual([
        307,
        to === '/trust' ? to : `https://192.168.1.20:${local.httpsPort}${to}`,
      ]);
      expect(headers['cache-control']).toBe('no-store');
    });

    test('a request for another name is sent to the name of the certificate', async () => {
      for (const host of ['rebound.example', 'boat.local.rebound.example', 'x@y', '']) {
        const { headers } = await call({ path: '/dashboard', headers: { host } }, 'network');
        expect(headers.location).toBe(`https://boat.local:${local.httpsPort}/dashboard`);
      }
    });

    test('nothing is changed, and no live connection is made', async () => {
      const authority = `192.168.1.20:${local.httpPort}`;
      const refused = await call(signUp(`http://${authority}`, authority), 'network');
      expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
      expect(refused.body).toContain(`https://192.168.1.20:${local.httpsPort}`);
      expect(await handshake('network')).toBe(400);
    });

    test('/trust and its files are served', async () => {
      for (const path of ['/trust', '/trust/page.js', '/trust/boathouse.crt', '/trust/reach'])
        expect((await call({ path }, 'network')).status).toBeLessThan(300);
    });
  });

  test('only the addresses that it listens on are announced to devices', () => {
    addresses = ['192.168.1.20', 'fd00::2'];
    expect(local.hosts()).toEqual(['192.168.1.20']);
    addresses = ['192.168.1.20'];
  });

  /** Returns the names of the certificate that a new connection gets. */
  const served = async () => {
    const socket = connect({ host: '127.0.0.1', port: local.httpsPort, servername: 'boat.local', ca: root });
    await once(socket, 'secureConnect');
    const { subjectaltname } = socket.getPeerCertificate();
    return { subjectaltname, socket };
  };

  test('a renewed certificate is used for new connections, without ending the open ones', async () => {
    const before = await served();
    expect(before.subjectaltname).not.toContain('10.0.0.5');
    addresses = ['192.168.1.20', '10.0.0.5'];
    await local.check();
    const after = await served();
    expect(after.subjectaltname).toContain('IP Address:10.0.0.5');
    expect(before.socket.destroyed).toBe(false);
    for (const { socket } of [before, after]) socket.destroy();
    expect(local.isFor('10.0.0.5')).toBe(true);
  });

  test('a renewal that fails is logged, and the previous certificate stays', async () => {
    logged.length = 0;
    addresses = ['no address'];
    await local.check();
    expect(logged).toEqual(['the certificate of the local network could not be renewed']);
    const { subjectaltname, socket } = await served();
    expect(subjectaltname).toContain('IP Address:10.0.0.5');
    socket.destroy();
    addresses = ['192.168.1.20', '10.0.0.5'];
  });

  test('clients that do not speak TLS at its port are disconnected, and the server continues', async () => {
    await expect(
      new Promise((resolve, reject) => {
        plainRequest({ host: '127.0.0.1', port: local.httpsPort, path: '/' }, resolve)
          .on('error', reject)
          .end();
      }),
    ).rejects.toThrow();
    expect((await call({ path: '/livez' })).status).toBe(200);
  });
});

describe('without a certificate', () => {
  const database = usePglite();
  const app = useTestApp(database);

  test('/trust explains what the operator can do', async () => {
    const page = await app().call('GET', '/trust');
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('npm run ops -- https')]);
    expect((await app().call('GET', '/trust/boathouse.crt')).status).toBe(404);
  });
});

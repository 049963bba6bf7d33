import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { serveWeb, type WebOptions } from './web.ts';

const folder = mkdtempSync(join(tmpdir(), 'boathouse-web-'));
beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/main-abc123.js'), 'start()');
  writeFileSync(join(folder, 'assets/main-abc123.js.gz'), gzipSync('start()'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>__PRODUCT_NAME__</title><meta name="contact" content="__CONTACT_EMAIL__" /><meta property="og:url" content="__ADDRESS__/" /></head><body></body></html>',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param callerOf replaces the app's hook, which finds the reader of a page */
async function serve(
  options: Partial<WebOptions> = {},
  callerOf: (request: FastifyRequest) => Caller | null = () => null,
): Promise<FastifyInstance> {
  const app = fastify();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => void (request.caller = callerOf(request)));
  onTestFinished(() => app.close());
  serveWeb(app, {
    folder,
    productName: 'Boathouse',
    contactEmail: 'hello@boathouse.example',
    address: 'https://row.example',
    isOffline: true,
    isEmpty: async () => false,
    appearanceOf: async () => null,
    addressKey: (address) => address,
    inTurn: (_reader, work) => work(),
    ...options,
  });
  await app.ready();
  return app;
}

const callerOf = (uid: string): Caller => ({
  login: {
    uid,
    name: uid,
    email: `${uid}@a.example`,
    authSessionId: uid,
    endsAtMs: null,
    signedInAtMs: null,
    isByPin: false,
  },
  user: null,
  isAdministrator: false,
  scopes: null,
});

const navigate = (app: FastifyInstance, url: string) =>
  app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } });

describe('the page', () => {
  test('[NAV-5] has the configured product name as its title, escaped', async () => {
    const app = await serve({ productName: 'Row & <b>Co</b> $& "$1"' });
    const { body } = await navigate(app, '/');
    expect(body).toContain('<title>Row &amp; &lt;b&gt;Co&lt;/b&gt; $&amp; &quot;$1&quot;</title>');
  });

  test('[NAV-5] contains the configured contact address', async () => {
    const app = await serve({ contactEmail: '"row&co"@club.example' });
    const { body } = await navigate(app, '/');
    expect(body).toContain('<meta name="contact" content="&quot;row&amp;co&quot;@club.example" />');
  });

  test('states that there are no users, until there are', async () => {
    const answers = [true, true, false];
    const app = await serve({
      isEmpty: async () => {
        const answer = answers.shift();
        if (answer === undefined) throw new Error('asked again');
        return answer;
      },
    });
    const isSaid = async (url: string) =>
      (await navigate(app, url)).body.includes('<meta name="set-up" content="empty">');
    expect(await isSaid('/')).toBe(true);
    expect(await isSaid('/?try')).toBe(true);
    expect(await isSaid('/dashboard')).toBe(false);
    expect(await isSaid('/')).toBe(false);
  });

  test('informs only the landing page that its visitor is logged in', async () => {
    const app = await serve({}, ({ headers }) => (headers.cookie ? callerOf(headers.cookie) : null));
    const isSaid = async (url: string, cookie?: string) =>
      (
        await app.inject({ url, headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) } })
      ).body.includes('<meta name="login" content="valid">');
    expect(await isSaid('/', 'ann')).toBe(true);
    expect(await isSaid('/dashboard', 'ann')).toBe(false);
    expect(await isSaid('/')).toBe(false);
  });

  test('has a preview that leads to the public address, the same at every address', async () => {
    const app = await serve({ address: 'https://row.example' });
    for (const url of ['/', '/sessions/7', '/boards/secret']) {
      const { body } = await navigate(app, url);
      expect(body).toContain('<meta property="og:url" content="https://row.example/" />');
      expect(body.match(/<meta property="og:[^>]*>/g)?.join('')).not.toContain(url.slice(1) || 'sessions');
    }
  });

  test.each(['/', '/settings', '/sessions/7', '/no/such/page'])(
    'is served to a browser at %s',
    async (url) => {
      const { statusCode, body, headers } = await navigate(await serve(), url);
      expect([statusCode, body.slice(0, 33)]).toEqual([200, '<!doctype html><html lang="en"><h']);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
    },
  );

  test.each(['/api/nothing', '//api/nothing', '/files/nothing', '/metrics', '/assets/gone.js'])(
    'is not served for a missing resource at %s',
    async (url) => {
      const { statusCode, headers } = await navigate(await serve(), url);
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json']);
    },
  );

  test.each([
    ['/settings', { accept: '*/*', 'sec-fetch-dest': 'empty' }],
    ['/settings', { accept: 'application/json' }],
    ['/settings', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['/robots.txt', { accept: '*/*' }],
    ['/.env', {}],
  ])('is not returned at %s to a request for something else: %o', async (url, headers) => {
    const { statusCode } = await (await serve()).inject({ url, headers });
    expect(statusCode).toBe(404);
  });

  test.each([{ accept: '*/*' }, {}])('is served to a program that accepts any type: %o', async (headers) => {
    const app = await serve();
    for (const url of ['/', '/sessions/7']) {
      const answer = await app.inject({ url, headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  test('lets browsers cache its hashed files for a year', async () => {
    const { headers } = await (await serve()).inject({ url: '/assets/main-abc123.js' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('sends the compressed copy of a file to a browser that accepts it, with the same caching', async () => {
    const app = await serve();
    const get = (accepted: string) =>
      app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': accepted } });
    const compressed = await get('gzip, deflate');
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(gunzipSync(compressed.rawPayload).toString()).toBe('start()');
    const plain = await get('identity');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'start()']);
    // No copy in this encoding: sends the file itself.
    expect((await get('br')).body).toBe('start()');
  });

  test.each([
    'MAIN-abc123.js',
    '..%2Findex.html',
    '..%5Cindex.html',
    'main-abc123.js%00',
    'x%2F..%2Fmain-abc123.js',
  ])('has no file named %s beside it', async (name) => {
    expect((await (await serve()).inject(`/assets/${name}`)).statusCode).toBe(404);
  });

  test('is still served when the theme of its user cannot be read', async () => {
    const app = await serve({ appearanceOf: () => Promise.reject(new Error('The database is gone')) }, () =>
      callerOf('ann'),
    );
    const { statusCode, body } = await navigate(app, '/dashboard');
    expect([statusCode, body]).toEqual([200, expect.stringContaining('<html lang="en">')]);
  });
});

describe('a page that would make others wait', () => {
  const look = { themeColor: 2, tintColor: 3 };
  const html = async (options: Partial<WebOptions>) => {
    const app = await serve({ appearanceOf: async () => look, ...options }, () => callerOf('ann'));
    const { statusCode, body } = await navigate(app, '/dashboard');
    return [statusCode, /<html[^>]*>/.exec(body)?.[0]];
  };

  test('is sent without its theme when too many of its reader wait', async () => {
    expect(await html({ inTurn: () => Promise.reject(new Error('Too many')) })).toEqual([
      200,
      '<html lang="en">',
    ]);
  });

  test('is sent without its theme when the database does not respond, or its turn does not come', async () => {
    const never = () => new Promise<never>(() => {});
    expect(await html({ appearanceOf: never })).toEqual([200, '<html lang="en">']);
    expect(await html({ inTurn: never })).toEqual([200, '<html lang="en">']);
  });

  test('is queued for its reader only if there is something to find out', async () => {
    const readers: string[] = [];
    const inTurn = async (reader: string, work: () => Promise<void>) => {
      readers.push(reader);
      await work();
    };
    const app = await serve({ inTurn }, ({ headers }) => (headers.cookie ? callerOf(headers.cookie) : null));
    await navigate(app, '/');
    await app.inject({ url: '/dashboard', headers: { accept: 'text/html', cookie: 'ann' } });
    expect(readers).toEqual(['ann']);
  });
});

test('the server counts readers without a login by the key of their address', async () => {
  const readers: string[] = [];
  const inTurn = async (reader: string, work: () => Promise<void>) => {
    readers.push(reader);
    await work();
  };
  const pages = { pages: { '/login': { scripts: [], styles: [] } }, fonts: [] };
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  onTestFinished(() => rmSync(join(folder, 'pages.json')));
  const app = await serve({ inTurn, addressKey: (address) => `network of ${address}` });
  await navigate(app, '/login');
  expect(readers).toEqual(['address network of 127.0.0.1']);
});

describe('the files of a page', () => {
  const pages = {
    pages: {
      '/': { scripts: ['/assets/main-abc123.js'], styles: [] },
      '/clubs/:clubURL/general': {
        scripts: ['/assets/main-abc123.js', '/assets/club-1.js'],
        styles: ['/assets/club-1.css'],
      },
      '/*': { scripts: ['/assets/lost-1.js'], styles: [] },
    },
    fonts: ['/assets/archivo-1.woff2'],
  };
  const linksAt = async (url: string) => {
    writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
    onTestFinished(() => rmSync(join(folder, 'pages.json')));
    const { body } = await navigate(await serve(), url);
    return [...body.matchAll(/<link [^>]*href="([^"]*)">/g)].map(([, href]) => href);
  };

  test.each(['/clubs/harbour/general', '/clubs/harbour/general/', '/clubs/a%20b/general?x=1'])(
    'are linked into its HTML, with the font: %s',
    async (url) => {
      expect(await linksAt(url)).toEqual([
        '/assets/club-1.css',
        '/assets/archivo-1.woff2',
        '/assets/main-abc123.js',
        '/assets/club-1.js',
      ]);
    },
  );

  test.each(['/clubs/harbour', '/clubs/a/b/general'])(
    'are those of the page for unknown paths at %s',
    async (url) => {
      expect(await linksAt(url)).toEqual(['/assets/archivo-1.woff2', '/assets/lost-1.js']);
    },
  );
});

describe('the theme of an account', () => {
  const looks: Record<string, { themeColor: number; tintColor: number }> = {};
  const htmlTagFor = async (app: FastifyInstance, cookie?: string) => {
    const headers = { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) };
    const { body } = await app.inject({ url: '/dashboard', headers });
    return /<html[^>]*>/.exec(body)?.[0];
  };

  test('[SET-3] is in the HTML of the page, only for its user and with the stored values', async () => {
    const app = await serve({ appearanceOf: async ({ login }) => looks[login.uid] ?? null }, ({ headers }) =>
      headers.cookie === undefined ? null : callerOf(headers.cookie),
    );
    looks['session=ann'] = { themeColor: 2, tintColor: 3 };
    expect(await htmlTagFor(app, 'session=ann')).toBe('<html data-mode="blue" data-tint="mint" lang="en">');
    looks['session=ann'] = { themeColor: 1, tintColor: 0 };
    expect(await htmlTagFor(app, 'session=ann')).toBe('<html data-mode="dark" data-tint="blue" lang="en">');
    expect(await htmlTagFor(app, 'session=ben')).toBe('<html lang="en">');
    expect(await htmlTagFor(app)).toBe('<html lang="en">');
  });
});

describe('the service worker', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'worker.js'), 'work()');
    writeFileSync(join(folder, 'no-worker.js'), 'remove()');
  });
  afterAll(() => {
    rmSync(join(folder, 'worker.js'));
    rmSync(join(folder, 'no-worker.js'));
  });

  test("is requested each time, and stores a page without its reader's data, look and cookies", async () => {
    const app = await serve({ appearanceOf: async () => ({ themeColor: 1, tintColor: 1 }) }, () =>
      callerOf('ann'),
    );
    const worker = await app.inject('/sw.js');
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(worker.body).toBe('work()');
    const shell = await app.inject('/shell');
    expect(shell.body).toContain('<title>Boathouse</title>');
    expect(shell.body).not.toContain('data-mode');
    expect(shell.headers['set-cookie']).toBeUndefined();
  });

  test('removes itself if the operator has turned it off, and then there is no shell', async () => {
    const app = await serve({ isOffline: false });
    expect((await app.inject('/sw.js')).body).toBe('remove()');
    expect((await app.inject({ url: '/shell', headers: { accept: 'application/json' } })).statusCode).toBe(
      404,
    );
  });
});

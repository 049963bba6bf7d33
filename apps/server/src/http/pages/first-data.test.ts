import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../../test/support/databases.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { testListenUrl } from '../../../test/support/test-identity.ts';
import { TestLogins } from '../../../test/support/test-logins.ts';
import { nowMs } from '../../../test/support/now.ts';
import { buildClub } from '../../features/clubs/clubs/factory.ts';
import { buildFollow } from '../../features/news/follows/factory.ts';
import { buildSession } from '../../features/sessions/sessions/factory.ts';
import { firstDataElement } from './first-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'boathouse-web-'));
const paths = [
  '/',
  '/login',
  '/dashboard',
  '/sessions/:sessionID',
  '/clubs/:clubURL/general',
  '/athletes/:userID',
  '/athletes/:userID/following',
];
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html lang="en"><head><title>__PRODUCT_NAME__</title></head><body></body></html>',
);
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({
    pages: Object.fromEntries(paths.map((path) => [path, { scripts: [], styles: [] }])),
    fonts: [],
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const database = usePglite();
// Many pages of one user, one after the other.
const app = useTestApp(database, { webFolder: folder, limits: { rates: null } });
const logins = new TestLogins(app);

type Visitor = { _id: string; uid: string; cookie: string };

async function newVisitor(displayName: string): Promise<Visitor> {
  const { uid, cookie } = await logins.signUp(`${randomUUID()}@athletes.example`);
  const made = await app().call('POST', '/api/users', {
    headers: { cookie, origin: testListenUrl, host: new URL(testListenUrl).host },
    body: { displayName, uid, iconURL: null },
  });
  return { _id: z.object({ _id: z.string() }).parse(made.body)._id, uid, cookie };
}

let ann: Visitor;
let ben: Visitor;
beforeAll(async () => {
  ann = await newVisitor('Ann</script><script src=//evil.example>');
  ben = await newVisitor('Ben');
});

async function open(url: string, cookie?: string) {
  const { body, headers } = await app().call('GET', url, {
    headers: { accept: 'text/html', host: new URL(testListenUrl).host, ...(cookie ? { cookie } : {}) },
  });
  const html = z.string().parse(body);
  const json = /<script type="application\/json" id="first-data" data-now="\d+">(.*?)<\/script>/s.exec(
    html,
  )?.[1];
  const data = z.record(z.string(), z.unknown()).parse(JSON.parse(json ?? '{}'));
  return { html, data, hasElement: json !== undefined, caching: headers['cache-control'] };
}

describe('a page of a signed-in visitor', () => {
  test("has the login, the user and the page's first data, as the API returns them", async () => {
    const { data } = await open('/dashboard', `${ann.cookie}; time-zone=Europe%2FAmsterdam`);
    const today = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam');
    const day = `year=${today.year}&month=${today.month}&day=${today.day}`;
    expect(Object.keys(data).sort()).toEqual(
      [
        '/api/auth/get-session',
        `/api/users/uid/${ann.uid}`,
        `/api/activities/inprogress/${ann._id}`,
        '/api/notifications/unread',
        `/api/users/${ann._id}/firststeps`,
        // For the first steps, which are still shown.
        '/api/product',
        `/api/clubmemberships/user/${ann._id}`,
        `/api/follows/user/${ann._id}/summary`,
        `/api/feed/dashboard?user=${ann._id}&page=1&pagesize=5`,
        `/api/activities/search?user=${ann._id}&sortby=-createdAt&sparse=1&page=1&pagesize=1`,
        `/api/sessions/user/${ann._id}/next`,
        '/api/races/mine',
        `/api/users/${ann._id}/goal?timeZone=Europe%2FAmsterdam`,
        `/api/users/${ann._id}/statistics?timeZone=Europe%2FAmsterdam`,
        `/api/sessions/user/${ann._id}?${day}&sparse=0&timeZone=Europe%2FAmsterdam`,
      ].sort(),
    );
    for (const [url, body] of Object.entries(data)) {
      const asked = await app().call('GET', url, { headers: { cookie: ann.cookie } });
      expect(body, url).toEqual(asked.body);
    }
  });

  test('has the users who will attend the next session, if others can join it', async () => {
    const { db } = database();
    const host = await newVisitor('Cleo');
    const inHours = (hours: number) => new Date(nowMs() + hours * 3_600_000);
    const attendances = async () =>
      Object.keys((await open('/dashboard', host.cookie)).data).filter((url) => url.endsWith('/attendance'));
    const joint = await buildSession(db, {
      hostUserId: host._id,
      startAt: inHours(2),
      isAccessibleByLink: true,
    });
    expect(await attendances()).toEqual([`/api/sessions/${joint}/attendance`]);
    await buildSession(db, { hostUserId: host._id, startAt: inHours(1), isAccessibleByLink: false });
    expect(await attendances()).toEqual([]);
  });

  test.each([undefined, 'Nowhere/Atlantis', '%E0%A4%A'])(
    'leaves out parts that depend on an unknown time zone: %s',
    async (zone) => {
      const { data } = await open(
        '/dashboard',
        zone === undefined ? ann.cookie : `time-zone=${zone}; ${ann.cookie}`,
      );
      expect(data).toHaveProperty([`/api/users/uid/${ann.uid}`]);
      expect(Object.keys(data).filter((url) => url.includes('timeZone'))).toEqual([]);
    },
  );

  test('no text in its data can close the script element', async () => {
    const { html, data } = await open('/dashboard', ann.cookie);
    expect(html).not.toContain('<script src');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(data[`/api/users/uid/${ann.uid}`]).toMatchObject({
      displayName: 'Ann</script><script src=//evil.example>',
    });
  });

  test('is never stored, and needs no data to be right', async () => {
    expect((await open('/dashboard', ann.cookie)).caching).toBe('private, no-store');
    expect((await open('/login')).caching).toBe('private, no-store');
    expect((await open('/dashboard')).caching).toBe('private, no-cache');
  });

  test('follows the query and the result of a call: the list that the address names, with its facts', async () => {
    await buildFollow(database().db, { followerId: ben._id, followeeId: ann._id });
    const url = `/athletes/${ann._id}/following?show=followers`;
    const { data } = await open(url, `${ann.cookie}; time-zone=Europe%2FAmsterdam`);
    const made = Object.keys(data).filter((each) => each.startsWith('/api/follows/'));
    expect(made.sort()).toEqual(
      [
        `/api/follows/user/${ann._id}/summary`,
        `/api/follows/user/${ann._id}/followers`,
        `/api/follows/facts?follower=${ann._id}&athletes=${ben._id}&timeZone=Europe%2FAmsterdam`,
      ].sort(),
    );
  });

  test('leaves out the calls that fail', async () => {
    const { data } = await open('/sessions/01a20219-94a9-7eea-8f6b-38049fdad4de', ann.cookie);
    expect(Object.keys(data).filter((url) => url.includes('/sessions/'))).toEqual([]);
    expect(data).toHaveProperty(['/api/auth/get-session']);
  });

  test('leaks nothing of the private session of another user', async () => {
    const { db } = database();
    const secret = await buildSession(db, {
      hostUserId: ann._id,
      title: 'Secret piece',
      isAccessibleByLink: false,
    });
    const path = `/sessions/${secret}`;
    expect(Object.keys((await open(path, ann.cookie)).data)).toContain(`/api${path}`);
    const { html, data } = await open(path, ben.cookie);
    expect(html).not.toContain('Secret piece');
    expect(Object.keys(data).filter((url) => url.includes(secret))).toEqual([]);
  });

  test('has the sessions of a private club for its members only', async () => {
    await buildClub(database().db, {
      ownerId: ann._id,
      name: 'Closed crew',
      customUrl: 'closed',
      isPrivate: true,
    });
    const own = await open('/clubs/closed/general', ann.cookie);
    const feeds = (data: Record<string, unknown>) =>
      Object.keys(data).filter((url) => url.includes('/feed/'));
    expect(feeds(own.data)).toHaveLength(2);
    // The owner sees how many request to join.
    expect(Object.keys(own.data).filter((url) => url.includes('/clubmemberships/club/'))).toHaveLength(1);
    for (const url of feeds((await open('/clubs/closed/general', ben.cookie)).data)) {
      const asked = await app().call('GET', url, { headers: { cookie: ben.cookie } });
      expect([url, asked.status]).toEqual([url, 200]);
    }
  });
});

test('many pages at once are all sent, some of them without data', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => open('/dashboard', ann.cookie)));
  expect(pages.every(({ html }) => html.endsWith('</html>'))).toBe(true);
  const withData = pages.filter(({ hasElement }) => hasElement).length;
  expect(withData).toBeGreaterThan(0);
  expect(withData).toBeLessThanOrEqual(8);
  // The others are not affected, and the reader is not after them.
  expect((await open('/dashboard', ben.cookie)).data).toHaveProperty(['/api/auth/get-session']);
  expect((await open('/dashboard', ann.cookie)).data).toHaveProperty(['/api/auth/get-session']);
});

describe('a page for a visitor who is not signed in', () => {
  test.each(['/', '/dashboard', '/sessions/01a20219-94a9-7eea-8f6b-38049fdad4de'])(
    'has no data at %s',
    async (url) => {
      expect((await open(url)).hasElement).toBe(false);
      expect((await open(url, 'boathouse.session_token=made.up')).data).not.toHaveProperty([
        `/api/users/uid/${ann.uid}`,
      ]);
    },
  );

  test('has the ways to sign in', async () => {
    expect(Object.keys((await open('/login')).data)).toEqual(['/api/product']);
  });
});

test('a page without data has no element', () => {
  expect(firstDataElement(new Map())).toBe('');
});

test('a HEAD request makes no calls', async () => {
  const answer = await app().call('HEAD', '/dashboard', {
    headers: { accept: 'text/html', cookie: ann.cookie },
  });
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
});

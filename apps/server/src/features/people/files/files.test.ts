import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { StoredImageListSchema, StoredImageSchema } from '@boathouse/contract/files';
import { storedImages, users } from '../../../db/tables.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { hostileFiles } from '../../../../test/support/hostile-files.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildNoise, buildPlain } from '../../../../test/support/images.ts';

const database = usePglite();
const app = useTestApp(database);
let ann: Person;
let ben: Person;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
});

const send = (as: Person | null, folder: string, key: string, body: Buffer, type = 'image/png') =>
  app().call('POST', `/api/files/${folder}?key=${encodeURIComponent(key)}`, {
    as,
    body,
    headers: { 'content-type': type },
  });

async function store(as: Person, folder: string, key: string, body: Buffer): Promise<string> {
  const answer = await send(as, folder, key, body);
  expect(answer.status).toBe(200);
  return StoredImageSchema.parse(answer.body).path;
}

const show = (url: string) => app().app.http.inject({ method: 'GET', url });

describe('an image in one request', () => {
  test.for([
    ['usericons', 512, 512],
    ['userbanners', 640, 160],
  ] as const)(
    '[STORE-1] is stored in %s under the id of its user and served without sign-in',
    async ([folder, width, height]) => {
      const bytes = await sharp({ create: { width: 640, height: 600, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer();
      const path = await store(ann, folder, ann.user._id, bytes);
      expect(path).toMatch(new RegExp(`^/files/${folder}/${ann.user._id}/[0-9a-f]{32}\\.webp$`));
      const shown = await show(path);
      expect(shown.statusCode).toBe(200);
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height });
    },
  );

  test('[STORE-1] is stored in clubicons and clubbanners under the custom URL in lower case', async () => {
    await buildClub(database().db, { ownerId: ann.user._id, customUrl: 'Row-Crew' });
    for (const folder of ['clubicons', 'clubbanners']) {
      const path = await store(ann, folder, 'ROW-crew', await buildPlain('teal'));
      expect(path).toMatch(new RegExp(`^/files/${folder}/row-crew/[0-9a-f]{32}\\.webp$`));
      expect((await show(path)).statusCode).toBe(200);
    }
  });

  test('[STORE-1] has a path derived from its content: equal images share a path, different images do not', async () => {
    const first = await store(ann, 'usericons', ann.user._id, await buildPlain('red'));
    expect(await store(ann, 'usericons', ann.user._id, await buildPlain('red'))).toBe(first);
    expect(await store(ann, 'usericons', ann.user._id, await buildPlain('blue'))).not.toBe(first);
  });

  test('[STORE-1] is accepted or rejected by its bytes, not by its Content-Type', async () => {
    const png = await buildPlain('green');
    for (const type of ['text/html', 'image/svg+xml', 'application/json', 'application/x-unknown']) {
      expect((await send(ann, 'usericons', ann.user._id, png, type)).status, type).toBe(200);
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await send(ann, 'usericons', ann.user._id, svg, 'image/png');
    expect(problemOf(refused)).toEqual({ status: 400, code: 'bad_request', fields: ['body'] });
    expect(refused.body).toMatchObject({ message: 'This is not a JPEG, PNG, WebP, GIF or AVIF image.' });
  });

  test('[STORE-1] an image in one request that is hostile is rejected with a 4xx or re-encoded, and never causes a server error', async () => {
    for (const { name, bytes } of await hostileFiles()) {
      const { status } = await send(ben, 'usericons', ben.user._id, bytes);
      expect([200, 400, 413], name).toContain(status);
    }
  });

  test('[STORE-3] an image in one request of more than 262144 bytes is rejected before it is read', async () => {
    const answer = await send(ann, 'usericons', ann.user._id, Buffer.alloc(262_145));
    expect(problemOf(answer)).toMatchObject({ status: 413, code: 'too_large' });
    const whole = Buffer.concat([await buildPlain('pink'), Buffer.alloc(262_144)]).subarray(0, 262_144);
    expect((await send(ann, 'usericons', ann.user._id, whole)).status).toBe(200);
  });

  test('[STORE-3] an image in one request without bytes is rejected', async () => {
    const answer = await app().call('POST', `/api/files/usericons?key=${ann.user._id}`, { as: ann });
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['body'] });
  });

  test.for([
    '../../etc/passwd',
    '..',
    'a/b',
    'a\\b',
    'nul\0byte',
    'ünïcode',
    '🚣',
    'x'.repeat(400),
    '',
    'a b',
    '%2e%2e',
    '<script>',
  ])('[STORE-1] an image in one request with the key %j is rejected', async (key) => {
    const answer = await send(ann, 'clubicons', key, await buildPlain('red'));
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['key'] });
  });

  test('[STORE-1] an image in one request with a custom URL of 21 characters or an unknown folder is rejected', async () => {
    const png = await buildPlain('red');
    const long = await send(ann, 'clubicons', 'a'.repeat(21), png);
    expect(problemOf(long)).toMatchObject({ status: 400, fields: ['key'] });
    expect(problemOf(await send(ann, 'secrets', ann.user._id, png))).toMatchObject({
      status: 400,
      fields: ['folder'],
    });
  });

  test('[STORE-3] an image in one request without sign-in is rejected with 401 before any other check', async () => {
    const answer = await send(null, 'usericons', 'x', Buffer.alloc(10));
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('[STORE-3] under the id of another user is rejected with 403', async () => {
    const answer = await send(ann, 'usericons', ben.user._id, await buildPlain('red'));
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('[STORE-3] under the URL of a club needs an admin or the owner; under a free URL any user may store one', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ann.user._id, customUrl: 'only-admins' });
    const png = await buildPlain('red');
    const attempt = async () => (await send(ben, 'clubicons', 'only-admins', png)).status;
    expect(await attempt()).toBe(403);
    await buildMembership(db, { clubId, userId: ben.user._id, role: 1 });
    expect(await attempt()).toBe(200);
    expect((await send(ben, 'clubicons', 'not-taken-yet', png)).status).toBe(200);
  });
});

describe('GET /files', () => {
  test.for([
    '/files/',
    '/files/usericons',
    '/files/usericons/',
    '/files/usericons/../../etc/passwd',
    '/files/usericons/..%2f..%2fetc%2fpasswd',
    '/files/usericons/a/%2e%2e/%2e%2e/auth-secret',
    '/files/..%5c..%5cauth-secret',
    '/files/usericons/a/00000000000000000000000000000000.webp',
    '/files/usericons/a/00000000000000000000000000000000.svg',
    '/files/usericons/a/00000000000000000000000000000000.webp/x',
    '/files/secrets/a/00000000000000000000000000000000.webp',
    `/files/usericons/${'x'.repeat(150)}/y`,
    '/files/usericons/a%00b/c',
  ])('[STORE-3] returns 404 for %s', async (url) => {
    const answer = await app().call('GET', url, { as: ann });
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('[STORE-1] returns the headers of GET for HEAD, without a body', async () => {
    const path = await store(ann, 'usericons', ann.user._id, await buildPlain('olive'));
    const answer = await app().app.http.inject({ method: 'HEAD', url: path });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/webp', '']);
  });
});

describe('the list of images', () => {
  const list = (as: Person, query: string) => app().call('GET', `/api/files/${query}`, { as });

  test('[STORE-3] is sorted by path and paged, and needs permission to write under the key', async () => {
    const cem = await app().signUp('Cem');
    const stored: string[] = [];
    for (const color of ['red', 'green', 'blue', 'white', 'black']) {
      stored.push(await store(cem, 'usericons', cem.user._id, await buildPlain(color)));
    }
    const key = `usericons?key=${cem.user._id}`;
    const all = StoredImageListSchema.parse((await list(cem, key)).body);
    expect(all.items.map(({ path }) => path)).toEqual(stored.sort());
    expect(all.nextPageToken).toBeNull();
    const [first] = all.items;
    expect(first?.sizeBytes).toBe((await show(first?.path ?? '')).rawPayload.length);

    const paged: string[] = [];
    let token: string | null = '';
    while (token !== null) {
      const query: string = `${key}&maxResults=2${token ? `&pageToken=${token}` : ''}`;
      const page = StoredImageListSchema.parse((await list(cem, query)).body);
      expect(page.items.length).toBeLessThanOrEqual(2);
      paged.push(...page.items.map(({ path }) => path));
      token = page.nextPageToken;
    }
    expect(paged).toEqual(stored);
    expect(problemOf(await list(ann, key))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('[STORE-3] under a free custom URL contains only images of the caller', async () => {
    const mine = await store(ann, 'clubicons', 'shared-url', await buildPlain('red'));
    const theirs = await store(ben, 'clubicons', 'shared-url', await buildPlain('blue'));
    const seenBy = async (as: Person) =>
      StoredImageListSchema.parse((await list(as, 'clubicons?key=shared-url')).body).items.map(
        ({ path }) => path,
      );
    expect(await seenBy(ann)).toEqual([mine]);
    expect(await seenBy(ben)).toEqual([theirs]);
  });

  test.for(['0', '1001', '-1', '1.5', 'all', '', '00001'])(
    '[STORE-3] rejects maxResults %j',
    async (maxResults) => {
      const answer = await list(ann, `usericons?key=${ann.user._id}&maxResults=${maxResults}`);
      expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['maxResults'] });
    },
  );

  test('[STORE-3] accepts maxResults from 1 to 1000 and any page token', async () => {
    for (const query of [
      'maxResults=1',
      'maxResults=1000',
      'pageToken=AA',
      'pageToken=../..',
      'pageToken=_w',
    ]) {
      expect((await list(ann, `usericons?key=${ann.user._id}&${query}`)).status, query).toBe(200);
    }
  });
});

describe("a user's icon and banner", () => {
  const fields = [
    ['iconURL', 'usericons'],
    ['bannerURL', 'userbanners'],
  ] as const;
  const set = (as: Person, field: string, value: unknown) =>
    app().call('PATCH', `/api/users/${as.user._id}/${field}`, { as, body: { [field]: value } });

  test.for(fields)(
    '[SET-2] [API-USERS] can be set to a stored image and removed: %s',
    async ([field, folder]) => {
      const path = await store(ann, folder, ann.user._id, await buildPlain('gold'));
      expect(await set(ann, field, path)).toMatchObject({ status: 200, body: { [field]: path } });
      const found = await app().call('GET', `/api/users/${ann.user._id}`, { as: ben });
      expect(found.body).toMatchObject({ [field]: path });
      expect(await set(ann, field, null)).toMatchObject({ status: 200, body: { [field]: null } });
    },
  );

  test.for(fields)(
    "[SET-2] accepts only an existing image of the user's own in the right folder: %s",
    async ([field, folder]) => {
      const other = folder === 'usericons' ? 'userbanners' : 'usericons';
      const png = await buildPlain('silver');
      const wrong = [
        await store(ben, folder, ben.user._id, png),
        await store(ann, other, ann.user._id, png),
        await store(ann, 'clubicons', 'free-for-ann', png),
        `/files/${folder}/${ann.user._id}/00000000000000000000000000000000.webp`,
        `/files/${folder}/${ann.user._id}/../${ben.user._id}/x.webp`,
        `/files/${folder}/${ann.user._id}`,
        'https://elsewhere.example/me.png',
        'javascript:alert(1)',
        '',
        7,
      ];
      for (const value of wrong) {
        const answer = problemOf(await set(ann, field, value));
        expect(answer, String(value)).toEqual({ status: 400, code: 'bad_request', fields: [field] });
      }
    },
  );

  test('[SET-2] rejects an image that has a record but no bytes', async () => {
    const name = `usericons/${ann.user._id}/${'0'.repeat(32)}.webp`;
    const { db } = database();
    await db.insert(storedImages).values({ name, userId: ann.user._id, sizeBytes: 1 });
    expect((await set(ann, 'iconURL', `/files/${name}`)).status).toBe(400);
    await db.delete(storedImages).where(eq(storedImages.name, name));
  });

  test('[AUTH-6] must be null when the user record is created', async () => {
    const dee = await app().signUp('Dee', { withRecord: false });
    const path = await store(ann, 'usericons', ann.user._id, await buildPlain('gold'));
    const answer = await app().call('POST', '/api/users', {
      as: dee,
      body: { displayName: 'Dee', uid: dee.uid, iconURL: path },
    });
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['iconURL'] });
    expect(await database().db.select().from(users).where(eq(users.uid, dee.uid))).toEqual([]);
  });
});

describe('many concurrent images', () => {
  test('[STORE-1] many concurrent images of one user are limited with 429 and do not delay the image of another user', async () => {
    const [hal, ivy] = [await app().signUp('Hal'), await app().signUp('Ivy')];
    const body = await buildPlain('green');
    const post = async (as: Person) => send(as, 'usericons', as.user._id, body);
    const [answers, other] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, () => post(hal))),
      post(ivy),
    ]);
    expect(other.status).toBe(200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(problemOf(answer)).toMatchObject({ status: 429, code: 'too_many_requests' });
    }
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
    expect((await post(hal)).status).toBe(200);
  });
});

describe('the quota', () => {
  const small = useTestApp(database, { fileQuotaBytes: 100_000 });

  test('[STORE-3] counts stored images and unfinished uploads and rejects more with 402', async () => {
    const eve = await small().signUp('Eve');
    const key = eve.user._id;
    const post = async (body: Buffer) =>
      small().call('POST', `/api/files/userbanners?key=${key}`, { as: eve, body });
    const begin = (sizeBytes: number) =>
      small().call('POST', '/api/files/uploads', {
        as: eve,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(sizeBytes),
          'upload-metadata': `folder ${btoa('usericons')},key ${btoa(key)}`,
        },
      });
    const plain = await buildPlain('red');
    expect((await post(plain)).status).toBe(200);
    expect(problemOf(await begin(100_000))).toMatchObject({ status: 402, code: 'quota_exceeded' });
    const begun = await begin(99_000);
    expect(begun.status).toBe(201);
    // The re-encoded image exceeds the rest of the quota, although the sent bytes did not.
    const refused = await post(await buildNoise(500, 30));
    expect(problemOf(refused)).toMatchObject({ status: 402, code: 'quota_exceeded' });
    // Sending the same image again uses no further quota.
    expect((await post(plain)).status).toBe(200);
    await small().call('DELETE', String(begun.headers['location']), {
      as: eve,
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect((await begin(99_000)).status).toBe(201);
    const fay = await small().signUp('Fay');
    expect(
      (await small().call('POST', `/api/files/usericons?key=${fay.user._id}`, { as: fay, body: plain }))
        .status,
    ).toBe(200);
  });

  test('[STORE-3] is not exceeded by concurrent requests', async () => {
    const gil = await small().signUp('Gil');
    const images = await Promise.all(Array.from({ length: 12 }, () => buildNoise(150, 150)));
    const answers = await Promise.all(
      images.map((body) =>
        small().call('POST', `/api/files/usericons?key=${gil.user._id}`, { as: gil, body }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
    const rows = await database().db.select().from(storedImages).where(eq(storedImages.userId, gil.user._id));
    expect(rows.reduce((sum, row) => sum + row.sizeBytes, 0)).toBeLessThanOrEqual(100_000);
    expect(rows).toHaveLength(answers.filter(({ status }) => status === 200).length);
  });
});

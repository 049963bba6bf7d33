import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { StoredImageListSchema, StoredImageSchema } from '@boathouse/contract/files';
import { storedImages, users } from '../../db/tables.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { hostileFiles } from '../../../test/support/hostile-files.ts';
import { problemOf, useTestApp, type Person } from '../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../clubs/factory.ts';
import { buildNoise, buildPlain } from './factory.ts';

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
    '[STORE-1] is stored in %s below the id of its user, and shown to everybody',
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

  test('[STORE-1] is stored in clubicons and clubbanners below the custom URL, in lower case', async () => {
    await buildClub(database().db, { ownerId: ann.user._id, customUrl: 'Row-Crew' });
    for (const folder of ['clubicons', 'clubbanners']) {
      const path = await store(ann, folder, 'ROW-crew', await buildPlain('teal'));
      expect(path).toMatch(new RegExp(`^/files/${folder}/row-crew/[0-9a-f]{32}\\.webp$`));
      expect((await show(path)).statusCode).toBe(200);
    }
  });

  test('[STORE-1] is known by its content: the same is the same path, another is another', async () => {
    const first = await store(ann, 'usericons', ann.user._id, await buildPlain('red'));
    expect(await store(ann, 'usericons', ann.user._id, await buildPlain('red'))).toBe(first);
    expect(await store(ann, 'usericons', ann.user._id, await buildPlain('blue'))).not.toBe(first);
  });

  test('[STORE-1] is what its bytes are, whatever the Content-Type says', async () => {
    const png = await buildPlain('green');
    for (const type of ['text/html', 'image/svg+xml', 'application/json', 'application/x-unknown']) {
      expect((await send(ann, 'usericons', ann.user._id, png, type)).status, type).toBe(200);
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await send(ann, 'usericons', ann.user._id, svg, 'image/png');
    expect(problemOf(refused)).toEqual({ status: 400, code: 'bad_request', fields: ['body'] });
    expect(refused.body).toMatchObject({ message: 'This is no JPEG, PNG, WebP, GIF or AVIF image.' });
  });

  test('[STORE-1] that is hostile is answered with a reason, and never with an error of the server', async () => {
    for (const { name, bytes } of await hostileFiles()) {
      const { status } = await send(ben, 'usericons', ben.user._id, bytes);
      expect([200, 400, 413], name).toContain(status);
    }
  });

  test('[STORE-3] of more than 262144 bytes is refused before it is read', async () => {
    const answer = await send(ann, 'usericons', ann.user._id, Buffer.alloc(262_145));
    expect(problemOf(answer)).toMatchObject({ status: 413, code: 'too_large' });
    const whole = Buffer.concat([await buildPlain('pink'), Buffer.alloc(262_144)]).subarray(0, 262_144);
    expect((await send(ann, 'usericons', ann.user._id, whole)).status).toBe(200);
  });

  test('[STORE-3] of no bytes at all is refused', async () => {
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
  ])('[STORE-1] below the key %j is refused', async (key) => {
    const answer = await send(ann, 'clubicons', key, await buildPlain('red'));
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['key'] });
  });

  test('[STORE-1] below a custom URL of 21 characters, or in a folder that is none, is refused', async () => {
    const png = await buildPlain('red');
    const long = await send(ann, 'clubicons', 'a'.repeat(21), png);
    expect(problemOf(long)).toMatchObject({ status: 400, fields: ['key'] });
    expect(problemOf(await send(ann, 'secrets', ann.user._id, png))).toMatchObject({
      status: 400,
      fields: ['folder'],
    });
  });

  test('[STORE-3] is for signed-in users, and says so before anything else', async () => {
    const answer = await send(null, 'usericons', 'x', Buffer.alloc(10));
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('[STORE-3] below the id of another user is not permitted', async () => {
    const answer = await send(ann, 'usericons', ben.user._id, await buildPlain('red'));
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('[STORE-3] below the URL of a club is for its admins and owner, and a free URL is for anybody', async () => {
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

describe('what is shown', () => {
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
  ])('[STORE-3] is nothing at %s', async (url) => {
    const answer = await app().call('GET', url, { as: ann });
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('[STORE-1] answers HEAD like GET, without the bytes', async () => {
    const path = await store(ann, 'usericons', ann.user._id, await buildPlain('olive'));
    const answer = await app().app.http.inject({ method: 'HEAD', url: path });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/webp', '']);
  });
});

describe('the list of images', () => {
  const list = (as: Person, query: string) => app().call('GET', `/api/files/${query}`, { as });

  test('[STORE-3] comes by path in pages, of those that the caller may write to', async () => {
    const cem = await app().signUp('Cem');
    const stored: string[] = [];
    for (const colour of ['red', 'green', 'blue', 'white', 'black']) {
      stored.push(await store(cem, 'usericons', cem.user._id, await buildPlain(colour)));
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

  test('[STORE-3] below a free custom URL shows everybody their own alone', async () => {
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
    '[STORE-3] of %j results is refused',
    async (maxResults) => {
      const answer = await list(ann, `usericons?key=${ann.user._id}&maxResults=${maxResults}`);
      expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['maxResults'] });
    },
  );

  test('[STORE-3] may have 1 to 1000 results, and bears any page token', async () => {
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
    '[SET-2] [API-USERS] is set to a stored image, and removed: %s',
    async ([field, folder]) => {
      const path = await store(ann, folder, ann.user._id, await buildPlain('gold'));
      expect(await set(ann, field, path)).toMatchObject({ status: 200, body: { [field]: path } });
      const found = await app().call('GET', `/api/users/${ann.user._id}`, { as: ben });
      expect(found.body).toMatchObject({ [field]: path });
      expect(await set(ann, field, null)).toMatchObject({ status: 200, body: { [field]: null } });
    },
  );

  test.for(fields)(
    '[SET-2] takes nothing but an own image of its own kind that exists: %s',
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

  test('[SET-2] is not taken when its bytes are gone, though it is on record', async () => {
    const name = `usericons/${ann.user._id}/${'0'.repeat(32)}.webp`;
    const { db } = database();
    await db.insert(storedImages).values({ name, userId: ann.user._id, sizeBytes: 1 });
    expect((await set(ann, 'iconURL', `/files/${name}`)).status).toBe(400);
    await db.delete(storedImages).where(eq(storedImages.name, name));
  });

  test('[AUTH-6] is nothing when the record is made: no image can be stored for it yet', async () => {
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

describe('many images at once', () => {
  test('[STORE-1] of one member are too many for them alone: those of another are stored meanwhile', async () => {
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

  test('[STORE-3] holds what is stored and what has begun, and tells when it is full', async () => {
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
    // What is drawn anew takes more than is left, though what was sent did not.
    const refused = await post(await buildNoise(500, 30));
    expect(problemOf(refused)).toMatchObject({ status: 402, code: 'quota_exceeded' });
    // The same image once more takes nothing.
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

  test('[STORE-3] is not passed by many requests at once', async () => {
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

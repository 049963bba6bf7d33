import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload as StoredUpload } from '@tus/server';
import { eq } from 'drizzle-orm';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fileFolders, StoredImageSchema, storedPathHeader } from '@boathouse/contract/files';
import { pendingUploads, storedImages } from '../../../db/tables.ts';
import { reencodeImage } from '../../../infra/files/images.ts';
import { openFileStorage, type FileStorage } from '../../../infra/files/open-files.ts';
import { startCuttingProxy } from '../../../../test/support/cutting-proxy.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { openTestBucket } from '../../../../test/support/s3/test-bucket.ts';
import { problemOf, TestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildNoise, buildPlain, tusMetadata } from '../../../../test/support/images.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { findRoleByCustomUrl, isImageOfClub } from '../../clubs/clubs/index.ts';
import { isImageOfUser } from '../users/index.ts';
import { Files } from './service.ts';

const hourMs = 3_600_000;

async function onLocalDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'boathouse-resume-'));
  return {
    open: () => openFileStorage({ dataDir, s3: null }),
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function inBucket() {
  const { options: s3, close } = await openTestBucket();
  return { open: () => openFileStorage({ dataDir: '/nonexistent', s3 }), close };
}

const places = [
  ['on the local disk', onLocalDisk],
  ['in a bucket', inBucket],
] as const;

describe.for(places)('a resumable upload %s', ([, prepare]) => {
  const database = usePglite();
  let place: Awaited<ReturnType<typeof prepare>>;
  let storage: FileStorage;
  let app: TestApp;
  let ann: Person;
  let address: string;

  beforeAll(async () => {
    place = await prepare();
    await start();
    ann = await app.signUp('Ann');
  });
  afterEach(() => {
    const errors = app.errors.splice(0);
    if (errors.length > 0) throw new Error(`The server logged ${JSON.stringify(errors)}`);
  });
  afterAll(async () => {
    await app.close();
    await place.close();
  });

  /** Starts a server that knows only the database and the stored bytes, like a new process. */
  async function start(): Promise<void> {
    storage = await place.open();
    app = await TestApp.on(database(), {}, storage);
    address = await app.listen();
  }

  const begin = (as: Person, sizeBytes: number, more: Record<string, string> = {}) =>
    app.call('POST', '/api/files/uploads', {
      as,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(sizeBytes),
        'upload-metadata': tusMetadata({ folder: 'usericons', key: as.user._id }),
        ...more,
      },
    });
  const locationOf = async (as: Person, sizeBytes: number) => {
    const answer = await begin(as, sizeBytes);
    expect(answer.status).toBe(201);
    return String(answer.headers['location']);
  };
  const head = (as: Person, location: string) =>
    app.call('HEAD', location, { as, headers: { 'tus-resumable': '1.0.0' } });
  const send = (as: Person, location: string, offset: number, body: Buffer) =>
    app.call('PATCH', location, {
      as,
      body,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    });

  /** Runs an upload until it completes or fails. */
  function run(bytes: Buffer, options: { base: string; chunkSize: number; uploadUrl?: string | undefined }) {
    return new Promise<{ path: string | undefined; url: string | null; error: Error | null }>((resolve) => {
      const upload = new Upload(bytes, {
        endpoint: `${options.base}/api/files/uploads`,
        ...(options.uploadUrl === undefined ? {} : { uploadUrl: options.uploadUrl }),
        chunkSize: options.chunkSize,
        retryDelays: null,
        metadata: { folder: 'usericons', key: ann.user._id, filetype: 'image/png' },
        headers: { authorization: `Bearer ${ann.token}` },
        onSuccess: ({ lastResponse }) =>
          resolve({ path: lastResponse.getHeader(storedPathHeader), url: upload.url, error: null }),
        onError: (error) => resolve({ path: undefined, url: upload.url, error }),
      });
      upload.start();
    });
  }

  const expectedPath = async (bytes: Buffer) => {
    const encoded = await reencodeImage(bytes, fileFolders.usericons);
    const hash = createHash('sha256').update(encoded).digest('hex').slice(0, 32);
    return { path: `/files/usericons/${ann.user._id}/${hash}.webp`, encoded: Buffer.from(encoded) };
  };

  test.for([
    ['3 MB', 1000, 1_048_576, 1_700_000],
    ['7 MB', 1530, 6_291_456, 5_900_000],
  ] as const)(
    '[STORE-2] an upload of %s resumes at the byte where the connection was cut inside a chunk, after a restart of the server',
    async ([, side, chunkSize, cutAfterBytes]) => {
      const bytes = await buildNoise(side, side);
      const proxy = await startCuttingProxy(Number(new URL(address).port), cutAfterBytes);
      const cut = await run(bytes, { base: proxy.url, chunkSize });
      await proxy.close();
      expect(cut.error).not.toBeNull();
      const { pathname } = new URL(cut.url ?? '');

      await app.close();
      await start();
      const kept = Number((await head(ann, pathname)).headers['upload-offset']);
      // The cut must be inside a chunk, otherwise the test proves nothing.
      expect(kept).toBeGreaterThan(0);
      expect(kept % chunkSize).not.toBe(0);
      expect(kept).toBeLessThan(bytes.length);
      if (process.env['SHOW_RESUME'] === '1') {
        console.log(
          `${bytes.length} bytes, cut after ${cutAfterBytes} on the connection, ${kept} kept over the restart`,
        );
      }

      const resumed = await run(bytes, { base: address, chunkSize, uploadUrl: `${address}${pathname}` });
      expect(resumed.error).toBeNull();
      const { path, encoded } = await expectedPath(bytes);
      expect(resumed.path).toBe(path);
      const shown = await app.app.http.inject({ method: 'GET', url: path });
      expect(shown.rawPayload.equals(encoded)).toBe(true);
      // A client that lost the last response repeats the request and gets the same result.
      const lost = await head(ann, pathname);
      expect(lost.headers).toMatchObject({ 'upload-offset': String(bytes.length), [storedPathHeader]: path });
      const asked = await app.call('GET', pathname, { as: ann });
      expect(StoredImageSchema.parse(asked.body)).toEqual({ path });
    },
  );

  test('[STORE-2] an upload of many small chunks makes the same image and deletes its bytes', async () => {
    const bytes = await buildNoise(320, 320);
    const done = await run(bytes, { base: address, chunkSize: 50_000 });
    expect(done).toMatchObject({ error: null, path: (await expectedPath(bytes)).path });
    const [upload] = await database()
      .db.select()
      .from(pendingUploads)
      .where(eq(pendingUploads.id, done.url?.split('/').at(-1) ?? ''));
    expect(upload).toMatchObject({ refusal: null });
    await expect(storage.parts.read(upload?.id ?? '')).rejects.toThrow();
  });

  test('[STORE-2] an upload that sends all bytes with the creation request completes at once', async () => {
    const bytes = await buildPlain('teal');
    const answer = await app.call('POST', '/api/files/uploads', {
      as: ann,
      body: bytes,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': tusMetadata({ folder: 'usericons', key: ann.user._id }),
        'content-type': 'application/offset+octet-stream',
      },
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { [storedPathHeader]: (await expectedPath(bytes)).path },
    });
  });

  test('[STORE-2] an upload that the server received but did not process before it stopped is processed on GET', async () => {
    const bytes = await buildPlain('maroon');
    const location = await locationOf(ann, bytes.length);
    const id = location.split('/').at(-1) ?? '';
    await storage.parts.store.write(Readable.from([bytes]), storage.parts.storeIdOf(id), 0);
    const asked = await app.call('GET', location, { as: ann });
    expect(asked).toMatchObject({ status: 200, body: { path: (await expectedPath(bytes)).path } });
  });

  test('[STORE-1] an upload of bytes that are not an image is rejected with the reason, and again on every later request', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(10));
    const location = await locationOf(ann, bytes.length);
    const refused = await send(ann, location, 0, bytes);
    expect(problemOf(refused)).toMatchObject({ status: 400, code: 'bad_request', fields: ['body'] });
    expect(refused.body).toMatchObject({ message: 'This is not a JPEG, PNG, WebP, GIF or AVIF image.' });
    expect(problemOf(await app.call('GET', location, { as: ann }))).toMatchObject({ status: 400 });
    expect((await head(ann, location)).headers).not.toHaveProperty(storedPathHeader);
    expect(problemOf(await send(ann, location, bytes.length, Buffer.from('x')))).toMatchObject({
      status: 409,
    });
  });

  test('[STORE-3] returns 404 to every other user', async () => {
    const ben = await app.signUp('Ben');
    const location = await locationOf(ann, 1000);
    expect((await head(ben, location)).status).toBe(404);
    expect(problemOf(await send(ben, location, 0, Buffer.alloc(10)))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(problemOf(await app.call('GET', location, { as: ben }))).toMatchObject({ status: 404 });
    const removed = await app.call('DELETE', location, { as: ben, headers: { 'tus-resumable': '1.0.0' } });
    expect(problemOf(removed)).toMatchObject({ status: 404 });
    expect((await head(ann, location)).headers['upload-offset']).toBe('0');
    expect((await app.call('HEAD', location)).status).toBe(401);
  });

  test('[STORE-2] an upload that is canceled returns 404', async () => {
    const location = await locationOf(ann, 1000);
    expect((await send(ann, location, 0, Buffer.alloc(400))).status).toBe(204);
    const removed = await app.call('DELETE', location, { as: ann, headers: { 'tus-resumable': '1.0.0' } });
    expect(removed.status).toBe(204);
    expect((await head(ann, location)).status).toBe(404);
  });

  test('[STORE-3] an upload of more than 32 MiB, or of more bytes than declared, is rejected before the bytes are read', async () => {
    expect(problemOf(await begin(ann, 33_554_433))).toMatchObject({ status: 413, code: 'too_large' });
    const location = await locationOf(ann, 1000);
    expect(problemOf(await send(ann, location, 0, Buffer.alloc(1001)))).toMatchObject({ status: 413 });
    expect((await head(ann, location)).headers['upload-offset']).toBe('0');
  });

  test('[STORE-2] accepts bytes only at its current offset', async () => {
    const location = await locationOf(ann, 1000);
    expect((await send(ann, location, 0, Buffer.alloc(300))).headers['upload-offset']).toBe('300');
    for (const offset of [0, 299, 301]) {
      expect(problemOf(await send(ann, location, offset, Buffer.alloc(10))), String(offset)).toMatchObject({
        status: 409,
        code: 'upload_conflict',
      });
    }
    expect((await send(ann, location, 300, Buffer.alloc(100))).headers['upload-offset']).toBe('400');
    expect(problemOf(await app.call('GET', location, { as: ann }))).toMatchObject({ status: 409 });
  });

  test('[STORE-2] an upload with missing or invalid headers is rejected', async () => {
    const metadata = (values: Record<string, string>) => ({ 'upload-metadata': tusMetadata(values) });
    const key = ann.user._id;
    const wrong: Array<[Record<string, string>, number]> = [
      [{ 'upload-length': '0' }, 400],
      [{ 'upload-length': '-5' }, 400],
      [{ 'upload-length': 'many' }, 400],
      [{ 'upload-length': '', 'upload-defer-length': '1' }, 400],
      [{ 'upload-metadata': '' }, 400],
      [{ 'upload-metadata': '!!!,,=' }, 400],
      [{ 'tus-resumable': '0.2.2' }, 400],
      [{ 'tus-resumable': '' }, 400],
      [{ 'upload-concat': 'partial' }, 400],
      [metadata({ folder: 'usericons', key: '../../etc' }), 400],
      [metadata({ folder: 'usericons', key: 'nul\0byte' }), 400],
      [metadata({ folder: '../usericons', key }), 400],
      [metadata({ folder: 'usericons', key: 'x'.repeat(400) }), 400],
      [metadata({ folder: 'usericons', key: '019a0000-0000-7000-8000-000000000000' }), 403],
    ];
    for (const [headers, status] of wrong) {
      const answer = await begin(ann, 1000, headers);
      expect(problemOf(answer).status, JSON.stringify(headers)).toBe(status);
    }
    for (const id of ['x', '..%2f..', '00000000-0000-0000-0000-000000000000', 'a\\b']) {
      expect((await head(ann, `/api/files/uploads/${id}`)).status, id).toBe(404);
    }
  });

  test('[STORE-1] ignores the file name in its metadata', async () => {
    for (const filename of [
      '../../x.png',
      'nul\0.png',
      '🚣.png',
      `${'x'.repeat(400)}.png`,
      '"; rm -rf /',
      '|id',
    ]) {
      const values = { folder: 'usericons', key: ann.user._id, filename };
      const answer = await begin(ann, 1000, { 'upload-metadata': tusMetadata(values) });
      expect(answer.status, filename).toBe(201);
      await app.call('DELETE', String(answer.headers['location']), {
        as: ann,
        headers: { 'tus-resumable': '1.0.0' },
      });
    }
  });

  test('[STORE-3] is rejected when the user has twenty unfinished uploads', async () => {
    const cem = await app.signUp('Cem');
    for (let count = 0; count < 20; count += 1) await locationOf(cem, 10);
    expect(problemOf(await begin(cem, 10))).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  test('[STORE-2] an upload that was abandoned for a day is swept, with unreferenced images and orphaned files, and nothing else', async () => {
    const { db } = database();
    const dee = await app.signUp('Dee');
    const put = async (color: string) => {
      const answer = await app.call('POST', `/api/files/usericons?key=${dee.user._id}`, {
        as: dee,
        body: await buildPlain(color),
      });
      return StoredImageSchema.parse(answer.body).path;
    };
    const [shown, unused] = [await put('red'), await put('green')];
    await app.call('PATCH', `/api/users/${dee.user._id}/iconURL`, { as: dee, body: { iconURL: shown } });
    const location = await locationOf(dee, 1000);
    await send(dee, location, 0, Buffer.alloc(400));
    const stray = `usericons/${dee.user._id}/${'f'.repeat(32)}.webp`;
    await storage.images.put(stray, await buildPlain('blue'), 'image/webp');
    const statuses = async () =>
      [
        (await head(dee, location)).status,
        (await app.call('GET', shown)).status,
        (await app.call('GET', unused)).status,
        (await app.call('GET', `/files/${stray}`)).status,
      ].join();
    const sweepIn = (hours: number) =>
      new Files({
        db,
        ...storage,
        quotaBytes: 1,
        now: () => new Date(nowMs() + hours * hourMs),
        turnsOf: () => new KeyedQueue(),
        clubAccess: findRoleByCustomUrl,
        uses: [isImageOfUser, isImageOfClub],
      }).sweep();

    expect(await sweepIn(23)).toEqual({ uploads: 0, images: 0, orphans: 0 });
    expect(await statuses()).toBe('200,200,200,200');
    const swept = await sweepIn(25);
    expect(swept.uploads).toBeGreaterThan(0);
    expect(swept.images).toBeGreaterThan(0);
    expect(swept.orphans).toBe(1);
    expect(await statuses()).toBe('404,200,404,404');
    expect(await db.select().from(pendingUploads)).toEqual([]);
    const left = await db.select().from(storedImages);
    expect(left.map(({ name }) => `/files/${name}`)).toEqual([shown]);
    expect(await sweepIn(25)).toEqual({ uploads: 0, images: 0, orphans: 0 });
  });
});

test('[STORE-2] removing an upload deletes all its files on the local disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boathouse-parts-'));
  const { parts } = await openFileStorage({ dataDir: folder, s3: null });
  expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  await parts.store.create(new StoredUpload({ id: 'a', size: 5, offset: 0 }));
  expect(await readdir(join(folder, 'uploads'))).toEqual(['a', 'a.json']);
  await parts.remove('a');
  await parts.remove('a');
  expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  await rm(folder, { recursive: true });
});

import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { StoredImageSchema } from '@boathouse/contract/files';
import { storedImages } from '../../db/tables.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { buildNoise, tusMetadata } from '../../../test/support/images.ts';
import { listen } from '../../../test/support/listen.ts';
import { openTestBucket } from '../../../test/support/s3/test-bucket.ts';
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { TestApp } from '../../../test/support/test-app.ts';
import { FilesUnavailableError } from './files.ts';
import { openFileStorage } from './open-files.ts';
import { openS3Files, type S3Options } from './s3-files.ts';

/* Faults of real object storage. Each test runs a server that accepts connections. */

const silenceMs = 300;
const database = usePglite();

/** Starts a server that handles a connection with the given function. */
async function startPartner(serve: (socket: Socket) => void): Promise<S3Options> {
  const server = createServer((socket) => void socket.once('data', () => serve(socket)));
  return {
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    bucket: 'boathouse',
    accessKeyId: 'ann',
    secretAccessKey: 'oars',
    forcePathStyle: true,
    silenceMs,
  };
}

const answer = (head: string, body = '') =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const partners: ReadonlyArray<[how: string, serve: (socket: Socket) => void]> = [
  ['that hangs', () => {}],
  [
    'that stops in the middle of its answer',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab'),
  ],
  ['that ends the connection', (socket) => socket.destroy()],
  ['that answers with 503', (socket) => socket.end(answer('503 Slow Down'))],
  [
    'that refuses the key',
    (socket) => socket.end(answer('403 Forbidden', '<Error><Code>AccessDenied</Code></Error>')),
  ],
  ['whose answer is no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
];

describe('a bucket', () => {
  test('a bucket without its objects leaves images that are not found, and accepts new ones', async () => {
    const { options, close } = await openTestBucket();
    onTestFinished(close);
    const storage = await openFileStorage({ dataDir: '/nonexistent', s3: options });
    const app = await TestApp.on(database(), {}, storage);
    onTestFinished(() => app.close());
    const ann = await app.signUp('Ann');
    const image = await buildNoise(64, 64);
    const send = async () => {
      const answer = await app.call('POST', `/api/files/usericons?key=${ann.user._id}`, {
        as: ann,
        body: image,
        headers: { 'content-type': 'image/png' },
      });
      return StoredImageSchema.parse(answer.body);
    };
    const show = async (path: string) => (await app.app.http.inject({ method: 'GET', url: path })).statusCode;
    const { path } = await send();
    expect(await show(path)).toBe(200);
    // Another program of the operator empties the bucket.
    const bucket = openS3Files(options);
    const { items } = await bucket.list('', { maxResults: 100 });
    expect(items).not.toEqual([]);
    for (const { name } of items) await bucket.remove(name);
    expect(await show(path)).toBe(404);
    const again = await send();
    expect(await show(again.path)).toBe(200);
  });

  test.each(partners)('%s is an error that names the storage, after a bounded wait', async (_, serve) => {
    const files = openS3Files(await startPartner(serve));
    const startedMs = performance.now();
    await expect(files.get('usericons/ann/a.webp')).rejects.toThrow(FilesUnavailableError);
    await expect(files.put('usericons/ann/a.webp', new Uint8Array(9), 'image/webp')).rejects.toSatisfy(
      // A server that has the bytes and stops in the middle of its response has confirmed them.
      (error) => error instanceof FilesUnavailableError,
    );
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test.each(['cut', 'swallow'] as const)(
    'behind a line that is gone (%s) costs an upload a sentence and no quota, and works once it is back',
    async (harm) => {
      const { options, close } = await openTestBucket();
      onTestFinished(close);
      const line = await startTcpProxy(Number(new URL(options.endpoint).port));
      onTestFinished(() => line.close());
      const s3 = { ...options, endpoint: `http://127.0.0.1:${line.port}`, silenceMs: 1_500 };
      const app = await TestApp.on(database(), {}, await openFileStorage({ dataDir: '/nonexistent', s3 }));
      onTestFinished(() => app.close());
      const ann = await app.signUp('Ann');
      const image = await buildNoise(64, 64);
      const send = () =>
        app.call('POST', `/api/files/usericons?key=${ann.user._id}`, {
          as: ann,
          body: image,
          headers: { 'content-type': 'image/png' },
        });
      line[harm]();
      const refused = await send();
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject({
        code: 'unavailable',
        message: "The server's storage of images doesn't respond. Try again in a moment.",
      });
      const begun = await app.call('POST', '/api/files/uploads', {
        as: ann,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(image.length),
          'upload-metadata': tusMetadata({ folder: 'usericons', key: ann.user._id }),
        },
      });
      expect(begun.status).toBe(503);
      const rows = () =>
        database().db.select().from(storedImages).where(eq(storedImages.userId, ann.user._id));
      expect(await rows()).toEqual([]);
      line.heal();
      const { path } = StoredImageSchema.parse((await send()).body);
      const show = async () => (await app.app.http.inject({ method: 'GET', url: path })).statusCode;
      expect(await show()).toBe(200);
      line[harm]();
      expect(await show()).toBe(503);
      line.heal();
      await expect.poll(show).toBe(200);
    },
  );
});

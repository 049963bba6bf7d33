import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver, { type S3rverContext } from 's3rver';
import { s3ClientConfig, type S3Options } from '../../src/infra/files/s3-files.ts';

/** A server that speaks S3 on a free port of this machine, with one empty bucket; its data goes when it is closed. */
export async function startS3Server(): Promise<{ options: S3Options; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'boathouse-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    configureBuckets: [{ name: 'boathouse' }],
  });
  server.middleware.unshift((context, next) => answerForParts(directory, context, next));
  const { port } = await server.run();
  return {
    // The key that this server knows.
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'boathouse',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** ListParts and AbortMultipartUpload, which resumable uploads rest on and the package does not know. */
async function answerForParts(
  directory: string,
  context: S3rverContext,
  next: () => Promise<unknown>,
): Promise<void> {
  const { method, path, query } = context;
  const { uploadId } = query;
  if (uploadId === undefined || !['GET', 'DELETE'].includes(method)) return void (await next());
  // Where the package keeps the parts of an upload, each with its MD5 beside it.
  const folder = join(directory, path.split('/')[1] ?? '', '._S3rver_uploads', uploadId);
  const names = await readdir(folder).catch(() => null);
  context.type = 'application/xml';
  if (names === null) {
    context.status = 404;
    context.body = '<Error><Code>NoSuchUpload</Code><Message>There is no such upload.</Message></Error>';
    return;
  }
  if (method === 'DELETE') {
    await rm(folder, { recursive: true });
    context.status = 204;
    return;
  }
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const parts = await Promise.all(
    numbers
      .toSorted((one, other) => one - other)
      .map(async (number) => {
        const { size } = await stat(join(folder, `${number}`));
        const md5 = await readFile(join(folder, `${number}.md5`), 'utf8');
        return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
      }),
  );
  context.status = 200;
  context.body = `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

/** Where another server that speaks S3 runs (any key, buckets in the path), its address goes here. */
const otherServer = process.env['TEST_S3_SERVER'];

/** A bucket for one file of tests: on the server that the tests bring, or a new one on another. */
export async function openTestBucket(): Promise<{ options: S3Options; close(): Promise<void> }> {
  if (otherServer === undefined) return startS3Server();
  const options: S3Options = {
    endpoint: otherServer,
    region: 'us-east-1',
    bucket: `boathouse-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'test',
    secretAccessKey: 'test',
    forcePathStyle: true,
  };
  const client = new S3Client(s3ClientConfig(options));
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  client.destroy();
  return { options, close: async () => {} };
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver, { type S3rverContext } from 's3rver';
import { s3ClientConfig, type S3Options } from '../../../src/infra/files/s3-files.ts';

/** Starts an S3-compatible server on a free port, with one empty bucket. Closing it deletes its data. */
export async function startS3Server(): Promise<{ options: S3Options; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'boathouse-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    configureBuckets: [{ name: 'boathouse' }],
  });
  server.middleware.unshift((context, next) => serveParts(directory, context, next));
  const { port } = await server.run();
  return {
    // The credentials that s3rver accepts.
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

/** Serves ListParts and AbortMultipartUpload, which resumable uploads need and s3rver does not implement. */
async function serveParts(
  directory: string,
  context: S3rverContext,
  next: () => Promise<unknown>,
): Promise<void> {
  const { method, path, query } = context;
  const { uploadId } = query;
  if (uploadId === undefined || !['GET', 'DELETE'].includes(method)) return void (await next());
  // s3rver stores the parts of an upload here, each with a file that holds its MD5.
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

/** Address of another S3-compatible server to test with: any credentials, buckets in the path. */
const otherServer = process.env['TEST_S3_SERVER'];

/** Opens a bucket for one test file: on a new s3rver, or on the server of TEST_S3_SERVER. */
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

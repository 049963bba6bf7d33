import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { s3ClientConfig, type S3Options } from '../infra/s3-files.ts';

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

/**
 * The server that the tests bring knows no ListParts and no AbortMultipartUpload, which resumable uploads rest on.
 * Where a whole one runs (any key, buckets in the path), its address goes here.
 */
const wholeServer = process.env['TEST_S3_SERVER'];
export const isWholeS3There = wholeServer !== undefined;

/** A new, empty bucket on that server. */
export async function createTestBucket(): Promise<S3Options> {
  const options: S3Options = {
    endpoint: wholeServer ?? '',
    region: 'us-east-1',
    bucket: `boathouse-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'test',
    secretAccessKey: 'test',
    forcePathStyle: true,
  };
  const client = new S3Client(s3ClientConfig(options));
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  client.destroy();
  return options;
}

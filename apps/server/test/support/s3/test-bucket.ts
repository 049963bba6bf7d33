import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig, type S3Options } from '../../../src/infra/files/s3-files.ts';
import { nowMs } from '../now.ts';
import { EmulatedS3 } from './emulated-s3.ts';

/** Address of another S3-compatible server to test with: any credentials, buckets in the path. */
const otherServer = process.env['TEST_S3_SERVER'];

/** Opens an empty bucket for one test file: on an emulated server, or on the server of TEST_S3_SERVER. */
export async function openTestBucket(): Promise<{ options: S3Options; close(): Promise<void> }> {
  const options: S3Options = {
    endpoint: otherServer ?? '',
    region: 'us-east-1',
    bucket: `boathouse-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'test',
    secretAccessKey: 'test',
    forcePathStyle: true,
  };
  if (otherServer === undefined) {
    const server = new EmulatedS3(options, nowMs);
    await server.listen();
    return { options: { ...options, endpoint: server.origin }, close: () => server.close() };
  }
  const client = new S3Client(s3ClientConfig(options));
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  client.destroy();
  return { options, close: async () => {} };
}

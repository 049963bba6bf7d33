import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../infra/s3-files.ts';

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

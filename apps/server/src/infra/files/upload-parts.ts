import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectsCommand, ListObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { FileStore as TusDiskStore } from '@tus/file-store';
import { S3Store } from '@tus/s3-store';
import type { DataStore } from '@tus/server';
import { s3ClientConfig, working, type S3Options } from './s3-files.ts';

/** Stores the bytes of unfinished resumable uploads. They survive a restart. */
export type UploadParts = {
  /** The tus library's port. */
  store: DataStore;
  /** Returns the library's id for an upload id (a UUID). */
  storeIdOf(uploadId: string): string;
  /** Returns all bytes of a complete upload. */
  read(uploadId: string): Promise<Uint8Array>;
  /** Removes a complete or incomplete upload; does nothing when there is none. */
  remove(uploadId: string): Promise<void>;
  /** Removes uploads not written to since then, such as those of deleted users. */
  removeOlderThan(at: Date): Promise<void>;
};

// The library makes the folder again when a store is constructed, and throws from the callback: a folder deleted by
// then would end the process. `openDiskUploadParts` has made it.
Reflect.set(TusDiskStore.prototype, 'checkOrCreateDirectory', () => {});

export async function openDiskUploadParts(folder: string, expireMs: number): Promise<UploadParts> {
  await mkdir(folder, { recursive: true });
  const store = new TusDiskStore({ directory: folder, expirationPeriodInMilliseconds: expireMs });
  const remove = async (uploadId: string) => {
    for (const name of [uploadId, `${uploadId}.json`]) await rm(join(folder, name), { force: true });
  };
  return {
    store,
    storeIdOf: (uploadId) => uploadId,
    read: (uploadId) => buffer(store.read(uploadId)),
    remove,
    removeOlderThan: async (at) => {
      for (const name of await readdir(folder)) {
        if (name.endsWith('.json')) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found !== null && found.mtime < at) await remove(name);
      }
    },
  };
}

/** They are in the same bucket as the images. */
const objectPrefix = 'uploads/';

export function openS3UploadParts(options: S3Options, expireMs: number): UploadParts {
  const Bucket = options.bucket;
  const client = new S3Client(s3ClientConfig(options));
  const store = new S3Store({
    expirationPeriodInMilliseconds: expireMs,
    // Many S3-compatible servers reject tags, and our sweep does not need them.
    useTags: false,
    s3ClientConfig: { ...s3ClientConfig(options), bucket: options.bucket },
  });
  const storeIdOf = (uploadId: string) => `${objectPrefix}${uploadId}`;

  const remove = async (uploadId: string) => {
    const id = storeIdOf(uploadId);
    // For an incomplete upload the library aborts the multipart upload. For a complete one it throws before it removes
    // anything. It never removes the `.part` object.
    await store.remove(id).catch(() => {});
    const Objects = [{ Key: id }, { Key: `${id}.info` }, { Key: `${id}.part` }];
    await working(client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })));
  };

  return {
    store,
    storeIdOf,
    read: (uploadId) => working(store.read(storeIdOf(uploadId)).then((stream: Readable) => buffer(stream))),
    remove,
    removeOlderThan: async (at) => {
      let Marker: string | undefined;
      for (;;) {
        const page = await working(
          client.send(
            new ListObjectsCommand({ Bucket, Prefix: objectPrefix, ...(Marker ? { Marker } : {}) }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const uploadId = /^uploads\/([0-9a-f-]{36})\.info$/.exec(Key ?? '')?.[1];
          if (uploadId !== undefined && LastModified && LastModified < at) await remove(uploadId);
        }
        Marker = page.Contents?.at(-1)?.Key;
        if (!page.IsTruncated || Marker === undefined) return;
      }
    },
  };
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { checkFileName, checkFilePage, type FileStore } from './files.ts';

export type S3Options = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket in the path instead of the host name; most servers other than Amazon's need this. */
  forcePathStyle: boolean;
};

/** Also used by the tus library, which stores resumable uploads in the same bucket. */
export function s3ClientConfig(options: S3Options): S3ClientConfig {
  return {
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Many S3-compatible servers reject the newer checksums of Amazon's SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  };
}

/** Prefix of image objects. Resumable uploads have their own prefix. */
const objectPrefix = 'files/';

/** Stores files in a bucket of an S3-compatible server. */
export function openS3Files(options: S3Options): FileStore {
  const client = new S3Client(s3ClientConfig(options));
  const Bucket = options.bucket;
  const keyOf = (name: string) => `${objectPrefix}${checkFileName(name)}`;
  return {
    put: async (name, bytes, contentType) => {
      const Key = keyOf(name);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: contentType }));
    },
    get: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(name) }));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    has: async (name) => {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) }));
        return true;
      } catch (error) {
        // A HEAD response has no body, so some servers' 404 is `NotFound` and others' has no name.
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
        throw error;
      }
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },
    list: async (prefix, page) => {
      checkFilePage(page);
      // ListObjects version 1: every server supports it, and `Marker` is a name, like the disk adapter's page token.
      const listed = await client.send(
        new ListObjectsCommand({
          Bucket,
          Prefix: `${objectPrefix}${prefix}`,
          MaxKeys: page.maxResults,
          ...(page.pageToken === undefined ? {} : { Marker: `${objectPrefix}${page.pageToken}` }),
        }),
      );
      const items = (listed.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key === undefined
          ? []
          : [
              {
                name: Key.slice(objectPrefix.length),
                sizeBytes: Size ?? 0,
                modifiedAt: LastModified ?? new Date(0),
              },
            ],
      );
      return { items, nextPageToken: listed.IsTruncated ? (items.at(-1)?.name ?? null) : null };
    },
  };
}

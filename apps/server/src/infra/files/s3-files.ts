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
import { checkFileName, checkFilePage, FilesUnavailableError, type FileStore } from './files.ts';

export type S3Options = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket in the path instead of the host name; most servers other than Amazon's need this. */
  forcePathStyle: boolean;
  /** How long the server may be silent; by default 8 s. */
  silenceMs?: number;
};

/** Three tries of a call take 24 s then. */
const silenceMs = 8_000;

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
    // For a server that hangs, before its response or within it. Without the last, the first is only logged.
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: options.silenceMs ?? silenceMs,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  };
}

/** Prefix of image objects. Resumable uploads have their own prefix. */
const objectPrefix = 'files/';

/** @throws FilesUnavailableError for any failure of the server */
export async function working<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw new FilesUnavailableError('The bucket of the images does not work', { cause: error });
  }
}

/** Stores files in a bucket of an S3-compatible server. */
export function openS3Files(options: S3Options): FileStore {
  const client = new S3Client(s3ClientConfig(options));
  const Bucket = options.bucket;
  const keyOf = (name: string) => `${objectPrefix}${checkFileName(name)}`;
  return {
    put: async (name, bytes, contentType) => {
      const Key = keyOf(name);
      await working(
        client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: contentType })),
      );
    },
    get: async (name) => {
      const Key = keyOf(name);
      return working(
        client.send(new GetObjectCommand({ Bucket, Key })).then(
          async ({ Body }) => (await Body?.transformToByteArray()) ?? null,
          (error: unknown) => {
            if (error instanceof NoSuchKey) return null;
            throw error;
          },
        ),
      );
    },
    has: async (name) => {
      const Key = keyOf(name);
      return working(
        client.send(new HeadObjectCommand({ Bucket, Key })).then(
          () => true,
          (error: unknown) => {
            // A HEAD response has no body, so some servers' 404 is `NotFound` and others' has no name.
            if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
            throw error;
          },
        ),
      );
    },
    remove: async (name) => {
      const Key = keyOf(name);
      await working(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    list: async (prefix, page) => {
      checkFilePage(page);
      // ListObjects version 1: every server supports it, and `Marker` is a name, like the disk adapter's page token.
      const listed = await working(
        client.send(
          new ListObjectsCommand({
            Bucket,
            Prefix: `${objectPrefix}${prefix}`,
            MaxKeys: page.maxResults,
            ...(page.pageToken === undefined ? {} : { Marker: `${objectPrefix}${page.pageToken}` }),
          }),
        ),
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

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { checkFileName, checkFilePage, type FileStore } from './files.ts';

export type S3Options = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of the host name, as most servers that are not Amazon's want it. */
  forcePathStyle: boolean;
};

/** Also for the library that keeps resumable uploads in the same bucket. */
export function s3ClientConfig(options: S3Options): S3ClientConfig {
  return {
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // The newer checksums of Amazon's own service are an error to many servers that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  };
}

/** The objects of a bucket below this; resumable uploads lie beside it. */
const objectPrefix = 'files/';

/** Files in a bucket of a server that speaks S3. */
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
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },
    list: async (prefix, page) => {
      checkFilePage(page);
      // The first version of the call: every server has it, and its page begins after a name, as the disk's does.
      const answer = await client.send(
        new ListObjectsCommand({
          Bucket,
          Prefix: `${objectPrefix}${prefix}`,
          MaxKeys: page.maxResults,
          ...(page.pageToken === undefined ? {} : { Marker: `${objectPrefix}${page.pageToken}` }),
        }),
      );
      const items = (answer.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
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
      return { items, nextPageToken: answer.IsTruncated ? (items.at(-1)?.name ?? null) : null };
    },
  };
}

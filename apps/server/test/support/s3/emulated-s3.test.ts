import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3ClientConfig, type S3Options } from '../../../src/infra/files/s3-files.ts';
import { nowMs } from '../now.ts';
import { EmulatedS3 } from './emulated-s3.ts';
import { checkSignature } from './s3-signature.ts';

const Bucket = 'boathouse';
const keys = { region: 'us-east-1', accessKeyId: 'ann', secretAccessKey: 'oars and a scull' };
let aheadMs = 0;
const server = new EmulatedS3({ ...keys, bucket: Bucket }, () => nowMs() + aheadMs);
let client: S3Client;
beforeAll(async () => {
  await server.listen();
  client = openClient();
});
afterAll(() => server.close());

function openClient(changed: Partial<S3Options> = {}): S3Client {
  const options = { ...keys, bucket: Bucket, endpoint: server.origin, forcePathStyle: true, ...changed };
  return new S3Client({ ...s3ClientConfig(options), maxAttempts: 1 });
}

type SentRequest = {
  headers: Record<string, string>;
  path: string;
  query: Record<string, string>;
  body: unknown;
};

const isSentRequest = (value: unknown): value is SentRequest =>
  typeof value === 'object' && value !== null && 'headers' in value && 'query' in value;

/** Opens a client whose requests are changed before they are signed, or after. */
function openChanging(change: (request: SentRequest) => void, when: 'signed' | 'unsigned' = 'signed') {
  const changing = openClient();
  const apply = (request: unknown) => {
    if (!isSentRequest(request)) throw new Error('The client sends something else');
    change(request);
  };
  const { middlewareStack } = changing;
  if (when === 'signed') {
    middlewareStack.add((next) => (args) => (apply(args.request), next(args)), {
      step: 'deserialize',
      priority: 'low',
    });
  } else {
    middlewareStack.add((next) => (args) => (apply(args.request), next(args)), {
      step: 'build',
      priority: 'low',
    });
  }
  return changing;
}

/** Returns the status and the code of a refusal. */
async function refusalOf(result: Promise<unknown>): Promise<[number | undefined, string]> {
  const error: unknown = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof S3ServiceException)) throw new Error('Not refused by S3', { cause: error });
  return [error.$metadata.httpStatusCode, error.name];
}

const put = (Key: string, Body: string | Uint8Array = 'x', by = client) =>
  by.send(new PutObjectCommand({ Bucket, Key, Body }));

async function textAt(Key: string): Promise<string | undefined> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Body?.transformToString();
}

describe('the signature', () => {
  // Source: "Signature Calculations for the Authorization Header", Amazon S3 API Reference, examples.
  const published = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const dayMs = Date.parse('2013-05-24T00:00:00Z');
  const common = { 'x-amz-date': '20130524T000000Z' };
  const examples: Array<[string, string, Record<string, string>, string, string]> = [
    [
      'GET',
      '/test.txt',
      { range: 'bytes=0-9', ...common },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test$file.text',
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        ...common,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', common, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      common,
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ];

  function exampleOf([method, address, more, text, signature]: (typeof examples)[number]) {
    const url = new URL(address, 'http://examplebucket.s3.amazonaws.com');
    const body = Buffer.from(text);
    const headers = new Headers({
      host: url.host,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      ...more,
    });
    const names = [...headers.keys()].join(';');
    const credential = `${published.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
    headers.set(
      'authorization',
      `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
    );
    return { method, path: url.pathname, query: url.searchParams, headers, body };
  }

  test.each(examples)('accepts the published example %s %s', (...example) => {
    const request = exampleOf(example);
    expect(() => checkSignature(request, request.path, published, dayMs)).not.toThrow();
    expect(() => checkSignature(request, `${request.path}.`, published, dayMs)).toThrow('signature');
  });

  const clients: Array<[string, () => S3Client, [number, string]]> = [
    ['another secret', () => openClient({ secretAccessKey: 'a scull' }), [403, 'SignatureDoesNotMatch']],
    ['an unknown key', () => openClient({ accessKeyId: 'ben' }), [403, 'InvalidAccessKeyId']],
    ['another region', () => openClient({ region: 'eu-west-1' }), [400, 'AuthorizationHeaderMalformed']],
    [
      'no signature',
      () => openChanging(({ headers }) => delete headers['authorization']),
      [403, 'AccessDenied'],
    ],
    [
      'a signature of version 2',
      () => openChanging(({ headers }) => (headers['authorization'] = 'AWS ann:c2lnbmVk')),
      [400, 'AuthorizationHeaderMalformed'],
    ],
    [
      'another body than was signed',
      () => openChanging((request) => (request.body = 'y')),
      [400, 'XAmzContentSHA256Mismatch'],
    ],
    [
      'another path than was signed',
      () => openChanging((request) => (request.path += 'y')),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'another query than was signed',
      () => openChanging((request) => (request.query['x-id'] = 'GetObject')),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'a header of S3 that was not signed',
      () => openChanging(({ headers }) => (headers['x-amz-meta-club'] = 'crew')),
      [403, 'AccessDenied'],
    ],
  ];
  test.each(clients)('refuses %s', async (_, open, refusal) => {
    expect(await refusalOf(put('signed', 'x', open()))).toEqual(refusal);
    expect(await refusalOf(client.send(new GetObjectCommand({ Bucket, Key: 'signed' })))).toEqual([
      404,
      'NoSuchKey',
    ]);
  });

  test.each([-16, 16])('refuses a request when the clocks are %s minutes apart', async (minutes) => {
    aheadMs = minutes * 60_000;
    expect(await refusalOf(put('late', 'x', openClient()))).toEqual([403, 'RequestTimeTooSkewed']);
    aheadMs = 0;
  });
});

describe('objects', () => {
  test('keep their bytes, type and metadata under any key', async () => {
    const Key = "a b/ü+é&<'(*)!~.%20";
    const Metadata = { club: 'crew' };
    await client.send(
      new PutObjectCommand({ Bucket, Key, Body: 'stroke', ContentType: 'text/plain', Metadata }),
    );
    expect(await textAt(Key)).toBe('stroke');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: 6, ContentType: 'text/plain', Metadata });
    const listed = await client.send(new ListObjectsCommand({ Bucket, Prefix: 'a ' }));
    expect(listed.Contents).toMatchObject([{ Key, Size: 6 }]);
    const Objects = [{ Key }, { Key: 'never' }];
    const deleted = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(deleted.Deleted).toEqual(Objects);
    expect(await refusalOf(textAt(Key))).toEqual([404, 'NoSuchKey']);
    expect(await refusalOf(client.send(new HeadObjectCommand({ Bucket, Key })))).toEqual([404, 'NotFound']);
  });

  test('are deleted without an error when they are missing', async () => {
    const { $metadata } = await client.send(new DeleteObjectCommand({ Bucket, Key: 'never' }));
    expect($metadata.httpStatusCode).toBe(204);
  });

  test('are listed by the bytes of their keys, after a marker, in pages', async () => {
    const sorted = ['l/A', 'l/a', 'l/a/b', 'l/b', 'l/é', 'l/\u{ff21}', 'l/\u{1f6a3}'];
    for (const key of sorted.toReversed()) await put(key);
    const list = async (MaxKeys: number, Marker: string) => {
      const page = await client.send(new ListObjectsCommand({ Bucket, Prefix: 'l/', MaxKeys, Marker }));
      return { keys: page.Contents?.map(({ Key }) => Key), isTruncated: page.IsTruncated };
    };
    expect(await list(7, '')).toEqual({ keys: sorted, isTruncated: false });
    expect(await list(3, '')).toEqual({ keys: sorted.slice(0, 3), isTruncated: true });
    expect(await list(3, 'l/a/b')).toEqual({ keys: sorted.slice(3, 6), isTruncated: true });
    expect(await list(3, 'l/é')).toEqual({ keys: sorted.slice(5), isTruncated: false });
  });

  test('objects of another bucket, or with a key of more than 1,024 bytes, are refused', async () => {
    const Elsewhere = { Bucket: 'elsewhere', Key: 'a' };
    expect(await refusalOf(client.send(new GetObjectCommand(Elsewhere)))).toEqual([404, 'NoSuchBucket']);
    expect(await refusalOf(client.send(new PutObjectCommand({ ...Elsewhere, Body: 'x' })))).toEqual([
      404,
      'NoSuchBucket',
    ]);
    expect((await put('é'.repeat(512))).$metadata.httpStatusCode).toBe(200);
    expect(await refusalOf(put(`${'é'.repeat(512)}x`))).toEqual([400, 'KeyTooLongError']);
  });

  test('objects of a digest other than declared are refused', async () => {
    const send = new PutObjectCommand({
      Bucket,
      Key: 'digest',
      Body: 'x',
      ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==',
    });
    expect(await refusalOf(client.send(send))).toEqual([400, 'BadDigest']);
    const many = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'digest' }] } });
    const withoutDigest = openChanging(({ headers }) => {
      delete headers['x-amz-checksum-crc32'];
      delete headers['content-md5'];
    }, 'unsigned');
    expect(await refusalOf(withoutDigest.send(many))).toEqual([400, 'InvalidRequest']);
  });

  test('objects with a parameter that is not emulated are refused, not sent whole', async () => {
    await put('whole', 'a whole row');
    const ranged = new GetObjectCommand({ Bucket, Key: 'whole', Range: 'bytes=0-1' });
    expect(await refusalOf(client.send(ranged))).toEqual([501, 'NotImplemented']);
    const tagged = new PutObjectCommand({ Bucket, Key: 'tagged', Body: 'x', Tagging: 'a=b' });
    expect(await refusalOf(client.send(tagged))).toEqual([501, 'NotImplemented']);
  });
});

describe('an upload in parts', () => {
  const Key = 'uploads/row';
  const mebibytes = (count: number, fill: string) => Buffer.alloc(count * 1_048_576, fill);

  async function begin(): Promise<string | undefined> {
    return (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
  }
  const sendPart = async (UploadId: string | undefined, PartNumber: number, Body: Uint8Array) => {
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    return { ETag, PartNumber };
  };
  const complete = (
    UploadId: string | undefined,
    Parts: Array<{ ETag: string | undefined; PartNumber: number }>,
  ) => client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  const listParts = (UploadId: string | undefined) =>
    client.send(new ListPartsCommand({ Bucket, Key, UploadId }));

  test('becomes an object when it is completed, from the newest of each part', async () => {
    const id = await begin();
    const second = await sendPart(id, 2, Buffer.from('end'));
    await sendPart(id, 1, Buffer.from('replaced'));
    const first = await sendPart(id, 1, mebibytes(5, 'a'));
    expect((await listParts(id)).Parts).toEqual([
      { ...first, Size: 5_242_880 },
      { ...second, Size: 3 },
    ]);
    expect(await refusalOf(textAt(Key))).toEqual([404, 'NoSuchKey']);
    expect((await complete(id, [first, second])).ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(await textAt(Key)).toBe(`${'a'.repeat(5_242_880)}end`);
    expect(await refusalOf(listParts(id))).toEqual([404, 'NoSuchUpload']);
  });

  test('is refused with a part before the last that is too small', async () => {
    const id = await begin();
    const parts = [
      await sendPart(id, 1, mebibytes(5, 'a').subarray(1)),
      await sendPart(id, 2, Buffer.from('end')),
    ];
    expect(await refusalOf(complete(id, parts))).toEqual([400, 'EntityTooSmall']);
  });

  test('is refused with parts that are unknown, changed, out of order, or missing', async () => {
    const id = await begin();
    const first = await sendPart(id, 1, mebibytes(5, 'a'));
    const second = await sendPart(id, 2, Buffer.from('end'));
    expect(await refusalOf(complete(id, [second, first]))).toEqual([400, 'InvalidPartOrder']);
    expect(await refusalOf(complete(id, [first, first]))).toEqual([400, 'InvalidPartOrder']);
    expect(await refusalOf(complete(id, [first, { ...second, PartNumber: 3 }]))).toEqual([
      400,
      'InvalidPart',
    ]);
    expect(await refusalOf(complete(id, [first, { ...first, PartNumber: 2 }]))).toEqual([400, 'InvalidPart']);
    expect(await refusalOf(complete(id, []))).toEqual([400, 'MalformedXML']);
    expect(await refusalOf(sendPart(id, 10_001, Buffer.from('x')))).toEqual([400, 'InvalidArgument']);
  });

  test('is unknown under another key, and after it is aborted', async () => {
    const id = await begin();
    const other = new UploadPartCommand({ Bucket, Key: 'other', UploadId: id, PartNumber: 1, Body: 'x' });
    expect(await refusalOf(client.send(other))).toEqual([404, 'NoSuchUpload']);
    const abort = () => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
    expect((await abort()).$metadata.httpStatusCode).toBe(204);
    expect(await refusalOf(abort())).toEqual([404, 'NoSuchUpload']);
    expect(await refusalOf(sendPart(id, 1, Buffer.from('x')))).toEqual([404, 'NoSuchUpload']);
    expect(await refusalOf(complete(id, [{ ETag: '"x"', PartNumber: 1 }]))).toEqual([404, 'NoSuchUpload']);
  });
});

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { EmulatedService, type EmulatedAnswer, type EmulatedRequest } from '../../sync/emulated-service.ts';
import { checkSignature, S3Error, type S3Keys } from './s3-signature.ts';

type StoredObject = { bytes: Buffer; etag: string; modifiedMs: number; headers: Record<string, string> };
type StoredPart = { bytes: Buffer; etag: string };
type MultipartUpload = { key: string; headers: Record<string, string>; parts: Map<number, StoredPart> };

/** Every part except the last must have it. */
const smallestPartBytes = 5 * 1_048_576;

/**
 * A server with one S3 bucket: the calls that images and resumable uploads make, and the refusals of the real one. A
 * call, parameter or header that is not emulated gets a 501. Sources: "Actions" and "Error responses" of the Amazon S3
 * API Reference.
 */
export class EmulatedS3 extends EmulatedService {
  readonly #bucket: string;
  readonly #keys: S3Keys;
  readonly #nowMs: () => number;
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, MultipartUpload>();
  #uploadCount = 0;

  constructor(options: S3Keys & { bucket: string }, nowMs: () => number) {
    super();
    this.#bucket = options.bucket;
    this.#keys = options;
    this.#nowMs = nowMs;
  }

  protected override answer(request: EmulatedRequest): EmulatedAnswer {
    const answer = this.#answerOrRefuse(request);
    // The client sets its clock by this one, which isn't the machine's.
    return { ...answer, headers: { date: new Date(this.#nowMs()).toUTCString(), ...answer.headers } };
  }

  #answerOrRefuse(request: EmulatedRequest): EmulatedAnswer {
    try {
      const path = decodePath(request.path);
      checkSignature(request, path, this.#keys, this.#nowMs());
      checkDigests(request);
      return this.#carryOut(request, path);
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const { status, code, message } = error;
      return xml(`<Error><Code>${code}</Code><Message>${escape(message)}</Message></Error>`, status);
    }
  }

  #carryOut(request: EmulatedRequest, path: string): EmulatedAnswer {
    const { method, query, headers } = request;
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
    if (bucket !== this.#bucket) throw new S3Error(404, 'NoSuchBucket', 'The bucket does not exist');
    if (Buffer.byteLength(key) > 1_024) throw new S3Error(400, 'KeyTooLongError', 'The key is too long');
    const strange = [...headers.keys()].find((name) => !knownHeaders.test(name));
    if (strange !== undefined) throw notImplemented(`The header ${strange}`);

    const uploadId = query.get('uploadId') ?? '';
    const names = [...query.keys()].filter((name) => name !== 'x-id').toSorted();
    const call = [method, key === '' ? 'bucket' : 'key', ...names].join(' ');
    switch (call) {
      case 'PUT key':
        return this.#put(key, request);
      case 'GET key':
      case 'HEAD key':
        return this.#get(key);
      case 'DELETE key':
        this.#objects.delete(key);
        return { status: 204 };
      case 'POST bucket delete':
        return this.#deleteMany(request);
      case 'POST key uploads':
        return this.#beginUpload(key, request);
      case 'PUT key partNumber uploadId':
        return this.#putPart(this.#uploadOf(key, uploadId), request);
      case 'GET key uploadId':
        return listParts(this.#uploadOf(key, uploadId));
      case 'POST key uploadId':
        return this.#completeUpload(uploadId, this.#uploadOf(key, uploadId), request);
      case 'DELETE key uploadId':
        this.#uploadOf(key, uploadId);
        this.#uploads.delete(uploadId);
        return { status: 204 };
    }
    if (/^GET bucket( marker)?( max-keys)?( prefix)?$/.test(call)) return this.#list(query);
    throw notImplemented(call);
  }

  #put(key: string, { body, headers }: EmulatedRequest): EmulatedAnswer {
    const etag = etagOf(body);
    this.#objects.set(key, { bytes: body, etag, modifiedMs: this.#nowMs(), headers: keptHeaders(headers) });
    return { status: 200, headers: { etag } };
  }

  #get(key: string): EmulatedAnswer {
    const found = this.#objects.get(key);
    if (found === undefined) throw new S3Error(404, 'NoSuchKey', 'The key does not exist');
    const { bytes, etag, modifiedMs, headers } = found;
    return {
      status: 200,
      body: bytes,
      headers: {
        ...headers,
        etag,
        'content-length': String(bytes.length),
        'last-modified': new Date(modifiedMs).toUTCString(),
      },
    };
  }

  #list(query: URLSearchParams): EmulatedAnswer {
    const prefix = query.get('prefix') ?? '';
    const marker = Buffer.from(query.get('marker') ?? '');
    const maxKeys = query.get('max-keys') ?? '1000';
    if (!/^\d+$/.test(maxKeys)) throw new S3Error(400, 'InvalidArgument', 'max-keys is not a number');
    const found = [...this.#objects]
      .map(([key, object]) => ({ key, object, order: Buffer.from(key) }))
      .filter(({ key, order }) => key.startsWith(prefix) && order.compare(marker) > 0)
      .toSorted((one, other) => one.order.compare(other.order));
    const page = found.slice(0, Math.min(1_000, Number(maxKeys)));
    const contents = page.map(
      ({ key, object: { bytes, etag, modifiedMs } }) =>
        `<Contents><Key>${escape(key)}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified>` +
        `<ETag>${escape(etag)}</ETag><Size>${bytes.length}</Size></Contents>`,
    );
    const isTruncated = page.length > 0 && page.length < found.length;
    return xml(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  }

  #deleteMany({ body, headers }: EmulatedRequest): EmulatedAnswer {
    if (!headers.has('content-md5') && !headers.has('x-amz-checksum-crc32')) {
      throw new S3Error(400, 'InvalidRequest', 'Missing header: Content-MD5 or x-amz-checksum-*');
    }
    const keys = elementsOf(body.toString(), 'Object').map((object) => textOf(object, 'Key'));
    if (keys.length === 0 || keys.length > 1_000) throw malformedXml();
    for (const key of keys) this.#objects.delete(key);
    const deleted = keys.map((key) => `<Deleted><Key>${escape(key)}</Key></Deleted>`);
    const isQuiet = /<Quiet>true<\/Quiet>/.test(body.toString());
    return xml(`<DeleteResult>${isQuiet ? '' : deleted.join('')}</DeleteResult>`);
  }

  #beginUpload(key: string, { headers }: EmulatedRequest): EmulatedAnswer {
    this.#uploadCount += 1;
    const uploadId = `upload-${this.#uploadCount}`;
    this.#uploads.set(uploadId, { key, headers: keptHeaders(headers), parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><Bucket>${this.#bucket}</Bucket><Key>${escape(key)}</Key>` +
        `<UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #uploadOf(key: string, uploadId: string): MultipartUpload {
    const upload = this.#uploads.get(uploadId);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload', 'The upload does not exist');
    return upload;
  }

  #putPart(upload: MultipartUpload, { query, body }: EmulatedRequest): EmulatedAnswer {
    const number = Number(query.get('partNumber'));
    if (!Number.isInteger(number) || number < 1 || number > 10_000) {
      throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000');
    }
    const etag = etagOf(body);
    upload.parts.set(number, { bytes: body, etag });
    return { status: 200, headers: { etag } };
  }

  #completeUpload(uploadId: string, upload: MultipartUpload, { body }: EmulatedRequest): EmulatedAnswer {
    const listed = elementsOf(body.toString(), 'Part').map((part) => ({
      number: Number(textOf(part, 'PartNumber')),
      etag: textOf(part, 'ETag').replaceAll('"', ''),
    }));
    if (listed.length === 0) throw malformedXml();
    if (listed.some(({ number }, index) => index > 0 && number <= (listed[index - 1]?.number ?? 0))) {
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order');
    }
    const parts = listed.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (part?.etag !== `"${etag}"`) {
        throw new S3Error(400, 'InvalidPart', 'A part was not found, or its ETag is another');
      }
      return part;
    });
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < smallestPartBytes)) {
      throw new S3Error(400, 'EntityTooSmall', 'A part is smaller than the minimum allowed size');
    }
    const digests = parts.map(({ bytes }) => createHash('md5').update(bytes).digest());
    const etag = `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}"`;
    const { key, headers } = upload;
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    this.#objects.set(key, { bytes, etag, modifiedMs: this.#nowMs(), headers });
    this.#uploads.delete(uploadId);
    return xml(
      `<CompleteMultipartUploadResult><Bucket>${this.#bucket}</Bucket><Key>${escape(key)}</Key>` +
        `<ETag>${escape(etag)}</ETag></CompleteMultipartUploadResult>`,
    );
  }
}

const knownHeaders =
  /^(?!range$|if-|content-encoding$|x-amz-)|^x-amz-(meta-.+|date|content-sha256|checksum-crc32|sdk-checksum-algorithm|user-agent)$/;

/** @throws S3Error */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error(400, 'InvalidURI', "The address can't be decoded");
  }
}

/** Checks the body's length and digests. @throws S3Error */
function checkDigests({ headers, body, method }: EmulatedRequest): void {
  if (method === 'PUT' && !headers.has('content-length')) {
    throw new S3Error(411, 'MissingContentLength', 'The Content-Length header is required');
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  const digests = {
    'content-md5': createHash('md5').update(body).digest(),
    'x-amz-checksum-crc32': checksum,
  };
  for (const [name, digest] of Object.entries(digests)) {
    const given = headers.get(name);
    if (given !== null && given !== digest.toString('base64')) {
      throw new S3Error(400, 'BadDigest', `The body does not match ${name}`);
    }
  }
}

/** Returns the headers that S3 sends with a stored object. */
function keptHeaders(headers: Headers): Record<string, string> {
  const metadata = [...headers].filter(([name]) => name.startsWith('x-amz-meta-'));
  return {
    ...Object.fromEntries(metadata),
    'content-type': headers.get('content-type') ?? 'binary/octet-stream',
  };
}

function listParts({ parts }: MultipartUpload): EmulatedAnswer {
  const items = [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(
      ([number, { bytes, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${escape(etag)}</ETag><Size>${bytes.length}</Size></Part>`,
    );
  return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListPartsResult>`);
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

const notImplemented = (what: string) => new S3Error(501, 'NotImplemented', `${what} is not emulated`);

const malformedXml = () => new S3Error(400, 'MalformedXML', 'The XML does not validate');

const xml = (body: string, status = 200): EmulatedAnswer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { 'content-type': 'application/xml' },
});

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

const unescape = (text: string) =>
  Object.entries(entities)
    .toReversed()
    .reduce((result, [character, entity]) => result.replaceAll(entity, character), text);

/** Returns the text between the tags of each element of that name. */
function elementsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}

/** Returns the text of the only element of that name. @throws S3Error without one */
function textOf(text: string, name: string): string {
  const [inner] = elementsOf(text, name);
  if (inner === undefined) throw malformedXml();
  return unescape(inner);
}

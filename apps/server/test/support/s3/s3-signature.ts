import { createHash, createHmac } from 'node:crypto';
import type { EmulatedRequest } from '../../sync/emulated-service.ts';

/** A refusal in the words of S3. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type S3Keys = { region: string; accessKeyId: string; secretAccessKey: string };

const greatestSkewMs = 15 * 60_000;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Checks who signed a request, and when, by AWS Signature Version 4 in the Authorization header.
 * `path` is the request's, decoded. Source: "Authenticating Requests: Using the Authorization Header", Amazon S3 API Reference.
 *
 * @throws S3Error
 */
export function checkSignature(request: EmulatedRequest, path: string, keys: S3Keys, nowMs: number): void {
  const { headers } = request;
  const authorization = headers.get('authorization');
  if (authorization === null) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=(.+)\/(\d{8})\/(.+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parsed === null) throw malformed('The authorization header is malformed');
  const [, accessKeyId, day = '', region = '', signedNames = '', signature] = parsed;
  if (accessKeyId !== keys.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist');
  }
  if (region !== keys.region) throw malformed(`The region "${region}" is wrong; expecting "${keys.region}"`);

  const time = headers.get('x-amz-date') ?? '';
  const signedAtMs = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (Number.isNaN(signedAtMs)) throw new S3Error(403, 'AccessDenied', 'A valid x-amz-date is required');
  if (!time.startsWith(day)) throw malformed('The date of the credential is not that of the request');
  if (Math.abs(nowMs - signedAtMs) > greatestSkewMs) {
    throw new S3Error(403, 'RequestTimeTooSkewed', "The request's time differs too much from the server's");
  }

  const signed = signedNames.split(';');
  const mustBeSigned = [...headers.keys()].filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !signed.includes(name))) {
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  }

  const hash = headers.get('x-amz-content-sha256');
  if (hash === null) throw new S3Error(400, 'InvalidRequest', 'Missing header: x-amz-content-sha256');
  const canonicalRequest = [
    request.method,
    encode(path).replaceAll('%2F', '/'),
    [...request.query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signed.map((name) => `${name}:${headers.get(name)?.trim().replaceAll(/ +/g, ' ') ?? ''}`),
    '',
    signedNames,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  );
  if (hmac(key, text).toString('hex') !== signature) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The calculated signature is another');
  }

  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(request.body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not match x-amz-content-sha256');
  }
}

/** Encodes as the signature requires: all except unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const malformed = (message: string) => new S3Error(400, 'AuthorizationHeaderMalformed', message);

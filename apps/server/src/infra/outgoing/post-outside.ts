import { lookup as systemLookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutsideError, wordsOf } from './outside-error.ts';

/** Finds all addresses of a name. */
export type Lookup = (hostname: string) => Promise<ReadonlyArray<{ address: string }>>;

type OutsideOptions = {
  /** Whether http, and addresses of this machine and of private networks, are allowed. */
  allowsPrivate: boolean;
  lookup?: Lookup;
  /** For everything, from the look-up of the name to the response. */
  timeoutMs?: number;
};

const usualTimeoutMs = 10_000;

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

/** Returns the URL of an address that a user entered. @throws OutsideError */
export function outsideUrl(text: string, { allowsPrivate }: Pick<OutsideOptions, 'allowsPrivate'>): URL {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    throw new OutsideError('This is not an https address');
  }
  if (url.protocol === 'http:' && !allowsPrivate)
    throw new OutsideError('The address must begin with https://');
  if (url.username !== '' || url.password !== '') {
    throw new OutsideError('The address must not contain a user or password');
  }
  url.hash = '';
  return url;
}

/** Returns whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * Returns the address to connect to. Each address of the name must be public, so that the one that is connected to is, too.
 * @throws OutsideError
 */
export async function checkedAddress(
  url: URL,
  { allowsPrivate, lookup = lookupAll }: OutsideOptions,
): Promise<string> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(hostname) !== 0 ? [{ address: hostname }] : await lookup(hostname).catch(() => []);
  const [first] = found;
  if (first === undefined) throw new OutsideError(`The name ${hostname} is unknown`);
  if (!allowsPrivate && found.some(({ address }) => !isPublicAddress(address))) {
    throw new OutsideError(`${hostname} is in a private network, which this server does not send to`);
  }
  return first.address;
}

/** Header names in lower case. */
type Posted = { body: string | Uint8Array; headers: Record<string, string> };

/**
 * Posts JSON, or what the headers say, to an address outside, and returns the status of the response, whose body is not read.
 * Connects to the address that was checked, whatever the name resolves to by then, and follows no redirect.
 * @throws OutsideError
 */
export async function postOutside(
  url: URL,
  { body, headers }: Posted,
  options: OutsideOptions,
): Promise<number> {
  const { timeoutMs = usualTimeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const late = Promise.withResolvers<never>();
  signal.addEventListener('abort', () =>
    late.reject(new OutsideError(`No response within ${timeoutMs / 1_000} s`)),
  );
  return Promise.race([late.promise, post(url, { body, headers }, options, signal)]);
}

async function post(
  url: URL,
  { body, headers }: Posted,
  options: OutsideOptions,
  signal: AbortSignal,
): Promise<number> {
  const address = await checkedAddress(url, options);
  const isSecure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const response = Promise.withResolvers<IncomingMessage>();
  const sent = (isSecure ? requestHttps : requestHttp)({
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    // Of the name, not of the address: for the certificate, and for a server that has several names.
    ...(isSecure && isIP(hostname) === 0 ? { servername: hostname } : {}),
    headers: {
      'content-type': 'application/json',
      ...headers,
      host: url.host,
      'content-length': Buffer.byteLength(body),
    },
    agent: false,
    signal,
  });
  sent.once('response', response.resolve);
  sent.on('error', (error) => response.reject(new OutsideError(wordsOf(error), { cause: error })));
  sent.end(body);
  const { statusCode = 0 } = await response.promise;
  sent.destroy();
  return statusCode;
}

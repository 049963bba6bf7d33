import { lookup as systemLookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutsideError, wordsOf } from './outside-error.ts';
import { retryAfterSecOf } from './retry-after.ts';

/** Finds all addresses of a name. */
export type Lookup = (hostname: string) => Promise<ReadonlyArray<{ address: string }>>;

type OutsideOptions = {
  /** Whether http, and addresses of this machine and of private networks, are allowed. */
  allowsPrivate: boolean;
  lookup?: Lookup;
  /** It covers everything from the lookup of the name to the response. */
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

/** In 2000::/3, the only range in use (IANA): addresses of protocols, tunnels and documents. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is on the public internet. IPv6 addresses that contain an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo) are not public: a gateway decides where they lead.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  return parsed.match(publicIpv6) && !specialIpv6.some((range) => parsed.match(range));
}

/**
 * Returns the addresses of a name, in the order in which they are to be tried. All must be public, so that the one used
 * for the connection is public too. The refusal does not distinguish an unknown name from a name in the operator's
 * network.
 * @throws OutsideError
 */
export async function checkedAddresses(
  url: URL,
  { allowsPrivate, lookup = lookupAll }: OutsideOptions,
): Promise<string[]> {
  const hostname = hostnameOf(url);
  const found = isIP(hostname) !== 0 ? [{ address: hostname }] : await lookup(hostname).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (allowsPrivate && addresses.length === 0) throw new OutsideError(`The name ${hostname} is unknown`);
  if (!allowsPrivate && (addresses.length === 0 || !addresses.every(isPublicAddress))) {
    throw new OutsideError(`This server finds no public address of ${hostname}`);
  }
  return addresses;
}

const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/** Header names in lower case. */
type Posted = { body: string | Uint8Array; headers: Record<string, string> };

/** The response of an address outside: its body is not read. */
export type OutsideAnswer = {
  status: number;
  /** It comes from the header Retry-After; null without one. */
  retryAfterSec: number | null;
};

/**
 * Posts a body (JSON unless the headers say otherwise) to an address outside. Connects to the addresses that were
 * checked, one after another until one responds, without resolving the name again, and follows no redirect.
 * @throws OutsideError
 */
export async function postOutside(
  url: URL,
  { body, headers }: Posted,
  options: OutsideOptions,
): Promise<OutsideAnswer> {
  const { timeoutMs = usualTimeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const late = Promise.withResolvers<never>();
  signal.addEventListener('abort', () =>
    late.reject(new OutsideError(`No response within ${timeoutMs / 1_000} s`)),
  );
  return Promise.race([late.promise, post(url, { body, headers }, options, signal)]);
}

/** An address that does not respond has this long until the next one is tried, in milliseconds. */
const addressLimitMs = 1_500;

async function post(
  url: URL,
  { body, headers }: Posted,
  options: OutsideOptions,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const found = (await checkedAddresses(url, options)).map((address) => ({ address, family: isIP(address) }));
  const [first] = found;
  const lookup: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
  // Options of the socket that the request's options pass on.
  const connecting = { lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: addressLimitMs };
  const response = Promise.withResolvers<IncomingMessage>();
  const isSecure = url.protocol === 'https:';
  const sent = (isSecure ? requestHttps : requestHttp)({
    // The name, also for the certificate, and for a server that has several names.
    host: hostnameOf(url),
    ...connecting,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
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
  const { statusCode = 0, headers: answered } = await response.promise;
  sent.destroy();
  const retryAfterSec = retryAfterSecOf(answered['retry-after'] ?? null, answered.date ?? null);
  return { status: statusCode, retryAfterSec };
}

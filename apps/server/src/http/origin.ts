import type { IncomingHttpHeaders } from 'node:http';

export const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a browser's Origin header names this installation. With a public address only that one counts; without,
 * the page must come from the very host and port that the request was sent to, on loopback. Requests without an
 * Origin do not come from a page of another site and are decided by the caller of this function.
 */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === publicUrl;
  const url = URL.parse(origin);
  return url !== null && url.host === host && loopbackHosts.has(url.hostname);
}

/**
 * Whether a page of another site sent the request. Browsers send Origin with every request that changes something;
 * one that left it out would still say `Sec-Fetch-Site`.
 */
export function isFromAnotherSite(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
  return !isOwnOrigin(origin, host, publicUrl);
}

import type { IncomingHttpHeaders } from 'node:http';

export const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a browser's Origin header names this server. With PUBLIC_URL only that origin counts; without it, the
 * page must come from the host and port of the request, on loopback. The caller decides on requests without an
 * Origin.
 */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === publicUrl;
  const url = URL.parse(origin);
  return url !== null && url.host === host && loopbackHosts.has(url.hostname);
}

/**
 * Returns whether a page of another site sent the request. Browsers send Origin with every changing request;
 * `Sec-Fetch-Site` covers one without it.
 */
export function isFromAnotherSite(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
  return !isOwnOrigin(origin, host, publicUrl);
}

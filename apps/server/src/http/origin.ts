import type { IncomingHttpHeaders } from 'node:http';
import type { LocalSite } from './local-site.ts';

export const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origins of this server's pages: PUBLIC_URL, or this machine and the names of its local certificate. */
export type OwnAddresses = { publicUrl: string | null; local: Pick<LocalSite, 'isFor'> | null };

/**
 * Returns whether a browser's Origin header names this server. With PUBLIC_URL only that origin counts. Without it, the
 * page must come from the host and port of the request, on loopback or, over https, at a name or address of the local
 * certificate: the owner of any other name could point it here. The caller decides on requests without an Origin.
 */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  { publicUrl, local }: OwnAddresses,
): boolean {
  if (publicUrl !== null) return origin === publicUrl;
  const url = URL.parse(origin);
  if (url === null || url.host !== host) return false;
  if (loopbackHosts.has(url.hostname)) return true;
  return url.protocol === 'https:' && local !== null && local.isFor(url.hostname);
}

/**
 * Returns whether a page of another site sent the request. Browsers send Origin with every changing request;
 * `Sec-Fetch-Site` covers requests without it.
 */
export function isFromAnotherSite(headers: IncomingHttpHeaders, own: OwnAddresses): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
  return !isOwnOrigin(origin, host, own);
}

/** Tells the user of a page at another address which address is right, or the operator's setting that names it. */
export function wrongOrigin({ origin }: IncomingHttpHeaders, { publicUrl }: OwnAddresses): string {
  if (publicUrl !== null) return `This server's address is ${publicUrl}. Open the page there and try again`;
  const named = origin === undefined ? null : URL.parse(origin);
  return named === null
    ? 'This request comes from a page of another site'
    : `This server takes no changes from pages at ${named.origin}. Its administrator can set PUBLIC_URL to that address`;
}

import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** HTTPS on the local network, as requests see it. */
export type LocalSite = {
  /** Such as boathouse.local */
  name: string;
  /** `https://` with name and port */
  address: string;
  httpPort: number;
  httpsPort: number;
  /** The authority's certificate, which devices install. */
  root: X509Certificate;
  /** The private addresses of this machine, as hosts of web addresses: IPv6 in brackets. */
  hosts(): string[];
  /** Returns whether the certificate is for this host of a web address. */
  isFor(hostname: string): boolean;
};

/** Returns whether this server itself has decrypted the request. */
export function isOverTls({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket;
}

/** Returns whether others on the network could read a request: it came neither over TLS nor from this machine. */
export function isReadableOnNetwork(request: IncomingMessage): boolean {
  const { localAddress } = request.socket;
  // Absent: not a connection, but a call within the process.
  if (localAddress === undefined || isOverTls(request)) return false;
  return localAddress !== '::1' && !/^(::ffff:)?127\./.test(localAddress);
}

/** Returns the https address of `path` at the host that a request named, else at the machine's name. */
export function secureAddressOf(site: LocalSite, host: string | undefined, path: string): string {
  const hostname = URL.parse(`http://${host ?? ''}`)?.hostname ?? '';
  return `https://${site.isFor(hostname) ? hostname : site.name}:${site.httpsPort}${path}`;
}

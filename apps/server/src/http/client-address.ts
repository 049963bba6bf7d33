import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Returns a function that finds the client's address of a request that Fastify does not serve, by Fastify's rule. */
export function clientAddress(trustedProxy: string | null): (request: IncomingMessage) => string {
  if (trustedProxy === null) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustedProxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddr(request, isTrusted);
}

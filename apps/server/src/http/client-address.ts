import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Returns how to find the client's address of a request that Fastify does not serve, by the rule that it follows. */
export function clientAddress(trustedProxy: string | null): (request: IncomingMessage) => string {
  if (trustedProxy === null) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustedProxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddr(request, isTrusted);
}

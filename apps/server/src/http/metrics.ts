import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loopbackHosts } from './origin.ts';
import { answerNotFound } from './problem.ts';

type MetricsOptions = {
  /**
   * The bearer token of the monitoring tool; with null, programs on this machine may read, unless there is a public
   * address.
   */
  token: string | null;
  /** A proxy may serve a public address without a header that distinguishes it from a program on this machine. */
  publicUrl: string | null;
  text: () => Promise<{ type: string; body: string }>;
  noteRequest: (labels: { method: string; route: string; status: number }, sec: number) => void;
};

/** /metrics for Prometheus, and the time of every request in it. Returns 404 to all others. */
export function metricsRoute(
  app: FastifyInstance,
  { token, publicUrl, text, noteRequest }: MetricsOptions,
): void {
  const route = { schema: { hide: true }, logLevel: 'silent', config: { isUncounted: true } } as const;
  app.get('/metrics', route, async (request, reply) => {
    if (!(token === null ? isOnlyLocal(publicUrl) && isOfThisMachine(request) : hasToken(request, token))) {
      answerNotFound(request, reply);
      return reply;
    }
    const { type, body } = await text();
    return reply.type(type).send(body);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    // Addresses without a route count as one, because anyone can make up more.
    const route = routeOptions.url ?? 'none';
    noteRequest({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

const isOnlyLocal = (publicUrl: string | null) =>
  publicUrl === null || loopbackHosts.has(new URL(publicUrl).hostname);

/** A proxy on this machine connects from it too, but names the client, or requests the public name. */
function isOfThisMachine({ raw, hostname, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const isForwarded = Object.keys(headers).some(
    (name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'),
  );
  return isLoopback && !isForwarded && loopbackHosts.has(hostname);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(digest(given), digest(token));
}

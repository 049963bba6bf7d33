import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';
import { isOverTls, isReadableOnNetwork, secureAddressOf, type LocalSite } from './local-site.ts';

const isOfTrust = (route: string | undefined) => route === '/trust' || route?.startsWith('/trust/') === true;

/**
 * With a certificate of the local network: requests that others on the network could read are redirected to https, and
 * only the page that explains this (/trust) is served. Cookies that are set over TLS are never sent without it.
 */
export function guardNetwork(app: FastifyInstance, site: LocalSite): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, method, url, headers, routeOptions } = request;
    if (!isReadableOnNetwork(raw)) return;
    // Browsers ignore these two without TLS, with an error in the console.
    for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster']) reply.raw.removeHeader(name);
    if (isOfTrust(routeOptions.url)) return;
    const secure = secureAddressOf(site, headers.host, url.startsWith('/') ? url : '/');
    if (!['GET', 'HEAD'].includes(method))
      throw new HttpError(403, 'forbidden', `This server takes requests of other machines only at ${secure}`);
    // A user who types only the host has not opened an https page of this server yet: their browser may not trust it.
    return reply.header('cache-control', 'no-store').redirect(url === '/' ? '/trust' : secure, 307);
  });
  app.addHook('onSend', async (request, reply) => {
    const cookies = reply.getHeader('set-cookie');
    if (cookies === undefined || !isOverTls(request.raw)) return;
    const all = [cookies].flat().map((cookie) => String(cookie));
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      all.map((cookie) => (/;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`)),
    );
  });
}

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loopbackHosts } from '../origin.ts';
import { isOverTls, type LocalSite } from '../local-site.ts';
import { answerNotFound } from '../problem.ts';
import { trustPage } from './trust-page.ts';

type TrustOptions = {
  productName: string;
  /** Null without a certificate of the local network: the page then explains the missing steps. */
  site: LocalSite | null;
};

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url));

/** The type that browsers install as a certificate authority, instead of saving a file. */
const certificateType = 'application/x-x509-ca-cert';

/**
 * /trust, for devices that do not trust the certificate of the local network yet: anyone may read it, over plain http. A page of
 * the server, because it must work where the web app can't be loaded yet.
 */
export function trustRoutes(app: FastifyInstance, { productName, site }: TrustOptions): void {
  const route = { schema: { hide: true } } as const;
  const [style, script, worker] = ['page.css', 'page.js', 'worker.js'].map(fileOf);
  const send = (reply: FastifyReply, type: string, body: Buffer | string | undefined) =>
    reply.header('cache-control', 'no-cache').type(type).send(body);

  app.get('/trust', route, (request, reply) => {
    allowChecks(reply);
    const isSecure = isOverTls(request.raw);
    const page = trustPage({ productName, site, isSecure, ...addressesFor(request, site) });
    return send(reply, 'text/html; charset=utf-8', page);
  });
  app.get('/trust/page.css', route, (_, reply) => send(reply, 'text/css; charset=utf-8', style));
  app.get('/trust/page.js', route, (_, reply) => send(reply, 'text/javascript; charset=utf-8', script));
  app.get('/trust/worker.js', route, (_, reply) => send(reply, 'text/javascript; charset=utf-8', worker));
  // Pages request it at the server's other addresses, to find out whether they can be reached.
  app.get('/trust/reach', { ...route, logLevel: 'silent' }, (_, reply) =>
    reply
      .code(204)
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(),
  );
  // Text for Linux, which reads no other, and bytes for Windows; other systems accept both.
  for (const [name, bodyOf] of [
    ['boathouse.crt', ({ root }: LocalSite) => root.toString()],
    ['boathouse.cer', ({ root }: LocalSite) => root.raw],
  ] as const) {
    app.get(`/trust/${name}`, route, async (request, reply) => {
      if (site === null) {
        answerNotFound(request, reply);
        return reply;
      }
      return send(reply, certificateType, bodyOf(site));
    });
  }
}

/** The plain address that another device can open, and the secure one by address for devices that find no `.local` names. */
function addressesFor(
  { headers }: FastifyRequest,
  site: LocalSite | null,
): { plain: string | null; byAddress: string | null } {
  if (site === null) return { plain: null, byAddress: null };
  const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const isUsable = site.isFor(asked) && asked !== site.name && !loopbackHosts.has(asked);
  const host = isUsable ? asked : site.hosts()[0];
  return {
    plain: `http://${host ?? site.name}:${site.httpPort}/trust`,
    byAddress: host === undefined ? null : `https://${host}:${site.httpsPort}`,
  };
}

/** Lets the page try the server's other addresses: a policy can't name IPv6 addresses, and this page has no user data. */
function allowChecks(reply: FastifyReply): void {
  const policy = reply.raw.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  reply.header(
    'content-security-policy',
    policy.replace(/connect-src [^;]*/, "connect-src 'self' http: https:"),
  );
}

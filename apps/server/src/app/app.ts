import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { resolveBoard } from '../features/boards/index.ts';
import { findAppearanceByUid, findUserRefByUid } from '../features/users/index.ts';
import { clientAddress } from '../http/client-address.ts';
import type { BodyLimits } from '../http/connections.ts';
import { healthRoutes } from '../http/health.ts';
import { hourlyHere } from '../http/hourly.ts';
import { answerNotFound } from '../http/problem.ts';
import { limitRates, usualRateLimits, type RateLimits } from '../http/rate-limits.ts';
import { RefusedConnections } from '../http/refused-connections.ts';
import { logSecurityEvents } from '../http/security-log.ts';
import { serveWeb } from '../http/pages/web.ts';
import { DearCalls } from '../infra/dear-calls.ts';
import { findUserIdByEmail } from '../infra/identity/account-user.ts';
import { countedAddress } from '../infra/identity/attempts.ts';
import { LiveGateway } from '../live/gateway.ts';
import { Handshakes } from '../live/wire/handshakes.ts';
import { documentApi } from './api-document.ts';
import { callersOf, findCallers } from './callers.ts';
import { makeHttpServer, type MountedRoute } from './http-server.ts';
import { addEvents, addRoutes } from './routes.ts';
import type { Services } from './services.ts';

export type AppOptions = {
  /** Request limits; the defaults unless given. Null turns a limit off. */
  limits?: { rates?: RateLimits | null; bodies?: BodyLimits };
  /** The built web app; without it only the API is served. */
  webFolder?: string;
};

export type App = {
  http: FastifyInstance;
  live: LiveGateway;
  /** Every route; each has its row in the authorisation matrix. */
  routes: readonly MountedRoute[];
  /** Makes /readyz return 503 from now on, so that no new requests are sent here. */
  announceStop(): void;
};

export const builtWebFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The services behind one HTTP server, not yet listening. */
export async function buildApp(services: Services, { limits, webFolder }: AppOptions = {}): Promise<App> {
  const { config, database, db, disk, identity, logger, installation, control, nowMs } = services;
  const { rates = usualRateLimits } = limits ?? {};
  z.config(z.locales.en());

  const refused = new RefusedConnections(rates && rates.refusals);
  const { http, connections, setSecurityHeaders, routes } = makeHttpServer({
    ...config,
    bodies: limits?.bodies,
    refused,
    disk,
    logger,
  });
  const callers = callersOf(services, rates);
  http.decorate('takesHour', (what: string) => installation.takesHour(what));
  findCallers(http, { callers: callers.cache, publicUrl: config.publicUrl, refused });
  await limitRates(http, {
    limits: rates,
    counts: installation.counts,
    addressKey: countedAddress,
    refused,
  });
  logSecurityEvents(http, {
    nowMs,
    userOfEmail: (email) => findUserIdByEmail(db, email),
    userOfUid: async (uid) => (await findUserRefByUid(db, uid))?._id ?? null,
  });
  await documentApi(http, {
    productName: config.productName,
    passwordMin: identity.offers.passwordMin,
  });

  let isStopping = false;
  healthRoutes(http, {
    ping: database.ping,
    isDiskFull: () => disk.isFull(),
    isStopping: () => isStopping,
    problem: () => installation.problem(),
  });
  hourlyHere(http, 'deleting mails', () => services.mail.sweep(services.now()));
  hourlyHere(http, 'checking the disk space', () => disk.warnWhenLow(logger));

  const findBoard = (key: string) => resolveBoard(db, key);
  const live = new LiveGateway({
    httpServer: http.server,
    handshakes: new Handshakes({
      publicUrl: config.publicUrl,
      callers: callers.cache,
      resolveBoard: findBoard,
      unknown: callers.unknown,
      addressOf: clientAddress(config.trustedProxy),
      rate: rates && rates.handshakes,
    }),
    setSecurityHeaders,
    // A connection lasts: it must not begin with a login that another process has ended.
    resolveCaller: callers.lookUp,
    resolveBoard: findBoard,
    control,
    claims: installation.claims,
    log: logger,
  });
  const samples = addEvents(live, services);
  http.addHook('preClose', async () => {
    await live.close();
    await samples.close();
  });
  addRoutes(http, services);

  if (webFolder === undefined) http.setNotFoundHandler(answerNotFound);
  else {
    const pages = new DearCalls();
    serveWeb(http, {
      folder: webFolder,
      productName: config.productName,
      contactEmail: config.contactEmail,
      address: services.address,
      appearanceOf: async ({ login }) => findAppearanceByUid(db, login.uid),
      addressKey: countedAddress,
      inTurn: (reader, work) => pages.run(reader, work),
    });
  }
  await http.ready();
  return {
    http,
    live,
    routes,
    announceStop: () => {
      isStopping = true;
      connections.stop();
    },
  };
}

import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { workingFor } from '../db/shares/shares.ts';
import { listLocked } from '../features/operating/administration/index.ts';
import { resolveBoard } from '../features/evening/boards/index.ts';
import { resolveRaceScreen } from '../features/racing/races/index.ts';
import { findAppearanceByUid, findUserRefByUid } from '../features/people/users/index.ts';
import { clientAddress } from '../http/client-address.ts';
import type { BodyLimits } from '../http/connections.ts';
import { healthRoutes } from '../http/health.ts';
import { metricsRoute } from '../http/metrics.ts';
import { hourlyHere, repeatedly } from '../http/hourly.ts';
import { answerNotFound } from '../http/problem.ts';
import { limitRates, usualRateLimits, type RateLimits } from '../http/rate-limits.ts';
import { RefusedConnections } from '../http/refused-connections.ts';
import { logSecurityEvents } from '../http/security-log.ts';
import { serveWeb } from '../http/pages/web.ts';
import { trustRoutes } from '../http/trust/trust.ts';
import { DearCalls } from '../infra/dear-calls.ts';
import { findUserIdByEmail } from '../infra/identity/account-user.ts';
import { countedAddress } from '../infra/identity/attempts.ts';
import { LiveGateway } from '../live/gateway.ts';
import { Handshakes } from '../live/wire/handshakes.ts';
import { documentApi } from './api-document.ts';
import { callersOf, findCallers } from './callers.ts';
import { makeHttpServer, type HttpServer, type MountedRoute } from './http-server.ts';
import { measure } from './measure.ts';
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
  /** Every route; each has a row in the authorization matrix. */
  routes: readonly MountedRoute[];
  /** Makes /readyz return 503 from now on, so that no new requests are sent here. */
  announceStop(): void;
};

/** How often a process looks whether the nightly backup is due. */
const nightlyBackupsEveryMs = 600_000;
/** On PostgreSQL an operator's command locks an account without notifying this process. */
const lockedAccountsEveryMs = 5_000;
/** Ergs are followed at once; this finds changes that depend on time, or that happened while the server was down. */
const raceCheckEveryMs = 5_000;
/** Often, so that each run is short, because queries wait for it. */
const checkpointEveryMs = 600_000;

export const builtWebFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The services behind one HTTP server, not yet listening. */
export async function buildApp(services: Services, { limits, webFolder }: AppOptions = {}): Promise<App> {
  const { config, database, db, disk, identity, logger, installation } = services;
  const { rates = usualRateLimits } = limits ?? {};
  z.config(z.locales.en());

  const refused = new RefusedConnections(rates && rates.refusals);
  const { http, connections, setSecurityHeaders, routes } = makeHttpServer({
    ...config,
    bodies: limits?.bodies,
    local: services.localHttps,
    refused,
    disk,
    logger,
  });
  const own = { publicUrl: config.publicUrl, local: services.localHttps };
  const callers = callersOf(services, rates);
  await guardCalls(http, services, { callers, own, rates, refused });
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
  metricsRoute(http, {
    token: config.metricsToken,
    publicUrl: config.publicUrl,
    text: () => services.metrics.text(),
    noteRequest: (labels, sec) => services.metrics.noteRequest(labels, sec),
  });
  repeatWork(http, services);

  const live = openLive(http, services, { callers, own, rates, setSecurityHeaders });
  const samples = addEvents(live, services);
  if (database.kind === 'postgresql') {
    repeatedly(http, lockedAccountsEveryMs, 'ending the connections of locked accounts', async () => {
      for (const id of await listLocked(db, live.users())) services.announcements.endUser(id);
    });
  }
  measure(services, live);
  http.addHook('preClose', async () => {
    await live.close();
    await samples.close();
  });
  addRoutes(http, services, live);
  trustRoutes(http, { productName: config.productName, site: services.localHttps });

  if (webFolder === undefined) http.setNotFoundHandler(answerNotFound);
  else servePages(http, services, webFolder);
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

type Called = {
  callers: ReturnType<typeof callersOf>;
  /** The addresses of the installation. */
  own: { publicUrl: string | null; local: Services['localHttps'] };
  rates: RateLimits | null;
};

/** Finds the caller of each request, and limits, queues and logs that caller's calls. */
async function guardCalls(
  http: FastifyInstance,
  { db, auth, installation, nowMs }: Services,
  { callers, own, rates, refused }: Called & { refused: RefusedConnections },
): Promise<void> {
  http.decorate('proveCaller', (...call) => auth.prove(...call));
  http.decorate('takesHour', (what: string) => installation.takesHour(what));
  findCallers(http, { callers: callers.cache, own, refused });
  await limitRates(http, {
    limits: rates,
    counts: installation.counts,
    addressKey: countedAddress,
    refused,
  });
  // A call of some milliseconds does not wait for a file.
  const turns = {
    rows: new DearCalls(),
    file: new DearCalls(),
    // The database itself shares its time between users. The number of one user's requests that the request limit
    // accepts at once.
    list: new DearCalls({ atWork: Infinity, perUser: usualRateLimits.perUser }),
  };
  http.decorate('inTurn', (cost, userId, work) =>
    cost === 'batches' ? work() : turns[cost].run(userId, work),
  );
  // Before the handlers, and after reading the body, which ends in a separate async context.
  http.addHook('preHandler', (request, _reply, done) => {
    workingFor(request.caller?.user?._id ?? null, done);
  });
  logSecurityEvents(http, {
    nowMs,
    userOfEmail: (email) => findUserIdByEmail(db, email),
    userOfUid: async (uid) => (await findUserRefByUid(db, uid))?._id ?? null,
  });
}

/** Runs the work of the process that no request triggers. */
function repeatWork(http: FastifyInstance, services: Services): void {
  const { database, disk, logger, mail, nightlyBackups, now, raceWatch } = services;
  hourlyHere(http, 'deleting mails', () => mail.sweep(now()));
  repeatedly(http, checkpointEveryMs, 'writing the database to its files', database.checkpoint);
  repeatedly(http, raceCheckEveryMs, 'looking at races under way', () => raceWatch.check());
  hourlyHere(http, 'checking the disk space', () => disk.warnWhenLow(logger));

  if (nightlyBackups)
    repeatedly(http, nightlyBackupsEveryMs, 'the nightly backup', () => nightlyBackups.run());
}

function openLive(
  http: FastifyInstance,
  { config, control, db, installation, logger }: Services,
  { callers, own, rates, setSecurityHeaders }: Called & Pick<HttpServer, 'setSecurityHeaders'>,
): LiveGateway {
  /** A board of a session, or a screen of a race day. */
  const findBoard = async (key: string) => (await resolveBoard(db, key)) ?? resolveRaceScreen(db, key);
  return new LiveGateway({
    httpServer: http.server,
    handshakes: new Handshakes({
      own,
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
}

/** Serves the built web app of `folder`. */
function servePages(http: FastifyInstance, services: Services, folder: string): void {
  const { config, db } = services;
  const pages = new DearCalls();
  serveWeb(http, {
    folder,
    productName: config.productName,
    contactEmail: config.contactEmail,
    address: services.address,
    isOffline: config.offline,
    isEmpty: async () => (await services.admission.offers()).setUp === 'empty',
    appearanceOf: async ({ login }) => findAppearanceByUid(db, login.uid),
    addressKey: countedAddress,
    inTurn: (reader, work) => pages.run(reader, work),
  });
}

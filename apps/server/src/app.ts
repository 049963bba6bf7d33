import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newPasswordFormat } from '@boathouse/contract/auth';
import { actingLoginHeader, apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { liveEvents } from '@boathouse/contract/live';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/database.ts';
import { databaseFailureOf, isReferenceGone } from './db/failures.ts';
import { accountRoutes } from './features/account/index.ts';
import {
  activityEvents,
  activityRoutes,
  announceActivity,
  announceDiscard,
  announceOwner,
} from './features/activities/index.ts';
import { archiveRoutes, Archives } from './features/archive/index.ts';
import { Auth, authRoutes, withHttpErrors } from './features/auth/index.ts';
import { boardRoutes, resolveBoard } from './features/boards/index.ts';
import { chatEvents } from './features/chat/index.ts';
import { clubRoutes } from './features/clubs/index.ts';
import { commentRoutes } from './features/comments/index.ts';
import { feedRoutes } from './features/feed/index.ts';
import { areConnected, followRoutes } from './features/follows/index.ts';
import { fileRoutes, Files } from './features/files/index.ts';
import { notificationRoutes, openNotifier } from './features/notifications/index.ts';
import { productRoutes } from './features/product/routes.ts';
import { hostingEnder, sessionEvents, sessionRoutes } from './features/sessions/index.ts';
import { startEvents, startRoutes } from './features/starts/index.ts';
import { statisticsRoutes } from './features/statistics/index.ts';
import { strokeRoutes } from './features/strokes/index.ts';
import { findAppearanceByUid, findUserRefByUid, userRoutes } from './features/users/index.ts';
import type { ResolveCaller } from './http/caller.ts';
import { clientAddress } from './http/client-address.ts';
import { compressTexts } from './http/compression.ts';
import { Connections, usualBodyLimits, type BodyLimits } from './http/connections.ts';
import { CallerCache } from './http/caller-cache.ts';
import { HttpError, notFound } from './http/errors.ts';
import { webHeaders } from './http/headers.ts';
import { healthRoutes } from './http/health.ts';
import { hourlyHere } from './http/hourly.ts';
import { isFromAnotherSite } from './http/origin.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { answerNotFound, answerProblem, answerProblems } from './http/problem.ts';
import { limitRates, usualRateLimits, type RateLimits } from './http/rate-limits.ts';
import { requirePlainTarget } from './http/request-target.ts';
import { securityHeaders } from './http/security-headers.ts';
import { logSecurityEvents } from './http/security-log.ts';
import { UnknownCredentials } from './http/unknown-credentials.ts';
import { serveWeb } from './http/web.ts';
import type { DiskSpace } from './infra/disk-space.ts';
import { findUserIdByEmail } from './infra/identity/account-user.ts';
import { Attempts, countedAddress } from './infra/identity/attempts.ts';
import type { Identity } from './infra/identity/identity.ts';
import { soleProcess, type Installation } from './infra/installation.ts';
import type { FileStorage } from './infra/files/open-files.ts';
import type { Mail } from './infra/mail.ts';
import { Control } from './live/processes/control.ts';
import { LiveGateway } from './live/gateway.ts';
import { Handshakes } from './live/handshakes.ts';
import { isLiveHandshake } from './live/upgrade-request.ts';

export type AppDependencies = {
  config: Pick<
    Config,
    'publicUrl' | 'trustedProxy' | 'productName' | 'contactEmail' | 'simulatedErg' | 'fileQuotaBytes'
  >;
  database: OpenDatabase;
  /** The disk of the data folder. */
  disk: DiskSpace;
  identity: Identity;
  mail: Pick<Mail, 'send' | 'sweep'>;
  /** Where the web app is, for links in mails and previews. */
  address: string;
  files: FileStorage;
  logger: FastifyBaseLogger;
  /** What this process shares with others; none by default. */
  installation?: Installation;
  /** Request limits; the defaults unless given. Null turns a limit off. */
  limits?: { rates?: RateLimits | null; bodies?: BodyLimits };
  /** The wall clock of sign-in tries and of common starts. */
  nowMs?: () => number;
  /** The built web app; without it only the API is served. */
  webFolder?: string;
};

type MountedRoute = { method: string; url: string };

export type App = {
  http: FastifyInstance;
  live: LiveGateway;
  /** Every route; each has its row in the authorisation matrix. */
  routes: readonly MountedRoute[];
  /** Makes /readyz return 503 from now on, so that no new requests are sent here. */
  announceStop(): void;
};

export const builtWebFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** How long a client waits before it repeats a call that failed because of the database. */
const retryAfterSec = 5;

const failureMessages = {
  unavailable: 'The database is unavailable. Try again in a moment.',
  'disk full': "The server's disk is full. Contact its administrator, then try again.",
};

/** The whole product behind one HTTP server, not yet listening. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, disk, identity, logger, webFolder, installation = soleProcess } = dependencies;
  const { db } = database;
  z.config(z.locales.en());

  const setSecurityHeaders = securityHeaders(config.publicUrl?.startsWith('https:') ?? false);
  const http = fastify({
    // Other Upgrade headers are ignored, as HTTP allows: the request is served or refused like any other.
    http: { shouldUpgradeCallback: isLiveHandshake },
    clientErrorHandler: (error, socket) => connections.answerUnreadable(error, socket),
    loggerInstance: logger,
    // One line per answer instead of two (the hook below).
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxy ?? false,
    routerOptions: { maxParamLength: 200 },
    // No hook runs for an address that no route can be looked up by.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request.raw, reply.raw);
      answerProblem(error, request, reply);
    },
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
  });
  const connections = new Connections(
    http.server,
    setSecurityHeaders,
    dependencies.limits?.bodies ?? usualBodyLimits,
  );
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  // JSON alone: any other type is 415 instead of a body of the wrong shape.
  http.removeAllContentTypeParsers();
  parseJsonBodies(http);
  answerProblems(http, (error) => {
    const failure = databaseFailureOf(error);
    if (failure === 'disk full') disk.noteFullDisk();
    // Deleted between the check and the statement, such as a session, or the caller's own account.
    if (isReferenceGone(error)) return notFound('record any more');
    if (failure === null) return null;
    return new HttpError(503, 'unavailable', failureMessages[failure], undefined, retryAfterSec);
  });
  compressTexts(http);
  const routes: MountedRoute[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });

  http.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request.raw, reply.raw);
    reply.header(apiVersionHeader, String(apiVersion));
    requirePlainTarget(request.url);
  });

  const lookUpCaller: ResolveCaller = async (headers) => {
    if (!headers.has('cookie') && !headers.has('authorization')) return null;
    const login = await withHttpErrors(() => identity.loginOf(headers));
    return login === null ? null : { login, user: await findUserRefByUid(db, login.uid) };
  };
  const { rates = usualRateLimits } = dependencies.limits ?? {};
  const unknown = new UnknownCredentials({
    rate: rates && rates.unknownCredentials,
    addressKey: countedAddress,
  });
  const callers = new CallerCache({ lookUp: lookUpCaller, unknown });
  const control = new Control(installation.bus, (problem) =>
    logger.warn({ problem }, 'a message of another process is not understood'),
  );
  control.listen((message) => {
    if (message.kind === 'loginEnded') callers.forgetLogin(message.authSessionId);
    else if (message.kind === 'accountChanged') callers.forgetUid(message.uid);
  });
  control.onGap(() => callers.forgetAll());
  const noteAccountChange = (uid: string) => control.publish({ kind: 'accountChanged', uid });
  identity.onLoginEnded((authSessionId) => control.publish({ kind: 'loginEnded', authSessionId }));
  identity.onAccountChanged(noteAccountChange);
  http.decorate('takesHour', (what: string) => installation.takesHour(what));
  http.decorateRequest('caller', null);
  http.addHook('onRequest', async (request) => {
    const isUnsafe = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isUnsafe && isFromAnotherSite(request.headers, config.publicUrl)) {
      throw new HttpError(403, 'wrong_origin', 'This request comes from a page of another site');
    }
    const { config: route, url } = request.routeOptions;
    const find = () => callers.find(webHeaders(request.headers), request.ip);
    if (route.endpoint && route.endpoint.auth !== 'public') {
      const caller = await find();
      const acting = request.headers[actingLoginHeader];
      request.caller = acting === undefined || acting === caller?.login.uid ? caller : null;
    } else if (url === undefined && request.headers.cookie !== undefined) {
      // A page is sent also without its reader: it reports by itself that the server cannot be reached.
      request.caller = await find().catch((error: unknown) => {
        request.log.warn({ err: error }, 'the reader of a page is not known');
        return null;
      });
    }
  });
  await limitRates(http, { limits: rates, counts: installation.counts, addressKey: countedAddress });
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });

  const nowMs = dependencies.nowMs ?? Date.now;
  logSecurityEvents(http, { nowMs, userOfEmail: (email) => findUserIdByEmail(db, email) });

  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.productName} API`,
        version: '1',
        description:
          'Sign in at /api/auth/sign-in/email; the cookie or the bearer token that it returns authorises every call.',
      },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'boathouse.session_token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: {
        override: ({ jsonSchema }) => {
          if (jsonSchema.format === newPasswordFormat) jsonSchema.minLength = identity.offers.passwordMin;
        },
      },
    }),
  });
  // Its badge would show the document to a service elsewhere.
  await http.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: null } });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());

  let isStopping = false;
  healthRoutes(http, {
    ping: database.ping,
    isDiskFull: () => disk.isFull(),
    isStopping: () => isStopping,
    problem: () => installation.problem(),
  });
  hourlyHere(http, 'deleting mails', () => dependencies.mail.sweep(new Date()));
  hourlyHere(http, 'checking the disk space', () => disk.warnWhenLow(logger));

  const findBoard = (key: string) => resolveBoard(db, key);
  const live = new LiveGateway({
    httpServer: http.server,
    handshakes: new Handshakes({
      publicUrl: config.publicUrl,
      callers,
      resolveBoard: findBoard,
      unknown,
      addressOf: clientAddress(config.trustedProxy),
      rate: rates && rates.handshakes,
    }),
    setSecurityHeaders,
    // A connection lasts: it must not begin with a login that another process has ended.
    resolveCaller: lookUpCaller,
    resolveBoard: findBoard,
    control,
    claims: installation.claims,
    log: logger,
  });
  sessionEvents(live, db);
  chatEvents(live, db, () => new Date());
  startEvents(live, nowMs);
  const samples = activityEvents(live, db, nowMs, (error) => {
    logger.error({ err: error }, 'storing live values failed');
  });
  http.addHook('preClose', async () => {
    await live.close();
    await samples.close();
  });

  const { turnsOf } = installation;
  const auth = new Auth(identity, new Attempts(db, nowMs, turnsOf('guess')));
  authRoutes(http, identity, auth);
  productRoutes(http, {
    name: config.productName,
    contactEmail: config.contactEmail,
    simulatedErg: config.simulatedErg,
    ...identity.offers,
  });
  const files = new Files({
    db,
    ...dependencies.files,
    quotaBytes: config.fileQuotaBytes,
    now: () => new Date(),
    turnsOf,
  });
  const notifying = {
    db,
    now: () => new Date(nowMs()),
    onChange: (userId: string) => live.sendToUser(userId, liveEvents.notificationsChanged, {}),
  };
  const notifier = openNotifier(notifying);
  userRoutes(http, { db, areConnected, files, identity, noteAccountChange });
  const archives = new Archives({
    db,
    files,
    identity,
    productName: config.productName,
    now: () => new Date(nowMs()),
  });
  archiveRoutes(http, archives);
  control.listen((message) => {
    if (message.kind === 'userEnded') archives.end(message.user);
  });
  accountRoutes(http, { db, auth, identity, files, noteAccountChange, live, nowMs });
  followRoutes(http, db, notifier, () => Temporal.Now.instant());
  clubRoutes(http, db, notifier, files, hostingEnder(live, db, notifying.now));
  sessionRoutes(http, db, notifier, live, turnsOf('session'));
  startRoutes(http, db, live, nowMs, turnsOf('start'));
  boardRoutes(http, db, live);
  statisticsRoutes(http, db, () => Temporal.Now.instant());
  activityRoutes(
    http,
    db,
    {
      onChange: (activity) => announceActivity(live, activity),
      onDiscard: (activity) => announceDiscard(live, activity),
      onTakeOver: (activity) => announceOwner(live, activity),
    },
    turnsOf('activity'),
  );
  strokeRoutes(http, db);
  feedRoutes(http, db, () => new Date());
  commentRoutes(http, db, notifier);
  notificationRoutes(http, {
    ...notifying,
    identity,
    mail: dependencies.mail,
    productName: config.productName,
    address: dependencies.address,
  });
  fileRoutes(http, files, dependencies.files.parts);

  if (webFolder === undefined) http.setNotFoundHandler(answerNotFound);
  else {
    serveWeb(http, {
      folder: webFolder,
      productName: config.productName,
      contactEmail: config.contactEmail,
      address: dependencies.address,
      appearanceOf: async ({ login }) => findAppearanceByUid(db, login.uid),
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

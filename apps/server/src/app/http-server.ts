import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { databaseFailureOf, isReferenceGone } from '../db/failures.ts';
import { compressTexts } from '../http/compression.ts';
import { Connections, usualBodyLimits, type BodyLimits } from '../http/connections.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { parseJsonBodies } from '../http/json-body.ts';
import { answerProblem, answerProblems } from '../http/problem.ts';
import type { RefusedConnections } from '../http/refused-connections.ts';
import { requirePlainTarget } from '../http/request-target.ts';
import { securityHeaders, type SetSecurityHeaders } from '../http/security-headers.ts';
import type { DiskSpace } from '../infra/disk-space.ts';
import { FilesUnavailableError } from '../infra/files/files.ts';
import { guardNetwork } from '../http/network-guard.ts';
import { isReadableOnNetwork, type LocalSite } from '../http/local-site.ts';
import { isLiveHandshake } from '../live/wire/upgrade-request.ts';

type HttpServerOptions = {
  publicUrl: string | null;
  trustedProxy: string | null;
  local: LocalSite | null;
  bodies: BodyLimits | undefined;
  refused: RefusedConnections;
  disk: DiskSpace;
  logger: FastifyBaseLogger;
};

export type MountedRoute = { method: string; url: string };

export type HttpServer = {
  http: FastifyInstance;
  connections: Connections;
  setSecurityHeaders: SetSecurityHeaders;
  /** Every route added from now on. */
  routes: readonly MountedRoute[];
};

/** How long a client waits before it repeats a call that failed because of the database. */
const retryAfterSec = 5;

const failureMessages = {
  unavailable: 'The database is unavailable. Try again in a moment.',
  'disk full': "The server's disk is full. Contact its administrator, then try again.",
};
const filesMessage = "The server's storage of images doesn't respond. Try again in a moment.";

/** A server without routes: the settings that apply to every request. */
export function makeHttpServer({
  publicUrl,
  trustedProxy,
  local,
  bodies = usualBodyLimits,
  refused,
  disk,
  logger,
}: HttpServerOptions): HttpServer {
  const setSecurityHeaders = securityHeaders(publicUrl?.startsWith('https:') ?? false);
  const http = fastify({
    // Other Upgrade headers are ignored, as HTTP allows: the request is handled like any other.
    http: {
      shouldUpgradeCallback: (request) =>
        isLiveHandshake(request) && !(local !== null && isReadableOnNetwork(request)),
    },
    clientErrorHandler: (error, socket) => connections.answerUnreadable(error, socket),
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    // One line per response instead of two (the hook below).
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxy ?? false,
    routerOptions: { maxParamLength: 200 },
    // No hook runs for an address that no route can be looked up by.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request.raw, reply.raw);
      void refused.refuse(request, reply).then(() => answerProblem(error, request, reply));
    },
    bodyLimit: 256 * 1024,
    // A small computer that restores or updates at the same time takes longer to start than the library's 10 s.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
  });
  const connections = new Connections(http.server, setSecurityHeaders, bodies);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  // Only JSON: any other type gets 415 instead of a body of the wrong shape.
  http.removeAllContentTypeParsers();
  parseJsonBodies(http);
  answerProblems(http, (error) => {
    if (error instanceof FilesUnavailableError)
      return new HttpError(503, 'unavailable', filesMessage, undefined, retryAfterSec);
    const failure = databaseFailureOf(error);
    if (failure === 'disk full') disk.noteFullDisk();
    // Deleted between the check and the statement, for example a session, or the caller's own account.
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
    await refused.check(request, reply, () => requirePlainTarget(request.url));
  });
  if (local !== null) guardNetwork(http, local);
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
  return { http, connections, setSecurityHeaders, routes };
}

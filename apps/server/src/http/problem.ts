import { randomUUID } from 'node:crypto';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode, Problem } from '@boathouse/contract/errors';
import { HttpError, nothingHere } from './errors.ts';

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
};

/**
 * Sends every failure as problem+json; a server error is logged and its reason is not sent. `errorId` is the request's
 * id, which all its log lines contain. `describe` turns errors of lower layers that users should know about into
 * HttpErrors.
 */
export function answerProblems(app: FastifyInstance, describe: (error: unknown) => HttpError | null): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    answerProblem(error, request, reply, describe(error) ?? error);
  });
}

/** Also handles failures before a route is found, such as an address that cannot be decoded. */
export function answerProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  described: FastifyError | HttpError = error,
): void {
  const problem = problemOf(described, request.id);
  if (problem.status === 503) {
    request.log.error({ err: error }, `request failed: ${problem.body.message}`);
  } else if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  else request.log.debug({ code: problem.code, reason: error.message }, 'request refused');
  if (described instanceof HttpError && described.retryAfterSec !== undefined)
    reply.header('retry-after', described.retryAfterSec);
  send(reply, problem.status, { ...problem.body, errorId: request.id });
}

/** A problem as text, for an answer outside Fastify. */
export function problemText(code: ErrorCode, message: string): string {
  return JSON.stringify({ code, message, errorId: randomUUID() } satisfies Problem);
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, status } = nothingHere();
  send(reply, status, { code, message, errorId: request.id });
}

function send(reply: FastifyReply, status: number, body: Problem): void {
  void reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(body);
}

type Described = { status: number; code: ErrorCode; body: Omit<Problem, 'errorId'> };

function problemOf(error: FastifyError | HttpError, requestId: string): Described {
  if (error instanceof HttpError) {
    const { status, code, message, fields } = error;
    return { status, code, body: { code, message, ...(fields ? { fields: [...fields] } : {}) } };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.flatMap((entry) => fieldsOf(entry, error.validationContext ?? 'request'));
    const message = fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return { status: 400, code: 'bad_request', body: { code: 'bad_request', message, fields } };
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) {
    return {
      status: 500,
      code: 'internal',
      body: {
        code: 'internal',
        message: `Something went wrong on the server. It has been logged as ${requestId}.`,
      },
    };
  }
  const code = codeOfStatus[status] ?? 'bad_request';
  const isBody = error.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError;
  const fields = status === 400 && isBody ? [{ field: 'body', message: error.message }] : undefined;
  return { status, code, body: { code, message: error.message, ...(fields ? { fields } : {}) } };
}

type ValidationEntry = FastifySchemaValidationError;

/** The validator reports an unknown key on its parent; the response names the key itself. */
function fieldsOf(entry: ValidationEntry, context: string): Array<{ field: string; message: string }> {
  const path = entry.instancePath.split('/').filter(Boolean);
  const keys: unknown = entry.params['keys'];
  if (entry.keyword === 'unrecognized_keys' && Array.isArray(keys)) {
    return keys.map((key) => ({ field: [...path, String(key)].join('.'), message: 'is not known here' }));
  }
  return [{ field: path.length > 0 ? path.join('.') : context, message: entry.message ?? 'is wrong' }];
}

import type { FastifyInstance } from 'fastify';
import { serverLimits } from '@boathouse/contract/limits';
import { mayBeEmpty } from './calls/proof.ts';
import { badField } from './errors.ts';

/** Parses JSON bodies. Rejects deeper nesting than any call has, before any code recurses over the value. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some HTTP clients send the type even without a body.
    if (body === '' && mayBeEmpty(request.routeOptions.config.endpoint)) return done(null);
    if (isDeeperThan(serverLimits.jsonDepthMax, String(body))) {
      return done(badField('body', `must not be nested more than ${serverLimits.jsonDepthMax} levels deep`));
    }
    return parse(request, String(body), done);
  });
}

const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = [...'"\\[{]}'].map((character) =>
  character.charCodeAt(0),
);

/** Counts brackets outside of strings in one pass, without recursion. It also works for invalid JSON. */
export function isDeeperThan(maximum: number, json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (isText) {
      if (code === backslash) index += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > maximum) return true;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
  }
  return false;
}

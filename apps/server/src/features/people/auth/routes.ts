import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { auth, LocalPathSchema } from '@boathouse/contract/auth';
import { security } from '@boathouse/contract/auth/security';
import { hourly } from '../../../http/hourly.ts';
import { exchangeOf, route } from '../../../http/route.ts';
import type { Redirect } from '../../../infra/identity/identity.ts';
import type { Auth } from './service.ts';

export function authRoutes(app: FastifyInstance, service: Auth): void {
  route(app, auth.signUp, async ({ body }, exchange) => exchange.send(await service.signUp(body, exchange)));
  route(app, auth.signIn, async ({ body }, exchange) => exchange.send(await service.signIn(body, exchange)));
  route(app, auth.signOut, async (_input, exchange) =>
    exchange.send({ value: { success: true }, headers: await service.signOut(exchange) }),
  );
  route(app, auth.session, async (_input, exchange) => exchange.send(await service.session(exchange)));
  route(app, auth.requestReset, async ({ body }, exchange) => {
    await service.requestReset(body.email, exchange);
    return { status: true as const, message: 'Check your email for a reset password link.' };
  });
  route(app, auth.resetPassword, async ({ body }, exchange) => {
    await service.resetPassword(body, exchange);
    return { status: true as const };
  });
  route(app, auth.changePassword, async ({ body, caller }, exchange) => {
    const { currentPassword, newPassword } = body;
    const change = { currentPassword, newPassword };
    return exchange.send(await service.changePassword(change, caller.login, exchange));
  });
  route(app, auth.changeEmail, async ({ body, caller }, exchange) => {
    await service.changeEmail(body, caller.login, exchange);
    return { status: true as const };
  });
  route(app, auth.takeBackEmail, ({ body }, exchange) => service.takeBackEmail(body.token, exchange));
  route(app, security.secondFactor, ({ caller }) => service.secondFactor(caller.login));
  route(app, security.beginSecondFactor, ({ caller }) => service.beginSecondFactor(caller.login));
  route(app, security.confirmSecondFactor, async ({ body, caller }) => ({
    recoveryCodes: await service.confirmSecondFactor(caller.login, body.code),
  }));
  route(app, security.newRecoveryCodes, async ({ caller }) => ({
    recoveryCodes: await service.newRecoveryCodes(caller.login),
  }));
  route(app, security.removeSecondFactor, async ({ caller }) => {
    await service.removeSecondFactor(caller.login);
    return { status: true as const };
  });
  route(app, security.logins, ({ caller }) => service.loginsOf(caller.login));
  route(app, security.endLogin, async ({ body, caller }) => {
    await service.endLogin(caller.login, body.id);
    return { status: true as const };
  });
  route(app, security.endOtherLogins, async ({ caller }) => {
    await service.endOtherLogins(caller.login);
    return { status: true as const };
  });
  route(app, auth.accounts, ({ caller }) => service.providersOf(caller.login));
  route(app, auth.beginPopup, async ({ body }, exchange) =>
    exchange.send(await service.beginPopup(body, exchange)),
  );

  // Browsers open these two from a mail and from the provider's page. Both redirect, which endpoints of the contract
  // can't do.
  app.get(
    '/api/auth/verify-email',
    { schema: { querystring: ConfirmLinkSchema, hide: true } },
    async (request: FastifyRequest<{ Querystring: z.output<typeof ConfirmLinkSchema> }>, reply) =>
      redirect(reply, await service.confirmEmail(request.query, exchangeOf(request, reply))),
  );
  app.get(
    '/api/auth/callback/oidc',
    { schema: { querystring: CallbackSchema, hide: true } },
    async (request: FastifyRequest<{ Querystring: Record<string, string> }>, reply) =>
      redirect(reply, await service.finishPopup(request.query, exchangeOf(request, reply))),
  );

  hourly(app, 'sweeping logins', () => service.sweep());
}

const text = z.string().check(
  z.maxLength(4_000),
  z.refine((value) => !value.includes('\0'), { error: 'must not contain the character U+0000' }),
);
const ConfirmLinkSchema = z.object({
  token: text,
  callbackURL: z._default(LocalPathSchema, '/'),
});
/** A provider may add parameters of its own (RFC 6749, 4.1.2). */
const CallbackSchema = z.record(z.string(), text);

function redirect(reply: FastifyReply, { value, headers }: Redirect): FastifyReply {
  exchangeOf(reply.request, reply).send({ value, headers });
  return reply.header('cache-control', 'no-store').redirect(value.location, 302);
}

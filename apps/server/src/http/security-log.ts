import type { FastifyInstance, FastifyRequest } from 'fastify';
import { auth } from '@boathouse/contract/auth';
import { devices } from '@boathouse/contract/auth/devices';
import { security } from '@boathouse/contract/auth/security';
import { tokens } from '@boathouse/contract/auth/tokens';
import { clubs } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { webhooks } from '@boathouse/contract/clubs/webhooks';
import type { Endpoint } from '@boathouse/contract/endpoint';
import type { ErrorCode } from '@boathouse/contract/errors';
import { IdSchema } from '@boathouse/contract/ids';
import { sessions } from '@boathouse/contract/sessions';
import { boards } from '@boathouse/contract/sessions/boards';
import { sync } from '@boathouse/contract/sync/calls';
import { account } from '@boathouse/contract/account';
import { HttpError } from './errors.ts';

/** Events that an operator needs to follow up an incident. */
export type SecurityEvent =
  | 'signed up'
  | 'signed in'
  | 'signed out'
  | 'wrong password'
  | 'password reset requested'
  | 'password reset'
  | 'password changed'
  | 'email change requested'
  | 'email change taken back'
  | 'second factor on'
  | 'second factor off'
  | 'second factor refused'
  | 'recovery code used'
  | 'recovery codes renewed'
  | 'login ended'
  | 'other logins ended'
  | 'shared device added'
  | 'shared device removed'
  | 'shared device emptied'
  | 'access token made'
  | 'access token ended'
  | 'access tokens ended'
  | 'access token refused'
  | 'account deleted'
  | 'member accepted'
  | 'admin made'
  | 'admin revoked'
  | 'club transferred'
  | 'member removed'
  | 'member left'
  | 'invitation published'
  | 'invitation revoked'
  | 'webhook set'
  | 'webhook removed'
  | 'service connected'
  | 'service disconnected'
  | 'session deleted'
  | 'session handed over'
  | 'board published'
  | 'board revoked'
  | 'refused by a limit';

/** The calls that are security events when they succeed. */
const eventOfCall: ReadonlyMap<Endpoint, SecurityEvent> = new Map<Endpoint, SecurityEvent>([
  [auth.signUp, 'signed up'],
  [auth.signIn, 'signed in'],
  [devices.switchTo, 'signed in'],
  [devices.join, 'shared device added'],
  [devices.leave, 'shared device removed'],
  [devices.end, 'shared device removed'],
  [devices.logOutEveryone, 'shared device emptied'],
  [auth.requestReset, 'password reset requested'],
  [auth.resetPassword, 'password reset'],
  [auth.changePassword, 'password changed'],
  [auth.changeEmail, 'email change requested'],
  [security.confirmSecondFactor, 'second factor on'],
  [security.removeSecondFactor, 'second factor off'],
  [security.newRecoveryCodes, 'recovery codes renewed'],
  [security.endLogin, 'login ended'],
  [security.endOtherLogins, 'other logins ended'],
  [tokens.create, 'access token made'],
  [tokens.end, 'access token ended'],
  [tokens.endAll, 'access tokens ended'],
  [account.remove, 'account deleted'],
  [clubs.makeMember, 'member accepted'],
  [clubs.makeAdmin, 'admin made'],
  [clubs.revokeAdmin, 'admin revoked'],
  [clubs.transferOwnership, 'club transferred'],
  [clubs.revokeMembership, 'member removed'],
  [clubs.leave, 'member left'],
  [invitations.create, 'invitation published'],
  [invitations.revoke, 'invitation revoked'],
  [webhooks.set, 'webhook set'],
  [webhooks.remove, 'webhook removed'],
  [sync.connect, 'service connected'],
  [sync.disconnect, 'service disconnected'],
  [sessions.remove, 'session deleted'],
  [sessions.handOver, 'session handed over'],
  [boards.create, 'board published'],
  [boards.revoke, 'board revoked'],
]);

type NotedEvent = { event: SecurityEvent; uid: string | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** Events that only the handler knows, with their user if the request has no caller. */
    securityEvents?: NotedEvent[];
  }
}

const eventOfRefusal: Partial<Record<ErrorCode, SecurityEvent>> = {
  wrong_password: 'wrong password',
  wrong_code: 'second factor refused',
  second_factor_demanded: 'second factor refused',
  insufficient_scope: 'access token refused',
  too_many_requests: 'refused by a limit',
};

/** Lines of one kind in a minute, so that a flood can't fill the disk; the others are counted. */
const linesPerMinute = 60;
const minuteMs = 60_000;

type SecurityLogOptions = {
  nowMs: () => number;
  /** Returns the id of the account's user; null if there is none. */
  userOfEmail: (email: string) => Promise<string | null>;
  /** Returns the id of the login's user; null if there is none. */
  userOfUid: (uid: string) => Promise<string | null>;
};

/**
 * Writes security events to the log at info: who did it from which address, and the ids that the call names. Nothing else
 * of a request is written, because any text in it may be a secret, such as a password typed as an email address.
 */
export function logSecurityEvents(
  app: FastifyInstance,
  { nowMs, userOfEmail, userOfUid }: SecurityLogOptions,
): void {
  const minutes = new Map<SecurityEvent, { endsMs: number; lines: number }>();

  async function note(request: FastifyRequest, { event, uid }: NotedEvent): Promise<void> {
    const before = minutes.get(event);
    const isSame = before !== undefined && before.endsMs > nowMs();
    const minute = isSame ? before : { endsMs: nowMs() + minuteMs, lines: 0 };
    minutes.set(event, minute);
    minute.lines += 1;
    if (minute.lines > linesPerMinute) return;
    // With the next event of its kind, the number of events that were left out before.
    const left = isSame || before === undefined ? 0 : Math.max(0, before.lines - linesPerMinute);
    const { caller, body, ip: address } = request;
    const email =
      caller === null && isRecord(body) && typeof body['email'] === 'string' ? body['email'] : null;
    request.log.info(
      {
        event,
        by: caller?.user?._id ?? (uid === null ? null : await userOfUid(uid).catch(() => null)),
        address,
        path: request.routeOptions.url,
        ...(email === null ? {} : { account: await userOfEmail(email).catch(() => null) }),
        ...idsIn(request),
        ...(left === 0 ? {} : { notLogged: left }),
      },
      'security',
    );
  }

  app.addHook('onError', async (request, _reply, error) => {
    const event = error instanceof HttpError ? eventOfRefusal[error.code] : undefined;
    if (event !== undefined) await note(request, { event, uid: null });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const event = endpoint && reply.statusCode < 400 ? eventOfCall.get(endpoint) : undefined;
    if (event !== undefined) await note(request, { event, uid: null });
    for (const each of request.securityEvents ?? []) await note(request, each);
  });
}

function idsIn({ params, query, body }: FastifyRequest): { ids?: Record<string, unknown> } {
  const found = [params, query, body].flatMap((part) =>
    isRecord(part) ? Object.entries(part).filter(([, value]) => IdSchema.safeParse(value).success) : [],
  );
  return found.length === 0 ? {} : { ids: Object.fromEntries(found) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

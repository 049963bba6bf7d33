import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { authAccounts } from '../../db/tables.ts';
import type { Login } from '../../http/caller.ts';
import { HttpError } from '../../http/errors.ts';
import { openIdTokenVerifier, textClaim } from './id-tokens.ts';
import type { Identity } from './identity.ts';
import { openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';
import { openIdProviderId, subjectOf } from './openid-provider.ts';

export type HostedIdentityOptions = {
  db: Database;
  issuer: string;
  audience: string;
  /** Null: the issuer's discovery document says where. */
  jwksUrl: string | null;
  /** The popup's sign-in with its cookies, without passwords: the way in for a browser. */
  browser: Identity;
  keysCooldownMs?: number;
  now?: () => Date;
};

/**
 * The logins of a hosted provider. A program brings the provider's ID token as its bearer token with each request; a
 * browser signs in through the popup at the same issuer and has a cookie of ours from then on. Either way the uid is
 * the token's subject.
 */
export function openHostedIdentity(options: HostedIdentityOptions): Identity {
  const { db, issuer, audience, jwksUrl, browser } = options;
  const discover = openDiscovery(issuer);
  const verify = openIdTokenVerifier({
    issuer,
    audience,
    keysUrl: async () => jwksUrl ?? (await discover()).jwks_uri,
    ...(options.keysCooldownMs === undefined ? {} : { keysCooldownMs: options.keysCooldownMs }),
    ...(options.now ? { now: options.now } : {}),
  });

  /** The login of a bearer token that looks like an ID token; undefined when there is none. */
  async function bearerLogin(headers: Headers): Promise<(Login & { email: string }) | null | undefined> {
    const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const claims = await verify(token);
      if (claims?.sub === undefined || claims.exp === undefined) return null;
      const email = textClaim(claims, 'email') ?? '';
      return {
        uid: claims.sub,
        name: textClaim(claims, 'name') ?? email.split('@')[0] ?? '',
        email,
        authSessionId: createHash('sha256').update(token).digest('base64url'),
        endsAtMs: claims.exp * 1000,
      };
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      throw new HttpError(503, 'unavailable', 'Sign-in cannot be checked now. Try again in a moment.');
    }
  }

  /** The subject at the issuer of somebody who came through the popup. */
  async function subjectOfAccount(userId: string): Promise<string | null> {
    const [account] = await db
      .select({ accountId: authAccounts.accountId })
      .from(authAccounts)
      .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, openIdProviderId)));
    return account ? subjectOf(account.accountId) : null;
  }

  async function cookieLogin(headers: Headers): Promise<Login | null> {
    const login = await browser.loginOf(withoutAuthorization(headers));
    const uid = login && (await subjectOfAccount(login.uid));
    return login && uid !== null ? { ...login, uid } : null;
  }

  return {
    offers: browser.offers,
    handle: async (request) => {
      const isSession = request.method === 'GET' && new URL(request.url).pathname === '/api/auth/get-session';
      const fromToken = isSession ? await bearerLogin(request.headers) : undefined;
      if (fromToken !== undefined) return Response.json(fromToken && sessionOf(fromToken));
      const answer = await browser.handle(
        new Request(request, { headers: withoutAuthorization(request.headers) }),
      );
      if (!isSession || !answer.ok) return answer;
      const body: unknown = await answer.clone().json();
      const userId = userIdIn(body);
      if (userId === null) return answer;
      const uid = await subjectOfAccount(userId);
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      return Response.json(uid === null ? null : withUserId(body, uid), { status: answer.status, headers });
    },
    loginOf: async (headers) => {
      const fromToken = await bearerLogin(headers);
      return fromToken === undefined ? cookieLogin(headers) : fromToken;
    },
    ensureLogin: () => Promise.reject(new Error('Logins are made at the hosted identity provider, not here')),
    onLoginEnded: (listener) => browser.onLoginEnded(listener),
    sweep: () => browser.sweep(),
    whenIdle: () => browser.whenIdle(),
  };
}

/** No token of ours is given out here, so none is accepted. */
function withoutAuthorization(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete('authorization');
  return rest;
}

function sessionOf({ uid, name, email, authSessionId, endsAtMs }: Login & { email: string }) {
  return {
    session: {
      id: authSessionId,
      userId: uid,
      expiresAt: endsAtMs === null ? null : new Date(endsAtMs).toISOString(),
    },
    user: { id: uid, name, email },
  };
}

function userIdIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('user' in body)) return null;
  const { user } = body;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string'
    ? user.id
    : null;
}

function withUserId(body: unknown, id: string): unknown {
  if (typeof body !== 'object' || body === null || !('user' in body)) return null;
  return { ...body, user: { ...(typeof body.user === 'object' ? body.user : {}), id } };
}

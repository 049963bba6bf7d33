import type { AuthSession, SignedIn } from '@boathouse/contract/auth';

type Who = { id: string; email: string; name: string };

/** The response of signing in. */
export function signedIn(who: Who): SignedIn {
  return {
    token: 'a-token',
    user: { ...who, image: null, emailVerified: false },
  };
}

/** The response of `get-session`. */
export function authSession(who: Who): AuthSession {
  return {
    session: { id: 'session-1', userId: who.id, expiresAt: '2030-01-01T00:00:00.000Z' },
    user: signedIn(who).user,
  };
}

import { isAPIError } from 'better-auth/api';
import { decodeJwt, errors } from 'jose';
import { IdentityRefusal, type Account, type Redirect } from '../identity.ts';
import { DatabaseFailure } from './guarded-database.ts';

/** Signing in looks at no cookie or token that the client has already. */
export function userAgentOf(headers: Headers): Headers {
  return new Headers({ 'user-agent': headers.get('user-agent') ?? '' });
}

/**
 * Calls the library.
 * @throws IdentityRefusal for an error of the library, and database errors unchanged
 */
export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DatabaseFailure) throw error.cause;
    if (!isAPIError(error)) throw error;
    if (error.statusCode >= 500 && error.statusCode !== 503) throw error;
    const { code = 'UNKNOWN', message = error.message } = error.body ?? {};
    throw new IdentityRefusal(error.statusCode, code, message);
  }
}

/** Returns the redirect of a call that the library ends by throwing one. */
export async function redirectOf(call: () => Promise<unknown>): Promise<Redirect> {
  try {
    await answered(async () => {
      try {
        await call();
      } catch (error) {
        const headers: unknown = isAPIError(error) && error.statusCode === 302 ? error.headers : null;
        if (headers instanceof Headers) throw new Redirected(headers);
        throw error;
      }
    });
  } catch (error) {
    if (!(error instanceof Redirected)) throw error;
    const location = error.headers.get('location');
    if (location === null) throw new Error('The identity library redirects to nowhere', { cause: error });
    return { value: { location }, headers: cookiesIn(error.headers) };
  }
  throw new Error('The identity library did not redirect');
}

class Redirected extends Error {
  readonly headers: Headers;
  constructor(headers: Headers) {
    super('redirect');
    this.headers = headers;
  }
}

export function redirectTo(location: string): Redirect {
  return { value: { location }, headers: new Headers() };
}

export function cookiesIn(headers: Headers | null | undefined): Headers {
  const cookies = new Headers();
  for (const cookie of headers?.getSetCookie() ?? []) cookies.append('set-cookie', cookie);
  return cookies;
}

type LibraryUser = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image?: string | null | undefined;
};

export function accountOf({ id, email, name, emailVerified, image }: LibraryUser): Account {
  return { id, email, name, emailVerified, image: image ?? null };
}

/** Returns the result of a sign-in: the cookie for browsers, and the token, also as a header, for programs. */
export function signedIn(answer: {
  headers: Headers;
  response: { token: string | null; user: LibraryUser };
}) {
  const { token, user } = answer.response;
  if (token === null) throw new Error('The identity library returned no login token');
  const headers = cookiesIn(answer.headers);
  const signed = answer.headers.get('set-auth-token');
  if (signed !== null) headers.set('set-auth-token', signed);
  return { value: { token, user: accountOf(user) }, headers };
}

/** Returns the new address in the token of a change-of-email link. The library verifies the link itself. */
export function newEmailIn(token: string): string | null {
  try {
    const { updateTo } = decodeJwt(token);
    return typeof updateTo === 'string' ? updateTo : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

import { tokenPrefix } from '@boathouse/contract/auth/tokens';

const bearer = new RegExp(`^Bearer +(${tokenPrefix}\\S*)$`, 'i');

/** Returns a request's access token, valid or not; null if it has a login or no credentials. */
export function tokenIn(headers: Headers): string | null {
  return bearer.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The day of the last use is in UTC, such as `2026-11-24`. */
export function dayOfUse(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the end of a token that is valid for this many days; null for one without an end. */
export function endOf(createdAt: Date, days: number | null): Date | null {
  return days === null ? null : new Date(createdAt.getTime() + days * 86_400_000);
}

const loginPrefix = 'token:';

/** Names a token in the form of a login, so that its callers and connections end in the same way. */
export function loginIdOf(tokenId: string): string {
  return `${loginPrefix}${tokenId}`;
}

/** Returns the id of the token in such a name; null for a login. */
export function tokenIdOf(loginId: string): string | null {
  return loginId.startsWith(loginPrefix) ? loginId.slice(loginPrefix.length) : null;
}

import type { Caller } from '../../../http/caller.ts';
import { cookieNamed } from '../../../infra/identity/embedded/device-cookie.ts';

/** A cookie of a login by its name: the cache of callers knows it as one. */
const cookieName = 'boathouse.guest_session_token';

/** Returns the `Set-Cookie` of a guest's login; an empty token with 0 seconds removes it. */
export function guestCookie(
  token: string,
  { maxAgeSec, isSecure }: { maxAgeSec: number; isSecure: boolean },
) {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${token}; Max-Age=${maxAgeSec}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** Returns the token of a request's cookie, valid or not; null without it. */
export function guestTokenIn(headers: Headers): string | null {
  return cookieNamed(headers, cookieName) || null;
}

/** Returns the uid of the guest of an entry: an entry has one guest, however often their code is entered. */
export function guestUidOf(entryId: string): string {
  return `guest:${entryId}`;
}

/** Names a guest's login among all logins, so that its callers and connections end in the same way. */
export function loginIdOf(id: string): string {
  return `guest:${id}`;
}

/** Guests join rooms and send the samples of their own row as a program with both rights, and make only `guestCalls`. */
export const scopesOfGuests: NonNullable<Caller['scopes']> = new Set(['guest', 'read', 'write']);

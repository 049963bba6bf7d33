/**
 * Remembers the session or club whose link an anonymous visitor opened, so that it can be offered after sign-in or
 * sign-up, which both end on the dashboard. Stored only for this tab, as the id of a session, followed by `#key` if the
 * link has the invitation of its club, as such a key only, or as the path of a club. A guest of a race day comes with a code,
 * whose page is stored as `/race`.
 */
const keptKey = 'invitation';
const sessionPath = /^\/sessions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
const invitationPath = /^\/invitations\/?$/;
const clubPath = /^\/clubs\/([a-z\d-]{1,20})(?:\/(?:general|members)?)?$/i;
const racePath = /^\/race\/?$/;
const clubKey = /^[\w-]{43}$/;

/** Stores the invitation of an address; ignores other pages. */
export function keepInvitation({ pathname, hash }: { pathname: string; hash: string }): void {
  const kept = keptOf(pathname, invitationKeyOf(hash));
  if (kept === null) return;
  try {
    sessionStorage.setItem(keptKey, kept);
  } catch {
    // Storage can be disabled; the visitor then opens the link again.
  }
}

function keptOf(pathname: string, key: string | null): string | null {
  const id = sessionPath.exec(pathname)?.[1];
  if (id !== undefined) return key === null ? id : `${id}#${key}`;
  if (invitationPath.test(pathname)) return key;
  if (racePath.test(pathname)) return '/race';
  const url = clubPath.exec(pathname)?.[1];
  return url === undefined ? null : `/clubs/${url}`;
}

/** The link of a session that also invites to its club, as `invitationLink`. */
export function sessionLink(id: string, key: string | null = null): string {
  return new URL(`/sessions/${id}${key === null ? '' : `#${key}`}`, location.href).href;
}

/** The link of a club's invitation. Its key is in the fragment, which browsers send to no server. */
export function invitationLink(key: string): string {
  return new URL(`/invitations#${key}`, location.href).href;
}

/** Returns the key in a fragment such as `#key`, or null. */
export function invitationKeyOf(hash: string): string | null {
  const key = hash.replace(/^#/, '');
  return clubKey.test(key) ? key : null;
}

/** Returns the session, with the key of its club's invitation if the link has one; null without a session. */
export function invitedSession(): { id: string; key: string | null } | null {
  const [id = '', hash = ''] = keptInvitation()?.split('#') ?? [];
  return sessionPath.test(`/sessions/${id}`) ? { id, key: invitationKeyOf(hash) } : null;
}

/** Returns the custom URL of the club whose page the visitor came for, or null. */
export function visitedClubUrl(): string | null {
  return clubPath.exec(keptInvitation() ?? '')?.[1] ?? null;
}

/** Whether the visitor came to enter the code of a race day. */
export function cameToRace(): boolean {
  return keptInvitation() === '/race';
}

/** Returns the key of the club's invitation, or null. */
export function clubInvitationKey(): string | null {
  const kept = keptInvitation();
  return kept !== null && clubKey.test(kept) ? kept : null;
}

function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(keptKey);
  } catch {
    return null;
  }
}

export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(keptKey);
  } catch {
    // There is nothing to delete.
  }
}

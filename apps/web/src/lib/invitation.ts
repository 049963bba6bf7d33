/**
 * Remembers the session or club whose link an anonymous visitor opened, so that it can be offered after sign-in or
 * sign-up, which both end on the dashboard. Kept for this tab only.
 */
const keptKey = 'invitation';
const sessionPath = /^\/sessions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
const invitationPath = /^\/invitations\/?$/;
const clubKey = /^[\w-]{43}$/;

/** Keeps what an address invites to; ignores those of other pages. */
export function keepInvitation({ pathname, hash }: { pathname: string; hash: string }): void {
  const id =
    sessionPath.exec(pathname)?.[1] ?? (invitationPath.test(pathname) ? invitationKeyOf(hash) : null);
  if (id === null) return;
  try {
    sessionStorage.setItem(keptKey, id);
  } catch {
    // Storage can be disabled; the visitor then opens the link again.
  }
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

/** Returns the id of the session, or null. */
export function invitedSessionId(): string | null {
  const kept = keptInvitation();
  return kept !== null && sessionPath.test(`/sessions/${kept}`) ? kept : null;
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
    // There is nothing to forget.
  }
}

/**
 * Remembers the session whose address an anonymous visitor opened, so that it can be offered after sign-in or sign-up,
 * which both end on the dashboard. Kept for this tab only.
 */
const keptKey = 'invitation';
const sessionPath = /^\/sessions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** Keeps the session of a path; ignores the paths of other pages. */
export function keepInvitation(pathname: string): void {
  const id = sessionPath.exec(pathname)?.[1];
  if (id === undefined) return;
  try {
    sessionStorage.setItem(keptKey, id);
  } catch {
    // Storage can be disabled; the visitor then opens the link again.
  }
}

/** Returns the id of the session, or null. */
export function invitedSessionId(): string | null {
  try {
    const id = sessionStorage.getItem(keptKey);
    return id !== null && sessionPath.test(`/sessions/${id}`) ? id : null;
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

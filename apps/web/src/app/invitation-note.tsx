import { useEffect, useState } from 'react';
import { cameToRace, clubInvitationKey, invitedSession, visitedClubUrl } from '../lib/invitation.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import styles from './pages.module.css';

/**
 * Informs a visitor who followed a link of a session or a club that signing in leads to it, and shows its name if it is
 * public.
 */
export function InvitationNote() {
  const session = invitedSession()?.id ?? null;
  const club = visitedClubUrl();
  const isInvited = session !== null || clubInvitationKey() !== null;
  const words = usePreview(session === null ? 'club' : 'session', session ?? club);
  if (cameToRace()) {
    return (
      <p role="status" className={styles.invitation}>
        You came to row in a race. Log in or sign up, then enter your code.
      </p>
    );
  }
  if (!isInvited && club === null) return null;
  const what = session === null ? 'club' : 'session';
  return (
    <p role="status" className={styles.invitation}>
      {words ?? (isInvited ? `You were invited to a ${what}.` : 'You came for a club.')} Log in or sign up to{' '}
      {isInvited ? 'join' : 'open'} it.
    </p>
  );
}

function usePreview(kind: 'session' | 'club', id: string | null): string | null {
  const [known, setKnown] = useState<{ id: string; words: string | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isGone = false;
    async function read(of: string): Promise<void> {
      const { previewOf } = await loadChunk(() => import('./link-preview.ts'));
      const words = await previewOf(kind, of);
      if (!isGone) setKnown({ id: of, words });
    }
    read(id).catch((error: unknown) => console.warn('What the link leads to is not known', error));
    return () => {
      isGone = true;
    };
  }, [kind, id]);
  return known?.id === id ? known.words : null;
}

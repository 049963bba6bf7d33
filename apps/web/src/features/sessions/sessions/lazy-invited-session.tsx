import { useState } from 'react';
import { invitedSession } from '../../../lib/invitation.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

const Invited = lazyPart({
  name: 'Your invitation',
  load: async () => (await loadChunk(() => import('./invited-session.tsx'))).InvitedSession,
});

/** Loads `InvitedSession` only for users who came by a link. */
export function InvitedSession() {
  const [isInvited] = useState(() => invitedSession() !== null);
  return isInvited && <Invited />;
}

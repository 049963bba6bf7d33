import type { Club } from '@boathouse/contract/clubs';
import { useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';

const InvitationDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./invitation-dialog.tsx'))).InvitationDialog,
});

/** Only admins and the owner see it. */
export function InviteButton({ club }: { club: Club }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Invite by link</Button>
      {isOpen && <InvitationDialog club={club} onClose={() => setIsOpen(false)} />}
    </>
  );
}

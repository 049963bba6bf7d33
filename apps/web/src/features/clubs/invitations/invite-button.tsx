import type { Club } from '@boathouse/contract/clubs';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';

const InvitationDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./invitation-dialog.tsx'))).InvitationDialog,
}));

/** For admins and the owner. */
export function InviteButton({ club }: { club: Club }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Invite by link</Button>
      {isOpen && (
        <Suspense>
          <InvitationDialog club={club} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

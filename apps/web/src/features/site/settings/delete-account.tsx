import type { OwnUser } from '@boathouse/contract/users';
import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

const DeleteDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./delete-dialog.tsx'))).DeleteDialog,
});

export function DeleteAccount({ user }: { user: OwnUser }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

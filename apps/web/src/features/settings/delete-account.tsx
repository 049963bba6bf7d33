import type { OwnUser } from '@boathouse/contract/users';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { Button } from '../../ui/button.tsx';

const DeleteDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./delete-dialog.tsx'))).DeleteDialog,
}));

export function DeleteAccount({ user }: { user: OwnUser }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteDialog user={user} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

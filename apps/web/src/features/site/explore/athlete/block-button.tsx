import type { UserRef } from '@boathouse/contract/users';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useSetBlock } from '../../../people/users/index.ts';

type BlockButtonProps = {
  viewerId: string;
  athlete: Pick<UserRef, '_id' | 'displayName'>;
  isBlocked: boolean;
};

/** Block with a confirmation, or Unblock. Not for the viewer's own page. */
export function BlockButton({ viewerId, athlete, isBlocked }: BlockButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const set = useSetBlock(viewerId, athlete);
  return (
    <>
      <Button
        look={isBlocked ? 'plain' : 'quiet'}
        isBusy={set.isPending}
        onClick={() => (isBlocked ? set.mutate(false) : setIsAsking(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to block ${athlete.displayName}?`}
          onConfirm={() => set.mutate(true)}
          onClose={() => setIsAsking(false)}
        >
          They can no longer see your profile and activities, follow you, comment, like or message you
          directly, and you stop following each other. They are not notified. You can unblock them in the
          settings.
        </ConfirmDialog>
      )}
    </>
  );
}

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useLogOutEveryone } from './api.ts';

/** The button that empties this device's list, with its question. */
export function LogOutEveryone() {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useLogOutEveryone();
  return (
    <>
      <Button isBusy={leave.isPending} onClick={() => setIsAsking(true)}>
        Log out everyone here
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Log out everyone here?"
          action="Log out everyone"
          look="danger"
          onConfirm={() => leave.mutate()}
          onClose={() => setIsAsking(false)}
        >
          The list of this device and its PINs are deleted. Workouts that aren't sent yet stay on the device
          until their athletes log in here again.
        </ConfirmDialog>
      )}
    </>
  );
}

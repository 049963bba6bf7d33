import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before unsaved input is lost. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog question="Leave without saving?" onConfirm={onLeave} onClose={onStay}>
      <p>What you have entered here will be lost.</p>
    </ConfirmDialog>
  );
}

import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** How long the dialog stays open after Yes, so that users see the confirmation. */
export const confirmDialogMs = 1_000;

type ConfirmDialogProps = {
  /** The question, as the dialog's heading: 'Are you sure you want to delete this message?' */
  question: string;
  /** The consequence of Yes, if the question does not state it. */
  children?: ReactNode;
  /** The word on the button that confirms. */
  action?: string;
  /** `danger` for actions that delete, so that they never have the color of actions that keep. */
  look?: 'primary' | 'danger';
  /** Called once, at Yes. The caller reports the result. */
  onConfirm: () => void;
  /** Called after Cancel, Escape or Yes. */
  onClose: () => void;
};

/**
 * Asks for confirmation of an action that cannot be undone; open while it is rendered.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, children, action = 'Yes', look = 'primary', onConfirm, onClose } = props;
  const [isPending, setIsPending] = useState(false);
  const detailsId = useId();

  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  });
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => onCloseRef.current(), confirmDialogMs);
    return () => clearTimeout(timer);
  }, [isPending]);

  function confirm() {
    setIsPending(true);
    onConfirm();
  }

  return (
    <Dialog
      title={question}
      role="alertdialog"
      width="narrow"
      isLocked={isPending}
      describedBy={children === undefined ? undefined : detailsId}
      onClose={onClose}
    >
      {children !== undefined && (
        <div id={detailsId} className={styles.details}>
          {children}
        </div>
      )}
      <div className={styles.actions}>
        <Button aria-disabled={isPending} onClick={() => !isPending && onClose()}>
          Cancel
        </Button>
        <Button look={look} isBusy={isPending} onClick={confirm}>
          {isPending ? 'Pending' : action}
        </Button>
      </div>
    </Dialog>
  );
}

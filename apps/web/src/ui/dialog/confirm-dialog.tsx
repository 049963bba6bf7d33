import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import styles from './confirm-dialog.module.css';

/** How long the dialog stays open after Yes, so that users see the confirmation. */
export const confirmDialogMs = 1_000;

type ConfirmDialogProps = {
  /** The question, as the dialog's heading: 'Are you sure you want to delete this message?' */
  question: string;
  /** The consequence of Yes, if the question does not state it. */
  children?: ReactNode;
  /** Called once, at Yes. The caller reports the result. */
  onConfirm: () => void;
  /** Called after Cancel, Escape or Yes. */
  onClose: () => void;
};

/**
 * Asks for confirmation of an action that cannot be undone; open while it is rendered. The browser's own modal dialog
 * traps the focus and restores it on close.
 */
export function ConfirmDialog({ question, children, onConfirm, onClose }: ConfirmDialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [isPending, setIsPending] = useState(false);
  const questionId = useId();
  const detailsId = useId();

  // In a layout effect, because a dialog restores the focus only while it is still in the page.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

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
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={questionId}
      {...(children === undefined ? {} : { 'aria-describedby': detailsId })}
      onCancel={(event) => {
        event.preventDefault();
        if (!isPending) onClose();
      }}
      onClose={(event) => {
        // A browser closes the dialog without a cancel event when Escape is pressed twice.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={questionId}>{question}</h2>
      {children !== undefined && (
        <div id={detailsId} className={styles.details}>
          {children}
        </div>
      )}
      <div className={styles.actions}>
        <Button aria-disabled={isPending} onClick={() => !isPending && onClose()}>
          Cancel
        </Button>
        <Button look="primary" isBusy={isPending} onClick={confirm}>
          {isPending ? 'Pending' : 'Yes'}
        </Button>
      </div>
    </dialog>
  );
}

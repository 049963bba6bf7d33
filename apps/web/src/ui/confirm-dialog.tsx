import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

/** After Yes the dialog stays this long, so that what was asked for is seen to have been taken. */
export const confirmDialogMs = 1_000;

type ConfirmDialogProps = {
  /** The question, as the dialog's heading: 'Are you sure you want to delete this message?' */
  question: string;
  /** What follows from Yes, where the question does not say it. */
  children?: ReactNode;
  /** Called once, at Yes. What comes of it is said by the caller. */
  onConfirm: () => void;
  /** The dialog is over, by Cancel, Escape or after Yes. */
  onClose: () => void;
};

/**
 * Asks before something is done that cannot be taken back; open for as long as it is rendered. The browser's own
 * modal dialog keeps the focus inside and returns it to where it was.
 */
export function ConfirmDialog({ question, children, onConfirm, onClose }: ConfirmDialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [isPending, setIsPending] = useState(false);
  const questionId = useId();
  const detailsId = useId();

  // In the layout phase, because the focus is returned only by a dialog that is still in the page.
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
        // A browser closes it without asking when Escape is pressed twice.
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

import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';
import { addOpenDialog } from './open-dialogs.ts';

type DialogProps = {
  title: string;
  /** Called by Escape, and when the browser closes the dialog. */
  onClose: () => void;
  /** Ignores Escape. */
  isLocked?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Id of the text that describes the dialog. */
  describedBy?: string | undefined;
  /**
   * `palette`: at the top of the page, without its own margins, with its title only for screen readers. `sheet`: at the
   * lower edge, as wide as the page, and closed by a press outside it too.
   */
  width?: 'narrow' | 'wide' | 'palette' | 'sheet';
  children: ReactNode;
};

/**
 * A modal dialog, open while it is rendered. The browser's own dialog traps the focus and restores it on close.
 */
export function Dialog({
  title,
  onClose,
  isLocked = false,
  role = 'dialog',
  describedBy,
  width = 'wide',
  children,
}: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // In a layout effect, because a dialog restores the focus only while it is still in the page.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (dialog === null) return;
    dialog.showModal();
    const remove = addOpenDialog(dialog);
    return () => {
      remove();
      dialog.close();
    };
  }, []);
  useEffect(() => {
    const page = dialogRef.current?.closest<HTMLElement>('[tabindex="-1"]');
    const keepFocus = () => {
      if (document.activeElement === document.body) page?.focus({ preventScroll: true });
    };
    // The opener may have been removed too, with its row. In a microtask, after effects that choose a nearer place.
    return () => queueMicrotask(keepFocus);
  }, []);

  return (
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      data-width={width}
      role={role}
      {...(width === 'sheet' ? { closedby: 'any' } : {})}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // React passes on the events of a dialog or file input inside this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      onClose={(event) => {
        // A browser closes the dialog without a cancel event when Escape is pressed twice.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

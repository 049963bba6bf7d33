import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { subscribeToDialogs, topDialog } from './dialog/open-dialogs.ts';
import { dismissToast, getToasts, showKeptToast, subscribeToToasts, type Toast } from './toast-store.ts';
import styles from './toasts.module.css';

const toastShownMs = 5_000;

/**
 * Renders both live regions from the start, because screen readers often skip a region that appears together with its
 * text. Errors interrupt, other toasts wait; neither takes the focus. A modal dialog covers everything outside it,
 * hides it from screen readers and blocks presses on it, so the toasts move into the open dialog.
 */
export function Toasts({ formatTime }: { formatTime: (iso: string) => string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts);
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  const [stack] = useState(buildStack);
  const homeRef = useRef<HTMLDivElement>(null);
  useEffect(showKeptToast, []);
  useLayoutEffect(() => {
    (dialog ?? homeRef.current)?.append(stack);
    return () => stack.remove();
  }, [dialog, stack]);
  useLayoutEffect(() => (toasts.length > 0 ? keepClearSoon(stack) : undefined), [toasts, stack]);
  return (
    <div ref={homeRef}>
      {createPortal(
        <>
          <div role="status" className={styles.region}>
            {toasts.map(
              (toast) => !toast.isError && <ToastCard key={toast.id} toast={toast} formatTime={formatTime} />,
            )}
          </div>
          <div role="alert" className={styles.region}>
            {toasts.map(
              (toast) => toast.isError && <ToastCard key={toast.id} toast={toast} formatTime={formatTime} />,
            )}
          </div>
        </>,
        stack,
      )}
    </div>
  );
}

/** Keeps the toasts off interactive elements, after the code for it has loaded. Returns a function that stops. */
function keepClearSoon(stack: HTMLElement): () => void {
  const started = import('./toasts/keep-clear.ts').then(
    ({ keepClear }) => keepClear(stack),
    // They stay at the place that their style sheet gives them.
    () => undefined,
  );
  return () => void started.then((stop) => stop?.());
}

function buildStack(): HTMLDivElement {
  const stack = document.createElement('div');
  stack.className = styles.stack ?? '';
  return stack;
}

type ToastCardProps = { toast: Toast; formatTime: (iso: string) => string };

function ToastCard({ toast, formatTime }: ToastCardProps) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const { id } = toast;
  const at = new Date(toast.atMs).toISOString();
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), toastShownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  return (
    <div
      className={styles.toast}
      data-error={toast.isError}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <div className={styles.words}>
        {toast.isError && <strong>Something went wrong</strong>}
        <p>{toast.title}</p>
      </div>
      <time dateTime={at}>{formatTime(at)}</time>
      <button type="button" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}

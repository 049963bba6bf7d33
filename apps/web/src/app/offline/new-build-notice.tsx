import { useEffect, useState } from 'react';
import { isInProgress, useOfRow } from '../../features/rowing/index.ts';
import { wouldLose } from '../../lib/unsaved/unload-warning.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/bar.module.css';
import { productName } from '../product.ts';
import { followBuilds } from './follow-builds.ts';

/**
 * Says that a newer build than the page's is there, and opens it on the next navigation to another page. Never during a row,
 * and not where the user would lose something.
 */
export function NewBuildNotice() {
  const [isThere, setIsThere] = useState(false);
  const isRowing = useOfRow(isInProgress);
  useEffect(() => followBuilds(() => setIsThere(true)), []);
  const isOffered = isThere && !isRowing;
  useEffect(() => {
    if (!isOffered) return;
    document.addEventListener('click', openAnew, { capture: true });
    return () => document.removeEventListener('click', openAnew, { capture: true });
  }, [isOffered]);
  return (
    <div role="status" className={isOffered ? styles.bar : undefined}>
      {isOffered && (
        <>
          <p>A new version of {productName} is ready. It opens with the next page.</p>
          <Button onClick={() => location.reload()}>Open it now</Button>
        </>
      )}
    </div>
  );
}

/** Follows a press on a link to another page of ours by loading that page, in the place of the router. */
function openAnew(event: MouseEvent): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || link.target !== '' || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname === location.pathname || wouldLose()) return;
  event.preventDefault();
  event.stopPropagation();
  location.assign(link.href);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { useUnloadWarning, wouldLose } from '../../lib/unsaved/unload-warning.ts';
import { useHasDrafts } from '../../lib/unsaved/use-has-drafts.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/bar.module.css';
import { productName } from '../product.ts';
import { followBuilds } from './follow-builds.ts';

/** The worker answers within 3 s (`worker/navigation.ts`) once it is in charge, and a browser can have it wait for minutes. */
const pageWithinMs = 6_000;

/**
 * Announces a build that is newer than the page's, and opens it on the next navigation to another page. Never in the
 * cockpit, and not if the user would lose typed text. This build shows a page that does not load in time.
 */
export function NewBuildNotice() {
  const [isThere, setIsThere] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const isInCockpit = useIsInCockpit();
  const navigate = useNavigate();
  // A draft whose form is not on the page counts too.
  useUnloadWarning(useHasDrafts());
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => followBuilds(() => setIsThere(true)), []);
  useEffect(() => () => clearTimeout(late.current), []);
  /** Stops waiting for a page that is being reloaded, if it does not load, and calls back. */
  const awaitPage = useCallback((onLate?: () => void) => {
    clearTimeout(late.current);
    late.current = setTimeout(() => {
      window.stop();
      setIsLate(true);
      onLate?.();
    }, pageWithinMs);
  }, []);
  const isOffered = isThere && !isInCockpit;
  useEffect(() => {
    if (!isOffered || isLate) return;
    function openAnew(event: MouseEvent): void {
      const link = toOtherPage(event);
      if (link === null || wouldLose()) return;
      event.preventDefault();
      event.stopPropagation();
      location.assign(link.href);
      const { pathname, search, hash } = link;
      awaitPage(() => {
        if (!wouldLose()) void navigate({ pathname, search, hash });
      });
    }
    document.addEventListener('click', openAnew, { capture: true });
    return () => document.removeEventListener('click', openAnew, { capture: true });
  }, [isOffered, isLate, awaitPage, navigate]);
  function openNow(): void {
    location.reload();
    // If the user would lose something, the browser asks first.
    if (!wouldLose()) awaitPage();
  }
  return (
    <div role="status" className={isOffered ? styles.bar : undefined}>
      {isOffered && (
        <>
          <p>
            A new version of {productName} is ready.{' '}
            {isLate
              ? 'It could not be opened yet. Try again in some minutes.'
              : 'It opens with the next page.'}
          </p>
          <Button onClick={openNow}>Open it now</Button>
        </>
      )}
    </div>
  );
}

/** Returns the link to another page of the app that the user pressed without a modifier. */
function toOtherPage({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  const link = target instanceof Element ? target.closest('a') : null;
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  if (link === null || !isPlain || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

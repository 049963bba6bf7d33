import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { isFocusLost } from '../ui/use-focus-after.ts';

/** The router's key of the page that the browser has loaded; it survives a reload. */
const loadedKey = keyIn(history.state) ?? 'default';

function keyIn(state: unknown): string | null {
  const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : null;
  return typeof key === 'string' ? key : null;
}

/**
 * Announces the new page's heading to screen readers after client-side navigation. If the focused element was removed with
 * the old page, focuses the heading instead, which screen readers then read.
 */
export function PageAnnouncer({ page }: { page: RefObject<HTMLElement | null> }) {
  const { pathname, key } = useLocation();
  // The browser announces the page that it has loaded; a layout that mounts later begins with a page to announce.
  const shown = useRef(key === loadedKey ? pathname : null);
  const [words, setWords] = useState('');

  useEffect(() => {
    const region = page.current;
    if (region === null || shown.current === pathname) return;
    shown.current = pathname;
    if (isFocusLost()) region.focus({ preventScroll: true });
    const announce = () => {
      const heading = headingOf(region);
      const isFocused = heading !== '' && document.activeElement === region;
      if (isFocused) focusHeadingOf(region);
      setWords(isFocused ? '' : heading);
      if (heading !== '') observer.disconnect();
    };
    // The heading can appear later, after the page has loaded.
    const observer = new MutationObserver(announce);
    observer.observe(region, { childList: true, subtree: true, characterData: true });
    announce();
    return () => observer.disconnect();
  }, [pathname, page]);

  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}

function focusHeadingOf(region: HTMLElement): void {
  const heading = region.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Returns the text of the `h1` without hidden icons, or '' without a heading. */
export function headingOf(region: HTMLElement): string {
  const heading = region.querySelector('h1')?.cloneNode(true);
  if (!(heading instanceof HTMLElement)) return '';
  for (const hidden of heading.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return heading.textContent;
}

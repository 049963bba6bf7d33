import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Announces the new page's heading to screen readers after client-side navigation, and focuses `page` if the focused
 * element was removed with the old page.
 */
export function PageAnnouncer({ page }: { page: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [words, setWords] = useState('');

  useEffect(() => {
    const region = page.current;
    if (region === null || shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) region.focus({ preventScroll: true });
    const announce = () => {
      const heading = headingOf(region);
      setWords(heading);
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

/** Returns the text of the `h1` without hidden icons, or '' without a heading. */
export function headingOf(region: HTMLElement): string {
  const heading = region.querySelector('h1')?.cloneNode(true);
  if (!(heading instanceof HTMLElement)) return '';
  for (const hidden of heading.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return heading.textContent;
}

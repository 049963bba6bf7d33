import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * A page that comes in the place of another is said by its heading, for nothing else tells a screen reader of it. And
 * where the focus went with the old page, `page` takes it.
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
    const say = () => {
      const heading = headingOf(region);
      setWords(heading);
      if (heading !== '') observer.disconnect();
    };
    // A page may have to load before it knows its heading.
    const observer = new MutationObserver(say);
    observer.observe(region, { childList: true, subtree: true, characterData: true });
    say();
    return () => observer.disconnect();
  }, [pathname, page]);

  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}

/** As it is read out: an icon in it is decoration. */
function headingOf(region: HTMLElement): string {
  const heading = region.querySelector('h1')?.cloneNode(true);
  if (!(heading instanceof HTMLElement)) return '';
  for (const hidden of heading.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return heading.textContent;
}

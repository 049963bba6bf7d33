import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { headingOf } from './page-announcer.tsx';
import { productName } from './product.ts';

/**
 * Names the browser's tab after the page: the text of its `h1`, or its `data-title`, and the product's name; on the
 * landing page only the product's name. The heading can appear later than the address changes, and can change.
 */
export function PageTitle() {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = productName;
    const root = document.getElementById('root') ?? document.body;
    if (pathname === '/') return;
    const observer = new MutationObserver(() => follow());
    function follow() {
      const heading = root.querySelector('h1');
      const title = heading?.dataset.title ?? headingOf(root);
      if (title !== '') document.title = `${title} · ${productName}`;
      // A changed heading changes its text node; figures that change all the time are not observed.
      if (heading !== null)
        observer.observe(heading, { characterData: true, childList: true, subtree: true });
    }
    observer.observe(root, { childList: true, subtree: true });
    follow();
    return () => observer.disconnect();
  }, [pathname]);
  return null;
}

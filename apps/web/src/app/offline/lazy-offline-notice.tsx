import { useEffect, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

/** A page that has just come from the server does not need it, but it must be there before the server is away. */
const loadAfterMs = 8_000;

const Notice = lazyPart({
  name: 'The state of the connection',
  load: async () => (await loadChunk(() => import('./offline-notice.tsx'))).OfflineNotice,
});

/** `OfflineNotice`, whose code loads a while after the page. */
export function OfflineNotice() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate && <Notice />;
}

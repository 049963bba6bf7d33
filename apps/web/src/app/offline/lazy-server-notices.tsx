import { useEffect, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { onDoubt } from '../../lib/server/reachability.ts';
import { useVersionSkew } from '../../lib/server/version-skew.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { useKeeping } from './use-keeping.ts';

/**
 * A page that has just come from the server does not need it, but it must be loaded before the server becomes
 * unavailable.
 */
const loadAfterMs = 8_000;

const Notices = lazyPart({
  name: 'The state of the connection',
  load: async () => (await loadChunk(() => import('./server-notices.tsx'))).ServerNotices,
});

/**
 * The notices about the server and its version, and the parts for the time without it. The code loads a while after the
 * page, or as soon as a response is missing or has another version. Data that the page has read are stored from the
 * start.
 */
export function ServerNotices() {
  useKeeping();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const show = () => setIsLate(true);
    const timer = setTimeout(show, loadAfterMs);
    const stop = onDoubt(show);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const isSkewed = useVersionSkew() !== 'none';
  return (isLate || isSkewed) && <Notices />;
}

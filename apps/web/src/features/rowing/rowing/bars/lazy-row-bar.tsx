import { useSyncExternalStore } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { useRowRunner } from '../use-row.ts';

const Bar = lazyPart({
  name: 'The link to your workout',
  load: async () => (await loadChunk(() => import('./row-bar.tsx'))).RowBar,
});

/**
 * Shows `RowBar` once there is something for it. Its code loads together with the runner's, so that it works without
 * the server.
 */
export function RowBar() {
  const runner = useRowRunner();
  const isThere = useSyncExternalStore(
    runner.subscribe,
    () =>
      runner.getSnapshot() !== null ||
      runner.getHeld() !== null ||
      (runner.rowing?.leftovers.shown.length ?? 0) > 0,
  );
  if (!isThere) return null;
  return <Bar />;
}

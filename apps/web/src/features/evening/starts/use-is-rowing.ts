import { useSyncExternalStore } from 'react';
import { useRowRunner } from '../../rowing/rowing/index.ts';

/** Returns whether the viewer is rowing on this page, in any session: the first stroke is done. */
export function useIsRowing(): boolean {
  const runner = useRowRunner();
  return useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.stage === 'rowing' && row.progress.pieceNumber > 0;
  });
}

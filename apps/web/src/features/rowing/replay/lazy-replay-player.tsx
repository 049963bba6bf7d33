import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../ui/states.tsx';
import type { RowToReplay } from './replayed-rows.ts';

/** The replay of rows whose strokes are loaded. */
export const ReplayPlayer = lazyPart<{ rows: readonly RowToReplay[] }>({
  name: 'The replay',
  load: async () => (await loadChunk(() => import('./replay-player.tsx'))).ReplayPlayer,
  waiting: <Loading label="Loading the replay" lines={4} />,
});

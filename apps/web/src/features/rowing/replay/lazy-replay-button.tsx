import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import type { ReplayedResult } from './replayed-rows.ts';

/** Opens the replay of results below it. It loads after the page's first frame. */
export const ReplayButton = lazyPart<{ results: readonly ReplayedResult[] }>({
  name: 'The replay',
  load: async () => (await loadChunk(() => import('./replay-button.tsx'))).ReplayButton,
});

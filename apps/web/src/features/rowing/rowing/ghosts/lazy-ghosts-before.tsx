import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';

/** It loads after the page's first frame, after the buttons that begin a row. */
export const GhostsBefore = lazyPart<{ workout: string }>({
  name: 'The choice of ghosts',
  load: async () => (await loadChunk(() => import('./ghosts-before.tsx'))).GhostsBefore,
});

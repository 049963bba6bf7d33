import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../../ui/states.tsx';

export const FinishedRow = lazyPart({
  name: 'Your result',
  load: async () => (await loadChunk(() => import('./finished-row.tsx'))).FinishedRow,
  waiting: <Loading label="Loading your result" lines={4} />,
});

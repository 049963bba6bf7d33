import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

export const WaitingLines = lazyPart<{ room: string; channelKey: string | undefined }>({
  name: 'Messages that are not sent yet',
  load: async () => (await loadChunk(() => import('./waiting-lines.tsx'))).WaitingLines,
});

import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

/** Behind a tab. */
export const MemberList = lazyPart({
  name: 'The members here',
  load: async () => (await loadChunk(() => import('./member-list.tsx'))).MemberList,
});

import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

/** Stores a workout item as a favorite, or on the whiteboard of a club that the viewer runs. */
export const SaveTemplateDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./save-template-dialog.tsx'))).SaveTemplateDialog,
});

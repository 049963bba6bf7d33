import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

/** Chooses a template for a form, and keeps the viewer's templates in order. */
export const TemplatesDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./templates-dialog.tsx'))).TemplatesDialog,
});

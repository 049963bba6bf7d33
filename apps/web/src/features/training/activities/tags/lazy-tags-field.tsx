import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import type { TagsFieldProps } from './tags-field.tsx';

export const TagsField = lazyPart<TagsFieldProps>({
  name: 'Tags',
  load: async () => (await loadChunk(() => import('./tags-field.tsx'))).TagsField,
});

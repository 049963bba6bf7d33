import type { ComponentType } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import type * as Parts from './head-parts.ts';

/** Returns a component of `head-parts.ts`, which loads when it is first shown (see `lazyPart`). */
export function headPart<Props extends object>(
  name: string,
  pick: (parts: typeof Parts) => ComponentType<Props>,
): ComponentType<Props> {
  return lazyPart({ name, load: async () => pick(await loadChunk(() => import('./head-parts.ts'))) });
}

import type { ComponentType, ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

/** Loads the code for an erg or a row on the page, in one file. */
export function loadOwnRow() {
  return loadChunk(() => import('./own-row.tsx'));
}

/** Returns a component of that file, which loads when it is first shown (see `lazyPart`). */
export function ownRowPart<Props extends object>(
  name: string,
  pick: (parts: Awaited<ReturnType<typeof loadOwnRow>>) => ComponentType<Props>,
  waiting?: ReactNode,
): ComponentType<Props> {
  return lazyPart({ name, load: async () => pick(await loadOwnRow()), waiting });
}

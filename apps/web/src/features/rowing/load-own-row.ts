import { loadChunk } from '../../lib/load-chunk.ts';

/** Loads what an erg or a row needs on the page, in one file. */
export function loadOwnRow() {
  return loadChunk(() => import('./own-row.tsx'));
}

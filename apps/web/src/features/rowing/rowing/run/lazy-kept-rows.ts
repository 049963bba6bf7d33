import { loadChunk } from '../../../../lib/load-chunk.ts';

/**
 * Returns whether this device has any row of a user in a session. Loads the code of the journal when called. Rejects
 * without a working IndexedDB.
 */
export async function hasRowsOfSession(userId: string, sessionId: string): Promise<boolean> {
  const { findRowsOfSession } = await loadChunk(() => import('./kept-result.ts'));
  return findRowsOfSession(userId, sessionId);
}

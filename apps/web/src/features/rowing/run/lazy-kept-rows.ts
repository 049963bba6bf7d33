import { loadChunk } from '../../../lib/load-chunk.ts';

/**
 * Returns whether this device keeps something that a user has rowed in a session. The code of the journal loads with the question.
 * Rejects without a working IndexedDB.
 */
export async function hasRowsOfSession(userId: string, sessionId: string): Promise<boolean> {
  const { findRowsOfSession } = await loadChunk(() => import('./kept-result.ts'));
  return findRowsOfSession(userId, sessionId);
}

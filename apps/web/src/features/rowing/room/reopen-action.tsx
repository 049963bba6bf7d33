import type { ListedActivity } from '@boathouse/contract/activities';
import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import styles from './stale-actions.module.css';

const ReopenDialog = lazyPart({
  name: 'The question',
  load: async () => (await loadChunk(() => import('./reopen-dialog.tsx'))).ReopenDialog,
});

/** Reopens a result that was completed by mistake. Not shown for the monitor's own result, which is final. */
export function ReopenAction({ activity }: { activity: ListedActivity }) {
  const [isAsking, setIsAsking] = useState(false);
  const { session, summary } = activity;
  if (session === null || summary?.source === 'summary') return null;
  return (
    <>
      <button type="button" className={styles.reopen} onClick={() => setIsAsking(true)}>
        Reopen
      </button>
      {isAsking && (
        <ReopenDialog activity={activity} sessionId={session._id} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

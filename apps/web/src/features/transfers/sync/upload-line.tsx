import type { SyncUpload } from '@boathouse/contract/sync/calls';
import type { ReactNode } from 'react';
import { useAtNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { useRetry } from './api.ts';
import styles from './sync.module.css';
import { canBeRetried, uploadWords } from './upload-words.ts';

type LineProps = { userId: string; upload: SyncUpload; of: string; children: ReactNode };

/**
 * The state of one activity at one service.
 * @param of which of them, for the button
 */
export function UploadLine({ userId, upload, of, children }: LineProps) {
  const retry = useRetry(userId, upload.service, upload.activity._id);
  const words = useAtNow((nowMs) => uploadWords(upload, nowMs));
  return (
    <li>
      <p>
        {children}
        <span className={styles.note}>{words}</span>
      </p>
      {canBeRetried(upload) && (
        <Button isBusy={retry.isPending} aria-label={`Try again: ${of}`} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </li>
  );
}

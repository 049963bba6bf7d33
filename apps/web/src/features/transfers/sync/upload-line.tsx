import type { SyncUpload } from '@boathouse/contract/sync/calls';
import type { ReactNode } from 'react';
import { useAtNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { useRetry } from './api.ts';
import styles from './sync.module.css';
import { formatWhen } from '../../../lib/format.ts';

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

/** Describes an activity's outcome at a service. */
function uploadWords({ state, problem, nextAt }: SyncUpload, nowMs: number): string {
  const because = problem === null ? '' : `: ${problem}`;
  switch (state) {
    case 'sent':
      return problem === null ? 'Sent' : `Sent. ${problem}.`;
    case 'there':
      return problem === null ? 'There already' : `There already. ${problem}.`;
    case 'refused':
      return `Refused${because}`;
    case 'givenUp':
      return `Given up${because}`;
    case 'waiting':
      if (problem === null || nextAt === null) return 'Waiting to be sent';
      // It waits until the athlete acts.
      if (Date.parse(nextAt) <= nowMs) return `Not sent yet${because}`;
      return `Not sent yet${because}. Next try: ${formatWhen(nextAt, nowMs)}`;
  }
}

function canBeRetried({ state }: SyncUpload): boolean {
  return state === 'refused' || state === 'givenUp';
}

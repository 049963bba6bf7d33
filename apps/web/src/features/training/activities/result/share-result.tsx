import type { Activity } from '@boathouse/contract/activities';
import { useState } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { copyLink } from '../../../../ui/link/copy-link.ts';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import styles from './share-result.module.css';

const PictureDialog = lazyPart({
  name: 'The picture',
  load: async () => (await loadChunk(() => import('../picture/picture-dialog.tsx'))).PictureDialog,
});

type Shared = Activity & {
  /** Users who manage the session on whose page it was rowed may open it. */
  isOpenToHosts?: boolean | undefined;
};

/** Shares the athlete's own result: its link, and its picture. */
export function ShareResult({ activity }: { activity: Shared }) {
  const [isPicture, setIsPicture] = useState(false);
  const link = new URL(`/activities/${activity._id}`, location.href).href;
  return (
    <div className={styles.share}>
      <div className={styles.actions}>
        {'share' in navigator && (
          <Button
            onClick={() => void shareLink(link, `${formatWorkout(activity.workout)}: ${activity.title}`)}
          >
            Share
          </Button>
        )}
        <Button onClick={() => void copyLink(link, 'Copy the address of the activity instead.')}>
          Copy link
        </Button>
        <Button onClick={() => setIsPicture(true)}>Picture</Button>
      </div>
      <p>{readersOf(activity)}</p>
      {isPicture && <PictureDialog activity={activity} onClose={() => setIsPicture(false)} />}
    </div>
  );
}

async function shareLink(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title });
  } catch (error) {
    // Closing the sheet is an answer.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showErrorToast("The link couldn't be shared. Copy it instead.", { action: 'share result' });
  }
}

function readersOf({ session, visibility, isOpenToHosts = false }: Shared): string {
  if (session !== null) return 'The link opens for those who can see the session.';
  const hosts = 'the hosts of the session on whose page you rowed';
  if (visibility !== 'me') {
    return `The link opens for those who can see your profile${isOpenToHosts ? `, and for ${hosts}` : ''}.`;
  }
  const only = isOpenToHosts ? `Only you and ${hosts}` : 'Only you';
  return `${only} can open the link. The picture is for everyone you send it to.`;
}

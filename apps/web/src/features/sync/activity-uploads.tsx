import { syncServiceNames } from '@boathouse/contract/sync/calls';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../ui/panel.tsx';
import { Unavailable } from '../../ui/states.tsx';
import { uploadsOf } from './api.ts';
import styles from './sync.module.css';
import { UploadLine } from './upload-line.tsx';

/** What became of an own activity at the connected services; nothing where it was sent to none. */
export function ActivityUploads({ activityId, userId }: { activityId: string; userId: string }) {
  const { data: uploads = [], isError, refetch } = useQuery(uploadsOf(activityId));
  if (isError && uploads.length === 0) {
    return (
      <Panel title="Connected services">
        <Unavailable onRetry={() => void refetch()}>What was sent couldn't be loaded.</Unavailable>
      </Panel>
    );
  }
  if (uploads.length === 0) return null;
  return (
    <Panel title="Connected services">
      <ul className={styles.uploads}>
        {uploads.map((upload) => {
          const name = syncServiceNames[upload.service];
          return (
            <UploadLine key={upload.service} userId={userId} upload={upload} of={name}>
              <strong>{name}</strong>
            </UploadLine>
          );
        })}
      </ul>
    </Panel>
  );
}

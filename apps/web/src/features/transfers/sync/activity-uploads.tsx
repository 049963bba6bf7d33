import { syncServiceNames } from '@boathouse/contract/sync/calls';
import { useQuery } from '@tanstack/react-query';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { uploadsOf } from './api.ts';
import styles from './sync.module.css';
import { UploadLine } from './upload-line.tsx';

/** The state of the user's activity at the connected services. */
export function ActivityUploads({ activityId, userId }: { activityId: string; userId: string }) {
  const { data: uploads, isError, refetch } = useQuery(uploadsOf(activityId));
  if (uploads === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>What was sent couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading what was sent" lines={1} />
    );
  }
  if (uploads.length === 0) return <p className={styles.note}>This activity was sent to no service.</p>;
  return (
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
  );
}

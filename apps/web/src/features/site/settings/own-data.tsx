import type { OwnUser } from '@boathouse/contract/users';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import styles from './settings.module.css';

/** The user's actions on all of their data: download it, and delete it with the account. */
export function OwnData({ user }: { user: OwnUser }) {
  return (
    <div className={styles.data}>
      <p className={styles.note}>
        A ZIP file with your profile, activities with every stroke, comments, sessions and images.
      </p>
      <DownloadData />
      <DeleteAccount user={user} />
    </div>
  );
}

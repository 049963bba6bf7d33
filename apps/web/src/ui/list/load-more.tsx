import { Button } from '../button.tsx';
import styles from './load-more.module.css';

type LoadMoreProps = {
  hasMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
  loadMore: () => void;
};

/** Loads the entries after a list's last one; nothing when all are shown. */
export function LoadMore({ hasMore, isLoading, isFailed, loadMore }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className={styles.more}>
      <p role="status">{isFailed && "More couldn't be loaded."}</p>
      <Button isBusy={isLoading} onClick={loadMore}>
        Load more
      </Button>
    </div>
  );
}

import { useRouteError } from 'react-router';
import { buttonClass, Button } from '../ui/button.tsx';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import styles from './pages.module.css';

/** Replaces a page that failed. Offers a reload, because a new version may have replaced its code. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main className={styles.message}>
      <h1>Something went wrong</h1>
      <p>{error instanceof ChunkLoadError ? error.message : 'This page has stopped working.'}</p>
      <div className={styles.actions}>
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <a className={buttonClass('quiet')} href="/">
          Home
        </a>
      </div>
    </main>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { endLogin } from '../features/people/auth/index.ts';
import { ApiError } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Unavailable } from '../ui/states.tsx';
import styles from './pages.module.css';

/** Replaces every page while the login's account is missing. */
export function AccountUnavailable({ onRetry, error }: { onRetry: () => void; error?: unknown }) {
  // A new account that is not admitted: trying again does not help.
  if (error instanceof ApiError && error.code === 'forbidden') return <NotAdmitted reason={error.message} />;
  return (
    <main className={styles.message}>
      <h1>Your account couldn't be loaded</h1>
      <Unavailable onRetry={onRetry}>
        The server didn't respond. Check your connection and try again.
      </Unavailable>
    </main>
  );
}

/** A login whose account the server does not accept. */
function NotAdmitted({ reason }: { reason: string }) {
  const client = useQueryClient();
  return (
    <main className={styles.message}>
      <h1>There is no account for you yet</h1>
      <p>{reason}</p>
      <Button onClick={() => endLogin(client)}>Back</Button>
    </main>
  );
}

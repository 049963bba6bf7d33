import { useQueryClient } from '@tanstack/react-query';
import { endLogin } from '../../features/auth/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../pages.module.css';

/** A login whose account the server does not take. */
export function NotAdmitted({ reason }: { reason: string }) {
  const client = useQueryClient();
  return (
    <main className={styles.message}>
      <h1>There is no account for you yet</h1>
      <p>{reason}</p>
      <Button onClick={() => endLogin(client)}>Back</Button>
    </main>
  );
}

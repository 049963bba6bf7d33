import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { serverNowMs } from '../../../lib/server/server-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { signOut, type Login } from './api.ts';
import styles from './auth-form.module.css';
import { endLogin } from './end-login.ts';
import { inTime } from './in-time.ts';
import { LoginForm } from './login-form.tsx';

/**
 * The dialog over the pages of a login that has ended. The page below stays with its typed text, and a refused
 * button can be pressed again.
 */
export function LogInAgain({ login: { email, expiresAt } }: { login: Login }) {
  const client = useQueryClient();
  const reasonId = useId();
  // A login is only ever prolonged, so it has not expired before this time.
  const [isEndedEarly] = useState(() => expiresAt != null && serverNowMs() < Date.parse(expiresAt));
  const [openings, setOpenings] = useState(0);
  const leave = useMutation({
    // Removes the cookie.
    mutationFn: () => inTime(signOut()),
    onSuccess: () => endLogin(client),
    onError: (error) => showErrorToast(messageOf(error)),
  });
  return (
    <Dialog
      key={openings}
      title="Log in again"
      width="narrow"
      isLocked
      describedBy={reasonId}
      onClose={() => setOpenings(openings + 1)}
    >
      <div className={styles.again}>
        <p id={reasonId}>
          {isEndedEarly
            ? 'You were logged out, for example because your password was changed. Log in again to continue.'
            : 'Your login has expired. Log in again to continue.'}
        </p>
        <LoginForm title={null} email={email} />
        <p className={styles.footer}>
          <Button look="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            Leave this page
          </Button>
        </p>
      </div>
    </Dialog>
  );
}

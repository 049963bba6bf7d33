import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { loginQuery, type Login } from '../api.ts';
import { LoginForm } from '../login-form.tsx';
import styles from './proof.module.css';

type LogInFullyProps = {
  /** The login by PIN. */
  login: Login;
  /** Called once the same account is logged in with its password. */
  onDone: () => void;
  onClose: () => void;
};

/** Asks a user who is logged in with a PIN for the password. The page below stays. */
export function LogInFully({ login: { id, email }, onDone, onClose }: LogInFullyProps) {
  const now = useQuery(loginQuery).data;
  const isDone = now?.id === id && now.isByPin !== true;
  const hasCalled = useRef(false);
  useEffect(() => {
    if (!isDone || hasCalled.current) return;
    hasCalled.current = true;
    onDone();
  }, [isDone, onDone]);
  return (
    <Dialog title="Log in with your password" width="narrow" onClose={onClose}>
      <div className={`${styles.place} ${styles.inDialog}`}>
        <p>You're logged in with a PIN, which is not enough for this.</p>
        <LoginForm title={null} email={email} />
        <div className={styles.actions}>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

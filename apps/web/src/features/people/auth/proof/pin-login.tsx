import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { loginQuery } from '../api.ts';
import { LogInFully } from './log-in-fully.tsx';
import styles from './proof.module.css';

/** Replaces the parts that a login by PIN may not use, and leads to a login with the password. */
export function PinLogin({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const login = useQuery(loginQuery).data;
  return (
    <div className={styles.place}>
      <p>You're logged in with a PIN. {children}</p>
      <div>
        <Button onClick={() => setIsOpen(true)}>Log in with your password</Button>
      </div>
      {isOpen && login && (
        <LogInFully login={login} onDone={() => setIsOpen(false)} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { productQuery } from '../../../lib/product.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { askForLogin } from './api.ts';
import styles from './auth-form.module.css';
import { onPopupSignIn, openPopup, signInThroughPopup } from './popup-sign-in.ts';

/** 'Continue with Google' below a sign-in form, if this server offers it. */
export function ContinueWith() {
  const client = useQueryClient();
  const product = useQuery(productQuery).data;
  const provider = product?.popupSignIn ?? null;
  const open = useRef<Window | null>(null);

  useEffect(() => onPopupSignIn(() => void askForLogin(client).catch(() => {})), [client]);

  if (provider === null) return null;

  async function signIn(name: string) {
    if (open.current?.closed === false) {
      open.current.focus();
      return;
    }
    try {
      const popup = openPopup();
      open.current = popup;
      await signInThroughPopup(popup, name);
    } catch (error) {
      showErrorToast(messageOf(error), { action: 'popup sign-in' });
    } finally {
      open.current = null;
    }
  }

  return (
    <div className={styles.other}>
      {product?.passwordSignIn && <span className={styles.or}>or</span>}
      <Button onClick={() => void signIn(provider)}>Continue with {provider}</Button>
    </div>
  );
}

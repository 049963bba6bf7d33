import { useQuery } from '@tanstack/react-query';
import { productQuery } from '../../../lib/product.ts';
import styles from './auth-form.module.css';
import { ContinueWith } from './continue-with.tsx';

/** Returns false if a hosted provider stores the passwords; true until that is known. */
export function usePasswordSignIn(): boolean {
  return useQuery(productQuery).data?.passwordSignIn ?? true;
}

/** The sign-in page of a server whose passwords are at a hosted provider. */
export function PopupOnly({ title }: { title: string | null }) {
  const provider = useQuery(productQuery).data?.popupSignIn ?? null;
  return (
    <div className={styles.form}>
      {title !== null && <h1>{title}</h1>}
      {provider === null && (
        <p className={styles.hint}>
          Browser sign-in isn't available on this server. Contact its administrator.
        </p>
      )}
      <ContinueWith />
    </div>
  );
}

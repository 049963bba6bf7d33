import { useQuery } from '@tanstack/react-query';
import { productQuery } from '../../lib/product.ts';
import styles from './auth-form.module.css';
import { ContinueWith } from './continue-with.tsx';

/** False where a hosted provider holds the passwords; the usual form is there until that is known. */
export function usePasswordSignIn(): boolean {
  return useQuery(productQuery).data?.passwordSignIn ?? true;
}

/** The page of an installation whose passwords are at a hosted provider. */
export function PopupOnly({ title }: { title: string }) {
  const provider = useQuery(productQuery).data?.popupSignIn ?? null;
  return (
    <div className={styles.form}>
      <h1>{title}</h1>
      {provider === null && (
        <p className={styles.hint}>This installation signs in programs only. Ask whoever runs it.</p>
      )}
      <ContinueWith />
    </div>
  );
}

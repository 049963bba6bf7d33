import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { hasSignUpInvitation } from '../../../lib/admission.ts';
import { productQuery } from '../../../lib/product.ts';
import styles from './auth-form.module.css';

/** Returns why an account can't be made here; null where it can. */
export function useSignUpRefusal(): string | null {
  const mode = useQuery(productQuery).data?.signUp;
  if (mode === 'closed') return 'This server takes no new accounts. Ask its administrator.';
  if (mode === 'invitation' && !hasSignUpInvitation()) {
    return 'This server takes new accounts by invitation only. Open the link that its administrator has sent you.';
  }
  return null;
}

/** On a server without users, says how it gets its administrator. */
export function SetUpNote() {
  if (useQuery(productQuery).data?.setUp !== 'empty') return null;
  return (
    <p className={styles.hint}>
      This server has no users yet. If it is yours, <Link to="/set-up">set it up</Link> and become its
      administrator.
    </p>
  );
}

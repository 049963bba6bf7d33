import { useQuery } from '@tanstack/react-query';
import { productQuery } from '../../../lib/product.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { hasPasswordQuery, useSaveEmail } from './api.ts';
import { PasswordSetting } from './password-setting.tsx';
import styles from './settings.module.css';
import { TextSetting } from './text-setting.tsx';

/** RFC 5321: the longest address that mail can be sent to. */
const emailMax = 254;

export function Account({ email }: { email: string }) {
  const { uid } = useCurrentUser();
  const { data: product } = useQuery(productQuery);
  const { data: hasPassword } = useQuery(hasPasswordQuery(uid));
  const saveEmail = useSaveEmail();
  return (
    <>
      {product?.passwordSignIn === false ? (
        <EmailElsewhere email={email} provider={product.popupSignIn} />
      ) : (
        <TextSetting
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={emailMax}
          value={email}
          onSave={async (newEmail) => {
            const { isInForce } = await saveEmail.mutateAsync(newEmail);
            return isInForce ? 'Changes saved' : `Check your email for a link that confirms ${newEmail}.`;
          }}
        />
      )}
      {hasPassword === true && <PasswordSetting />}
    </>
  );
}

/** The email is managed by a provider, so it can't be changed here. */
function EmailElsewhere({ email, provider }: { email: string; provider: string | null }) {
  return (
    <div>
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <p className={styles.note}>You can change it at {provider ?? 'your sign-in provider'}.</p>
    </div>
  );
}

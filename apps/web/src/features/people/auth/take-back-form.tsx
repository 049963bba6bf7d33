import { auth } from '@boathouse/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { AuthForm } from './auth-form.tsx';
import styles from './auth-form.module.css';
import { endLogin } from './end-login.ts';

/** The link in the mail to the old address. Opening it changes nothing, because mail programs open links, too. */
export function TakeBackForm({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <AuthForm
      title="Take your email back"
      submitLabel="Take it back"
      fieldLabels={{}}
      onSubmit={async () => {
        const { email, resetToken } = await callApi(auth.takeBackEmail, { body: { token } });
        // Every login of the account has ended, including this browser's.
        endLogin(client);
        showToast(`The email of your account is ${email} again.`);
        const next = resetToken === null ? '/login' : `/reset?token=${encodeURIComponent(resetToken)}`;
        await navigate(next, { replace: true });
      }}
      renderFields={() => (
        <p className={styles.hint}>
          The email of your account was changed, or is about to be. If this was not you, restore the one
          before. This logs out every device and ends all access tokens, and then you choose a new password.
        </p>
      )}
      footer={
        <>
          It was you? Then close this page. <Link to="/">Home</Link>
        </>
      }
    />
  );
}

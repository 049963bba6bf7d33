import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { showToast } from '../../../ui/toast-store.ts';
import { requestReset, resetPassword } from './sign-in-calls.ts';
import { endLogin } from './end-login.ts';
import { EmailField } from './email-field.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { usePasswordRule } from './password-rule.ts';
import { TakeBackForm } from './take-back-form.tsx';

const registerLink = (
  <>
    New here? <Link to="/register">Sign Up</Link>
  </>
);

/**
 * /reset requests the mail. The link in it opens this page with a token, to set the new password; the link in the mail
 * about a change of the email first undoes that change.
 */
export function ResetPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const takeBack = search.get('take-back');
  if (takeBack) return <TakeBackForm token={takeBack} />;
  return token ? <NewPasswordForm key="new" token={token} /> : <RequestForm key="request" />;
}

function RequestForm() {
  return (
    <AuthForm
      title="Reset password"
      submitLabel="Continue"
      fieldLabels={{ email: 'Email' }}
      onSubmit={async (values) => {
        await requestReset(textOf(values, 'email').trim());
        showToast('Check your email for a reset password link.');
      }}
      renderFields={(errors) => <EmailField error={errors['email']} />}
      footer={registerLink}
    />
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { hint } = usePasswordRule();
  return (
    <AuthForm
      title="New password"
      submitLabel="Save password"
      fieldLabels={{ newPassword: 'New password' }}
      onSubmit={async (values) => {
        await resetPassword({ token, newPassword: textOf(values, 'newPassword') });
        // Setting a password ends every login, also this browser's.
        endLogin(client);
        showToast('Your password was changed. Log in with it.');
        await navigate('/login', { replace: true });
      }}
      renderFields={(errors) => (
        <PasswordInput
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          hint={hint}
          error={errors['newPassword']}
        />
      )}
      footer={
        <>
          Link expired or already used? <Link to="/reset">Get a new one</Link>
        </>
      }
    />
  );
}

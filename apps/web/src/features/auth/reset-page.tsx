import { PasswordInput } from '../../ui/field/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { showToast } from '../../ui/toast-store.ts';
import { loginQuery, requestReset, resetPassword } from './api.ts';
import { EmailField } from './email-field.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { passwordRule } from './password-rule.ts';

const registerLink = (
  <>
    New here? <Link to="/register">Sign Up</Link>
  </>
);

/** /reset requests the mail. The link in it opens this page with a token, to set the new password. */
export function ResetPage() {
  const token = useSearchParams()[0].get('token');
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
  return (
    <AuthForm
      title="New password"
      submitLabel="Save password"
      fieldLabels={{ password: 'New password' }}
      onSubmit={async (values) => {
        await resetPassword({ token, newPassword: textOf(values, 'password') });
        // Setting a password ends every login, also this browser's.
        client.setQueryData(loginQuery.queryKey, null);
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'users' });
        showToast('Your password was changed. Log in with it.');
        await navigate('/login', { replace: true });
      }}
      renderFields={(errors) => (
        <PasswordInput
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint={passwordRule}
          error={errors['password']}
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

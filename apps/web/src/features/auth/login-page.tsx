import { PasswordInput } from '../../ui/field/field.tsx';
import { Link } from 'react-router';
import { signIn } from './api.ts';
import { AuthForm, textOf } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import styles from './auth-form.module.css';
import { ContinueWith } from './continue-with.tsx';
import { PopupOnly, usePasswordSignIn } from './popup-only.tsx';

export function LoginPage() {
  if (!usePasswordSignIn()) return <PopupOnly title="Log In" />;
  return (
    <AuthForm
      title="Log In"
      submitLabel="Log In"
      fieldLabels={{ email: 'Email', password: 'Password' }}
      onSubmit={(values) =>
        signIn({ email: textOf(values, 'email').trim(), password: textOf(values, 'password') })
      }
      renderFields={(errors) => (
        <>
          <EmailField error={errors['email']} />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            error={errors['password']}
          />
          <p className={styles.aside}>
            <Link to="/reset">Forgot password?</Link>
          </p>
        </>
      )}
      other={<ContinueWith />}
      footer={
        <>
          New here? <Link to="/register">Sign Up</Link>
        </>
      }
    />
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/field/code-input.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Link } from 'react-router';
import { signIn } from './sign-in-calls.ts';
import { AuthForm, textOf } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import styles from './auth-form.module.css';
import { ContinueWith } from './continue-with.tsx';
import { PopupOnly, usePasswordSignIn } from './popup-only.tsx';

const labels = { email: 'Email', password: 'Password' };

type LoginFormProps = {
  /** Null in a dialog over a page, which stays open. */
  title: string | null;
  email?: string;
  footer?: ReactNode;
};

/** The second step, for accounts with a second factor, keeps the email and password of the first in the form. */
export function LoginForm({ title, email: initial, footer }: LoginFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  // Runs after the dialog, which moves the focus to its first field.
  useEffect(() => {
    if (initial !== undefined) passwordRef.current?.focus();
  }, [initial]);
  if (!usePasswordSignIn()) return <PopupOnly title={title} />;
  return (
    <AuthForm
      title={title}
      submitLabel="Log In"
      fieldLabels={needsCode ? { ...labels, code: 'Code' } : labels}
      onSubmit={async (values) => {
        const email = textOf(values, 'email').trim();
        const code = needsCode ? { code: textOf(values, 'code') } : {};
        const result = await signIn({ email, password: textOf(values, 'password'), ...code });
        setNeedsCode(result === 'needsCode');
      }}
      renderFields={(errors) => (
        <>
          <div className={styles.step} hidden={needsCode}>
            <EmailField error={errors['email']} initial={initial} />
            <PasswordInput
              ref={passwordRef}
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              error={errors['password']}
            />
            <p className={styles.aside}>
              <Link to="/reset" {...(title === null ? { target: '_blank' } : {})}>
                Forgot password?
              </Link>
            </p>
          </div>
          {needsCode && <CodeInput error={errors['code']} />}
        </>
      )}
      other={needsCode ? <Button onClick={() => setNeedsCode(false)}>Back</Button> : <ContinueWith />}
      footer={footer}
    />
  );
}

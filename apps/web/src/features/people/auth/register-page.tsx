import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { TextInput } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { keepSignUpInvitation, hasSignUpInvitation } from '../../../lib/admission.ts';
import styles from './auth-form.module.css';
import { signUp } from './sign-in-calls.ts';
import { EmailField } from './email-field.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { usePasswordRule } from './password-rule.ts';
import { ContinueWith } from './continue-with.tsx';
import { PopupOnly, usePasswordSignIn } from './popup-only.tsx';
import { productQuery } from '../../../lib/product.ts';

export function RegisterPage() {
  const { hint } = usePasswordRule();
  const { hash } = useLocation();
  // This runs before the first render reads it.
  useState(() => keepSignUpInvitation(hash));
  const refusal = useSignUpRefusal();
  const hasPasswords = usePasswordSignIn();
  if (refusal !== null) return <NoSignUp>{refusal}</NoSignUp>;
  if (!hasPasswords) return <PopupOnly title="Sign Up" />;
  return (
    <AuthForm
      title="Sign Up"
      submitLabel="Create account"
      fieldLabels={{ email: 'Email', name: 'Full name', password: 'Password' }}
      onSubmit={(values) =>
        signUp({
          email: textOf(values, 'email').trim(),
          name: textOf(values, 'name').trim(),
          password: textOf(values, 'password'),
        })
      }
      renderFields={(errors) => (
        <>
          <SetUpNote />
          <EmailField error={errors['email']} />
          <TextInput label="Full name" name="name" autoComplete="name" required error={errors['name']} />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            hint={hint}
            error={errors['password']}
          />
        </>
      )}
      other={<ContinueWith />}
      footer={
        <>
          Already have an account? <Link to="/login">Log In</Link>
        </>
      }
    />
  );
}

function NoSignUp({ children }: { children: ReactNode }) {
  return (
    <div className={styles.form}>
      <h1>Sign Up</h1>
      <p className={styles.hint}>{children}</p>
      <p className={styles.footer}>
        Already have an account? <Link to="/login">Log In</Link>
      </p>
    </div>
  );
}

/** Returns why an account can't be created here; null if it can. */
function useSignUpRefusal(): string | null {
  const mode = useQuery(productQuery).data?.signUp;
  if (mode === 'closed') return 'This server takes no new accounts. Ask its administrator.';
  if (mode === 'invitation' && !hasSignUpInvitation()) {
    return 'This server takes new accounts by invitation only. Open the link that its administrator has sent you.';
  }
  return null;
}

/** On a server without users, explains how it gets its administrator. */
function SetUpNote() {
  if (useQuery(productQuery).data?.setUp !== 'empty') return null;
  return (
    <p className={styles.hint}>
      This server has no users yet. If it is yours, <Link to="/set-up">set it up</Link> and become its
      administrator.
    </p>
  );
}

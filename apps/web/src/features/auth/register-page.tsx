import { PasswordInput, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { signUp } from './api.ts';
import { AuthForm, textOf } from './auth-form.tsx';
import { ContinueWith } from './continue-with.tsx';
import { PopupOnly, usePasswordSignIn } from './popup-only.tsx';

export function RegisterPage() {
  if (!usePasswordSignIn()) return <PopupOnly title="Sign Up" />;
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
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errors['email']}
          />
          <TextInput label="Full name" name="name" autoComplete="name" required error={errors['name']} />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="new-password"
            required
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

import { TextInput } from '../../ui/field/field.tsx';
import { PasswordInput } from '../../ui/field/password-input.tsx';
import { Link } from 'react-router';
import { signUp } from './api.ts';
import { EmailField } from './email-field.tsx';
import { AuthForm, textOf } from './auth-form.tsx';
import { usePasswordRule } from './password-rule.ts';
import { ContinueWith } from './continue-with.tsx';
import { PopupOnly, usePasswordSignIn } from './popup-only.tsx';

export function RegisterPage() {
  const { hint } = usePasswordRule();
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

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { forgetAdmission, keepSetUpCode } from '../../../lib/admission.ts';
import { productQuery } from '../../../lib/product.ts';
import { TextInput } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { askForLogin, currentUserQuery, loginQuery, type Login } from './api.ts';
import { checkSetUpCode, finishSetUp, signUp } from './sign-in-calls.ts';
import { AuthForm, textOf } from './auth-form.tsx';
import styles from './auth-form.module.css';
import { ContinueWith } from './continue-with.tsx';
import { EmailField } from './email-field.tsx';
import { usePasswordRule } from './password-rule.ts';
import { RestoreFromBackup } from './restore-from-backup.tsx';

/** The first run: the user with the code in the server's log becomes administrator. */
export function SetUpPage() {
  const { data: product, isError, refetch } = useQuery(productQuery);
  const { data: login } = useQuery(loginQuery);
  const [isRestoring, setIsRestoring] = useState(false);
  useEffect(() => forgetAdmission, []);
  if (product === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The server couldn't be reached.</Unavailable>
    ) : (
      <Loading label="Loading" />
    );
  }
  if (product.setUp === undefined) return <AlreadySetUp />;
  if (isRestoring) return <RestoreFromBackup onBack={() => setIsRestoring(false)} />;
  const offer =
    product.setUp === 'empty' ? (
      <Button look="quiet" onClick={() => setIsRestoring(true)}>
        Restore from a backup
      </Button>
    ) : null;
  const needsAccount = (login ?? null) === null;
  if (needsAccount && !product.passwordSignIn) return <PopupFirst offer={offer} />;
  return <SetUpForm login={login ?? null} offer={offer} />;
}

function AlreadySetUp() {
  return (
    <div className={styles.form}>
      <h1>Set Up</h1>
      <p className={styles.hint}>
        This server is set up already. Its administrator can make others. <Link to="/login">Log In</Link>
      </p>
    </div>
  );
}

/** If a provider stores the passwords, the account comes first and the code second. */
function PopupFirst({ offer }: { offer: ReactNode }) {
  return (
    <div className={styles.form}>
      <h1>Set Up</h1>
      <p className={styles.hint}>Log in first, then enter the code of the server's log here.</p>
      <ContinueWith />
      {offer}
    </div>
  );
}

function SetUpForm({ login, offer }: { login: Login | null; offer: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { hint } = usePasswordRule();
  async function setUp(values: FormData): Promise<void> {
    const code = textOf(values, 'code').trim();
    let own = login;
    if (own === null) {
      // Before the account is made, because a mistyped code must not leave an account behind.
      await checkSetUpCode(code);
      keepSetUpCode(code);
      await signUp({
        email: textOf(values, 'email').trim(),
        name: textOf(values, 'name').trim(),
        password: textOf(values, 'password'),
      });
      own = await askForLogin(client);
    }
    if (own === null) throw new Error('The new account is not logged in');
    await client.query(currentUserQuery(own));
    await finishSetUp(code);
    await client.query({ ...currentUserQuery(own), staleTime: 0 });
    await navigate('/administration');
    await client.query({ ...productQuery, staleTime: 0 });
  }
  const codeLabel = "Code in the server's log";
  return (
    <AuthForm
      title="Set Up"
      submitLabel={login === null ? 'Create the administrator' : 'Become administrator'}
      fieldLabels={
        login === null
          ? { code: codeLabel, email: 'Email', name: 'Full name', password: 'Password' }
          : { code: codeLabel }
      }
      onSubmit={setUp}
      other={offer}
      renderFields={(errors) => (
        <>
          <p className={styles.hint}>
            {login === null
              ? 'You become the administrator of this server: you see how it is, and manage its users and clubs.'
              : `You are logged in as ${login.email}, and become the administrator of this server.`}
          </p>
          <TextInput
            label={codeLabel}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            hint="The server prints it at its start, such as 7KQP-3MZD-9XWF"
            error={errors['code']}
          />
          {login === null && (
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
        </>
      )}
    />
  );
}

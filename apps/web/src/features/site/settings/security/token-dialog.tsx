import { tokenDays, type TokenDays, type TokenScope } from '@boathouse/contract/auth/tokens';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { productQuery } from '../../../../lib/product.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { scopeLabels } from './scope-labels.ts';
import { confirmationOf } from '../confirmation.ts';
import { ConfirmYourself } from '../confirm-yourself.tsx';
import styles from './security.module.css';
import { useMakeToken } from './tokens-api.ts';

const offered: readonly TokenScope[] = ['read', 'write', 'host'];

const lengths = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No end date' },
];

type DialogProps = { uid: string; confirmBy: 'password' | 'signIn'; onClose: () => void };

/** Asks for the name, the rights and the password of a new token, and shows it once. */
export function TokenDialog({ uid, confirmBy, onClose }: DialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [days, setDays] = useState<TokenDays | null>(90);
  const [password, setPassword] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const make = useMakeToken(uid);
  const byPassword = confirmBy === 'password';
  const provider = useQuery({ ...productQuery, enabled: !byPassword }).data?.popupSignIn ?? null;
  const problems = {
    name: name.trim() === '' ? 'Name is required' : null,
    scopes: scopes.length === 0 ? 'Choose at least one right' : null,
    password: byPassword && password === '' ? 'Password is required' : null,
  };
  const shown = isChecked ? problems : { name: null, scopes: null, password: null };

  function submit() {
    if (make.isPending) return;
    setIsChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    const confirmation = confirmationOf({ byPassword, password, provider });
    const chosen = offered.filter((scope) => scopes.includes(scope));
    if (confirmation !== null) make.mutate({ name, scopes: chosen, days, ...confirmation });
  }

  if (make.data !== undefined) return <MadeToken token={make.data.token} onClose={onClose} />;
  return (
    <Dialog title="New access token" onClose={onClose}>
      <form
        noValidate
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Name"
          name="name"
          description="The program that will use it"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          error={shown.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScopesField scopes={scopes} problem={shown.scopes} onChange={setScopes} />
        <NativeSelect
          label="Valid for"
          name="days"
          data={lengths}
          value={String(days ?? '')}
          onChange={({ currentTarget: { value } }) =>
            setDays(tokenDays.find((each) => String(each) === value) ?? null)
          }
        />
        <ConfirmYourself
          {...{ byPassword, provider, password }}
          action="make the token"
          problem={shown.password}
          onPassword={setPassword}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            {byPassword || provider === null ? 'Make token' : `Continue with ${provider} and make token`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ScopesFieldProps = {
  scopes: readonly TokenScope[];
  problem: string | null;
  onChange: (change: (now: readonly TokenScope[]) => readonly TokenScope[]) => void;
};

function ScopesField({ scopes, problem, onChange }: ScopesFieldProps) {
  const scopesId = useId();
  return (
    <FieldGroup label="What it may do" className={styles.part}>
      {offered.map((scope) => (
        <div key={scope} className={styles.scope}>
          <input
            type="checkbox"
            id={`${scopesId}-${scope}`}
            aria-describedby={`${scopesId}-${scope}-meaning`}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange((now) => (checked ? [...now, scope] : now.filter((each) => each !== scope)))
            }
          />
          <label htmlFor={`${scopesId}-${scope}`}>{scopeLabels[scope].label}</label>
          <p id={`${scopesId}-${scope}-meaning`} className={styles.note}>
            {scopeLabels[scope].meaning}
          </p>
        </div>
      ))}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </FieldGroup>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title="Copy your token" onClose={onClose} isLocked>
      <div className={styles.part}>
        <p>Keep it like a password. It is not shown again.</p>
        <p className={styles.token}>{token}</p>
        <div className={styles.actions}>
          <Button onClick={() => void copy(token)}>Copy</Button>
          <Button look="primary" onClick={onClose}>
            I saved it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

async function copy(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token);
    showToast('Token copied');
  } catch {
    showErrorToast("The token couldn't be copied. Select it, and copy it by hand.");
  }
}

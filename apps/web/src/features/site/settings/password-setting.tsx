import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { useState, type SubmitEvent } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { usePasswordRule } from '../../people/auth/index.ts';
import { useSavePassword } from './api.ts';
import styles from './settings.module.css';
import { problemOf } from './text-setting.tsx';

const labels = { currentPassword: 'Current password', newPassword: 'New password' } as const;
const names = ['currentPassword', 'newPassword'] as const;
type Passwords = Record<(typeof names)[number], string>;

const nothing: Passwords = { currentPassword: '', newPassword: '' };

function refusedFields(error: unknown): Partial<Passwords> {
  const found: Partial<Passwords> = {};
  if (!(error instanceof ApiError)) return found;
  for (const name of names) {
    const refused = error.fields.find(({ field }) => field === name);
    if (refused) found[name] = refused.message;
  }
  return found;
}

export function PasswordSetting() {
  const [typed, setTyped] = useState<Passwords>(nothing);
  const [problems, setProblems] = useState<Partial<Passwords>>({});
  const rule = usePasswordRule();
  const save = useSavePassword();

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const found: Partial<Passwords> = {};
    for (const name of names) {
      const field = event.currentTarget.elements.namedItem(name);
      const problem = field instanceof HTMLInputElement ? problemOf(field, labels[name]) : null;
      if (problem !== null) found[name] = problem;
    }
    setProblems(found);
    const wrong = names.find((name) => found[name] !== undefined);
    if (wrong !== undefined) {
      const field = event.currentTarget.elements.namedItem(wrong);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    save.mutate(typed, {
      onSuccess: () => setTyped(nothing),
      onError: (error) => setProblems(refusedFields(error)),
    });
  }

  return (
    <form className={styles.password} noValidate onSubmit={handleSubmit}>
      {names.map((name) => (
        <PasswordInput
          key={name}
          label={labels[name]}
          name={name}
          required
          autoComplete={name === 'newPassword' ? 'new-password' : 'current-password'}
          {...(name === 'newPassword' ? rule : {})}
          value={typed[name]}
          error={problems[name]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [name]: value }));
          }}
        />
      ))}
      <Button type="submit" isBusy={save.isPending}>
        Change password
      </Button>
      <p className={styles.note}>Logs you out on your other devices.</p>
    </form>
  );
}

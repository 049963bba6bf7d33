import type { DeviceMember } from '@boathouse/contract/auth/devices';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput, focusOnMount } from '../../../ui/field/code-input.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { AuthForm, textOf } from '../auth/index.ts';
import { deviceMembersQuery, logInAs } from './api.ts';
import styles from './who-rows.module.css';

type MemberFormProps = {
  member: DeviceMember;
  /** For a dialog, which has the heading of the page. */
  isInDialog?: boolean;
  onBack: () => void;
};

/** Asks for the PIN of a chosen member, or for the password, and for the code of a second factor after that. */
export function MemberForm({ member, isInDialog = false, onBack }: MemberFormProps) {
  const client = useQueryClient();
  const [byPassword, setByPassword] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const isPin = member.hasPin && !byPassword;
  const [name, label] = isPin ? (['pin', 'PIN'] as const) : (['password', 'Password'] as const);

  async function submit(values: FormData): Promise<void> {
    const code = needsCode ? { code: textOf(values, 'code') } : {};
    try {
      const result = await logInAs({ member: member._id, [name]: textOf(values, name), ...code });
      setNeedsCode(result === 'needsCode');
    } catch (error) {
      // The last wrong PIN has ended it: the form continues with the password.
      if (error instanceof ApiError && isPin) void client.invalidateQueries(deviceMembersQuery);
      throw error;
    }
  }

  return (
    <AuthForm
      key={name}
      title={isInDialog ? null : member.displayName}
      submitLabel="Log In"
      fieldLabels={needsCode ? { [name]: label, code: 'Code' } : { [name]: label }}
      onSubmit={submit}
      renderFields={(errors) => (
        <>
          {isInDialog && (
            <h3 className={styles.chosen} dir="auto">
              {member.displayName}
            </h3>
          )}
          <div className={styles.step} hidden={needsCode}>
            <PasswordInput
              ref={focusOnMount}
              label={label}
              name={name}
              required
              error={errors[name]}
              {...(isPin
                ? { inputMode: 'numeric', autoComplete: 'off', maxLength: 8 }
                : { autoComplete: 'off' })}
            />
          </div>
          {needsCode && <CodeInput error={errors['code']} />}
        </>
      )}
      other={
        <>
          {member.hasPin && !needsCode && (
            <Button onClick={() => setByPassword(!byPassword)}>
              {isPin ? 'Use the password' : 'Use the PIN'}
            </Button>
          )}
          <Button onClick={needsCode ? () => setNeedsCode(false) : onBack}>
            {needsCode ? 'Back' : 'Back to the list'}
          </Button>
        </>
      }
    />
  );
}

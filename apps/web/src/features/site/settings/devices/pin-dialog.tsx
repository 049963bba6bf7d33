import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../lib/api.ts';
import { productQuery } from '../../../../lib/product.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PasswordInput } from '../../../../ui/field/password-input.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { hasPasswordQuery } from '../api.ts';
import { confirmationOf } from '../confirmation.ts';
import { ConfirmYourself } from '../confirm-yourself.tsx';
import styles from '../security/security.module.css';
import { useJoinDevice } from './api.ts';

type Problems = { pin: string | null; password: string | null };
const none: Problems = { pin: null, password: null };

/** Asks for an optional PIN, and for the password. */
export function PinDialog({ isListed, onClose }: { isListed: boolean; onClose: () => void }) {
  const { uid } = useCurrentUser();
  const byPassword = useQuery(hasPasswordQuery(uid)).data ?? true;
  const provider = useQuery({ ...productQuery, enabled: !byPassword }).data?.popupSignIn ?? null;
  const join = useJoinDevice(uid);
  const formRef = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState(none);

  function show(found: Problems): void {
    setProblems(found);
    const name = found.pin !== null ? 'pin' : found.password !== null ? 'password' : null;
    const field = name === null ? null : formRef.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }

  function submit(): void {
    if (join.isPending) return;
    const found: Problems = {
      pin: pin === '' || /^\d{4,8}$/.test(pin) ? null : 'A PIN has 4 to 8 digits',
      password: byPassword && password === '' ? 'Password is required' : null,
    };
    show(found);
    if (found.pin !== null || found.password !== null) return;
    const confirmation = confirmationOf({ byPassword, password, provider });
    if (confirmation === null) return;
    join.mutate(
      { pin: pin === '' ? null : pin, ...confirmation },
      { onSuccess: onClose, onError: (error) => show(problemsOf(error)) },
    );
  }

  return (
    <Dialog
      title={isListed ? 'PIN on this device' : 'Add me to this device'}
      width="narrow"
      onClose={onClose}
    >
      <form
        ref={formRef}
        noValidate
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PasswordInput
          label="PIN"
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          description="Works on this device alone"
          hint="4 to 8 digits. Leave it empty to log in with your password."
          value={pin}
          error={problems.pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <ConfirmYourself
          {...{ byPassword, provider, password }}
          action="set the PIN"
          problem={problems.password}
          onPassword={setPassword}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={join.isPending}>
            {byPassword || provider === null ? 'Save' : `Continue with ${provider} and save`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the server's message for each field that it refused. */
function problemsOf(error: unknown): Problems {
  const fields = error instanceof ApiError ? error.fields : [];
  const of = (name: string) => fields.find(({ field }) => field === name)?.message ?? null;
  return { pin: of('pin'), password: of('password') };
}

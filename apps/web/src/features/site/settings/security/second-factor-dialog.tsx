import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { PasswordInput } from '../../../../ui/field/password-input.tsx';
import { LinkCode } from '../../../../ui/link/link-code.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from './api.ts';
import styles from './security.module.css';

export type SecondFactorTask = 'turn on' | 'turn off' | 'renew codes';

type Step =
  | { name: 'password' }
  | { name: 'app'; secret: string; url: string }
  | { name: 'codes'; recoveryCodes: string[] };

const titles: Readonly<Record<SecondFactorTask, string>> = {
  'turn on': 'Turn on the second factor',
  'turn off': 'Turn off the second factor?',
  'renew codes': 'New recovery codes',
};
const submitLabels: Readonly<Record<SecondFactorTask, string>> = {
  'turn on': 'Continue',
  'turn off': 'Turn off',
  'renew codes': 'Get new codes',
};
const action = 'second factor';

type DialogProps = { task: SecondFactorTask; onClose: () => void };

/** Asks for the password first; turning it on continues with the app's code, and ends with the recovery codes. */
export function SecondFactorDialog({ task, onClose }: DialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useMutation({
    mutationFn: async (): Promise<Step | null> => {
      if (step.name === 'app') return { name: 'codes', recoveryCodes: await confirmSecondFactor(typed) };
      if (task === 'turn on') return { name: 'app', ...(await beginSecondFactor(typed)) };
      if (task === 'renew codes') return { name: 'codes', recoveryCodes: await renewRecoveryCodes(typed) };
      await removeSecondFactor(typed);
      return null;
    },
    onSuccess: (next) => {
      setTyped('');
      if (next !== null) return setStep(next);
      showToast('The second factor is off', action);
      onClose();
    },
    onError: (error) => showErrorToast(refusalOf(error), { action }),
  });
  const label = step.name === 'app' ? 'Code' : 'Password';

  if (step.name === 'codes') return <RecoveryCodes codes={step.recoveryCodes} onClose={onClose} />;

  const field = {
    required: true,
    value: typed,
    error: problem,
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
  };
  return (
    <Dialog title={titles[task]} onClose={onClose}>
      <form
        noValidate
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          if (submit.isPending) return;
          setProblem(typed.trim() === '' ? `${label} is required` : null);
          if (typed.trim() !== '') submit.mutate();
        }}
      >
        {step.name === 'app' ? (
          <>
            <p>
              Scan this with your authenticator app, or enter the key below. Then enter the code it shows.
            </p>
            <LinkCode link={step.url} title="QR code for the authenticator app" text={step.secret} />
            <TextInput
              key="code"
              {...field}
              label="Code"
              name="code"
              autoComplete="one-time-code"
              maxLength={40}
            />
          </>
        ) : (
          <PasswordInput
            key="password"
            {...field}
            label="Password"
            name="password"
            autoComplete="current-password"
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={submit.isPending}>
            {step.name === 'app' ? 'Turn on' : submitLabels[task]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Save your recovery codes" onClose={onClose} isLocked>
      <div className={styles.part}>
        <p>
          Each code logs you in once without your phone. Keep them where you find them; they are not shown
          again.
        </p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button look="primary" onClick={onClose}>
            I saved them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

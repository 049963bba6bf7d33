import type { Proof, ProofField } from '@boathouse/contract/auth/proof';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf, refusalOf } from '../../../../lib/api.ts';
import { productQuery } from '../../../../lib/product.ts';
import type { AskedProof } from '../../../../lib/proof/asked-proof.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { PasswordInput } from '../../../../ui/field/password-input.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import type { Login } from '../api.ts';
import { openPopup } from '../popup-sign-in.ts';
import { AnotherUserError, confirmAtProvider } from './confirm-at-provider.ts';
import { LogInFully } from './log-in-fully.tsx';
import styles from './proof.module.css';

const title = 'Confirm that it is you';
const action = 'proof';

/** Asks for the proof that a call needs of the user at the device, and repeats the call. */
export function ProofDialog({ asked, login }: { asked: AskedProof; login: Login }) {
  switch (asked.wanted.kind) {
    case 'fields':
      return <FieldsDialog asked={asked} fields={asked.wanted.fields} />;
    case 'signIn':
      return <SignInDialog asked={asked} />;
    case 'fullLogin':
      return <LogInFully login={login} onDone={() => void asked.give({})} onClose={asked.cancel} />;
  }
}

const labels: Readonly<Record<ProofField, string>> = { password: 'Password', code: 'Code' };
const asking: Readonly<Record<ProofField, string>> = {
  password: 'Enter your password.',
  code: 'Enter a code of your second factor.',
};
type Texts = Record<ProofField, string>;
type Problems = Record<ProofField, string | null>;
const noProblems: Problems = { password: null, code: null };

function FieldsDialog({ asked, fields }: { asked: AskedProof; fields: readonly ProofField[] }) {
  const formRef = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Texts>({ password: '', code: '' });
  const [problems, setProblems] = useState(noProblems);
  useEffect(() => {
    // The server asks for the code only once the password is right.
    const inputs = fields.map((field) => formRef.current?.elements.namedItem(field));
    const empty = inputs.find((input) => input instanceof HTMLInputElement && input.value === '');
    if (empty instanceof HTMLInputElement) empty.focus();
  }, [fields]);

  function show(found: Problems): void {
    setProblems(found);
    const first = fields.find((field) => found[field] !== null);
    const input = first === undefined ? null : formRef.current?.elements.namedItem(first);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  }

  const give = useMutation({
    mutationFn: (proof: Proof) => asked.give(proof),
    onError: (error) => {
      const refused = error instanceof ApiError ? error.fields : [];
      const of = (name: ProofField) => wordsFor(name, refused.find(({ field }) => field === name)?.message);
      // The code is used up, or was never checked: the next one is needed.
      setTyped((before) => ({ ...before, code: '' }));
      show({ password: of('password'), code: of('code') });
      if (refused.length === 0) showErrorToast(refusalOf(error), { action });
    },
  });

  function submit(): void {
    if (give.isPending) return;
    const missing = (field: ProofField) =>
      fields.includes(field) && typed[field].trim() === '' ? `${labels[field]} is required` : null;
    const found = { password: missing('password'), code: missing('code') };
    show(found);
    if (fields.some((field) => found[field] !== null)) return;
    give.mutate(Object.fromEntries(fields.map((field) => [field, typed[field]])));
  }

  const inputOf = (field: ProofField) => ({
    label: labels[field],
    name: field,
    required: true,
    value: typed[field],
    error: problems[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [field]: currentTarget.value }),
  });
  return (
    <Dialog title={title} width="narrow" onClose={asked.cancel}>
      <form
        ref={formRef}
        noValidate
        className={styles.place}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          {fields.map((field) => asking[field]).join(' ')}
          {fields.includes('password') && ' You are asked again only after ten minutes.'}
        </p>
        {fields.includes('password') && (
          <PasswordInput {...inputOf('password')} autoComplete="current-password" />
        )}
        {fields.includes('code') && (
          <TextInput
            {...inputOf('code')}
            autoComplete="one-time-code"
            maxLength={40}
            hint="From your authenticator app, or a recovery code"
          />
        )}
        <div className={styles.actions}>
          <Button onClick={asked.cancel}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={give.isPending}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The server's message is technical if it comes from its identity library. */
function wordsFor(field: ProofField, message: string | undefined): string | null {
  if (message === undefined) return null;
  return field === 'password' ? 'This password is wrong.' : message;
}

/** An account without a password uses it: its provider confirms the user. */
function SignInDialog({ asked }: { asked: AskedProof }) {
  const client = useQueryClient();
  const provider = useQuery(productQuery).data?.popupSignIn ?? null;
  const open = useRef<Window | null>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    hasEnded.current = false;
    return () => {
      hasEnded.current = true;
      open.current?.close();
    };
  }, []);

  const give = useMutation({
    mutationFn: () => asked.give({}),
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
  const signIn = useMutation({
    mutationFn: ({ popup, name }: { popup: Window; name: string }) => confirmAtProvider(client, popup, name),
    onSuccess: () => give.mutate(),
    onError: (error) => {
      const isAnother = error instanceof AnotherUserError;
      if (isAnother || !hasEnded.current) {
        showErrorToast(messageOf(error), { action, isForAnyPage: isAnother });
      }
    },
  });

  function confirm(name: string): void {
    if (open.current?.closed === false) return open.current.focus();
    try {
      // Opened while the click is handled; otherwise the browser blocks the window.
      open.current = openPopup();
      signIn.mutate({ popup: open.current, name });
    } catch (error) {
      showErrorToast(messageOf(error), { action });
    }
  }

  return (
    <Dialog title={title} width="narrow" onClose={asked.cancel}>
      <div className={`${styles.place} ${styles.inDialog}`}>
        <p>
          {provider === null
            ? 'Your account has no password. Log out, log in again, and repeat this within 10 minutes.'
            : `Your account has no password here. Log in at ${provider} once more.`}
        </p>
        <div className={styles.actions}>
          <Button onClick={asked.cancel}>Cancel</Button>
          {provider !== null && (
            <Button look="primary" isBusy={give.isPending} onClick={() => confirm(provider)}>
              Continue with {provider}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

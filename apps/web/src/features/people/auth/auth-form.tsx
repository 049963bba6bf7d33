import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiError, refusalOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { askForLogin } from './api.ts';
import styles from './auth-form.module.css';
import { inTime } from './in-time.ts';

type FieldErrors = Readonly<Record<string, string | undefined>>;

type AuthFormProps = {
  /** Null in a dialog, which has its own heading. */
  title: string | null;
  submitLabel: string;
  /** The label of each field in its error message, by the field's name. */
  fieldLabels: Readonly<Record<string, string>>;
  onSubmit: (values: FormData) => Promise<void>;
  renderFields: (errors: FieldErrors) => ReactNode;
  /** An alternative to the form, below the button. */
  other?: ReactNode;
  footer?: ReactNode;
};

/** Returns a field's text, not trimmed. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

const submission = ['auth', 'submit'];
const action = submission.join();

/** Returns the server's message for each field of the form that it refused. */
function refusedFields(error: unknown, labels: Readonly<Record<string, string>>): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ field, message }) => (field in labels ? [[field, message]] : [])),
  );
}

/** Returns errors by field name, based on the browser's own validation. */
function errorsOf(form: HTMLFormElement, labels: Readonly<Record<string, string>>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, label] of Object.entries(labels)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.value.trim() === '') errors[name] = `${label} is required`;
    else if (field.validity.typeMismatch)
      errors[name] = 'Enter a valid email address, such as name@example.com';
  }
  return errors;
}

/** Selects the field's text too, so that typing replaces it. */
function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name === undefined ? null : form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** The form of the sign-in pages: shows errors beside the fields, and submits only once at a time. */
export function AuthForm({
  title,
  submitLabel,
  fieldLabels,
  onSubmit,
  renderFields,
  other,
  footer,
}: AuthFormProps) {
  const client = useQueryClient();
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const submit = useMutation({
    mutationKey: submission,
    mutationFn: (values: FormData) => inTime(onSubmit(values).then(() => askForLogin(client))),
    onSuccess: () => closeErrors(action),
    onError: (error) => {
      showErrorToast(refusalOf(error), { action });
      const refused = refusedFields(error, fieldLabels);
      setErrors(refused);
      focusField(formRef.current, Object.keys(refused)[0]);
    },
  });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button's state lags one render behind, so check the query client's count.
    if (client.isMutating({ mutationKey: submission }) > 0) return;
    const form = event.currentTarget;
    const found = errorsOf(form, fieldLabels);
    setErrors(found);
    const [firstWrong] = Object.keys(found);
    if (firstWrong === undefined) {
      submit.mutate(new FormData(form));
      return;
    }
    focusField(form, firstWrong);
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={handleSubmit}>
      {title !== null && <h1>{title}</h1>}
      {renderFields(errors)}
      <Button type="submit" look="primary" isBusy={submit.isPending}>
        {submitLabel}
      </Button>
      {other}
      {footer !== undefined && <p className={styles.footer}>{footer}</p>}
    </form>
  );
}

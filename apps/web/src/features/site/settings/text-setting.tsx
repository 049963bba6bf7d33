import { TextInput } from '../../../ui/field/field.tsx';
import { useState, type SubmitEvent } from 'react';
import { refusalOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './settings.module.css';

/** Returns the error of a field, based on the browser's own validation, or null. */
export function problemOf(field: HTMLInputElement, label: string): string | null {
  if (field.value.trim() === '') return `${label} is required`;
  if (field.validity.typeMismatch) return 'Enter a valid email address, such as name@example.com';
  if (field.validity.tooShort || (field.minLength > 0 && field.value.length < field.minLength))
    return `${label} must have at least ${field.minLength} characters`;
  return null;
}

type TextSettingProps = {
  label: string;
  name: string;
  type?: 'text' | 'email';
  autoComplete: string;
  maxLength: number;
  /** The saved value. */
  value: string;
  /** Returns the text of the toast; an error is shown as an error toast, and the entered text stays. */
  onSave: (value: string) => Promise<string>;
};

/** One required text field with its own Save button. */
export function TextSetting({ label, value, onSave, ...field }: TextSettingProps) {
  /** Null while the field shows the saved value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const shown = draft ?? value;
  const action = `save ${field.name}`;

  async function save(form: HTMLFormElement) {
    const input = form.elements.namedItem(field.name);
    if (!(input instanceof HTMLInputElement) || isSaving) return;
    const found = problemOf(input, label);
    setProblem(found);
    if (found !== null) {
      input.focus();
      return;
    }
    setIsSaving(true);
    try {
      showToast(await onSave(shown.trim()), action);
      // Keeps text typed while it was saved.
      setDraft((now) => (now === shown ? null : now));
    } catch (error) {
      showErrorToast(refusalOf(error), { action });
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form
      className={styles.textSetting}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <TextInput
        {...field}
        label={label}
        required
        value={shown}
        error={problem}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          if (problem !== null) setProblem(problemOf(event.currentTarget, label));
        }}
      />
      <Button type="submit" look="primary" isBusy={isSaving} disabled={!isSaving && shown === value}>
        <span>
          Save <span className="visually-hidden">{label.toLowerCase()}</span>
        </span>
      </Button>
    </form>
  );
}

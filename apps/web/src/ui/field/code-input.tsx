import { TextInput } from './field.tsx';

/** The code of a second factor, requested after the password; takes the focus. */
export function CodeInput({ error }: { error: string | undefined }) {
  return (
    <TextInput
      ref={focusOnMount}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      required
      maxLength={40}
      hint="From your authenticator app, or a recovery code"
      error={error}
    />
  );
}

/** Focuses a field as it appears, when used as its `ref`. */
export function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}

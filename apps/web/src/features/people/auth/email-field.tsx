import { TextInput } from '../../../ui/field/field.tsx';

/** The field for the sign-in email, in every form that needs it. */
export function EmailField({ error, initial }: { error: string | undefined; initial?: string | undefined }) {
  return (
    <TextInput
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      defaultValue={initial}
      error={error}
    />
  );
}

import { TextInput } from '@mantine/core';

/** The address one signs in with, in every form that asks for it. */
export function EmailField({ error }: { error: string | undefined }) {
  return <TextInput label="Email" name="email" type="email" autoComplete="email" required error={error} />;
}

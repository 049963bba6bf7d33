import { PasswordInput } from '../../../ui/field/password-input.tsx';

type ConfirmYourselfProps = {
  byPassword: boolean;
  /** The sign-in that confirms without a password; null if there is none. */
  provider: string | null;
  /** The action of a user without both after another login: 'make the token'. */
  action: string;
  password: string;
  problem: string | null;
  onPassword: (password: string) => void;
};

/** Asks for the password, or shows how to confirm, before an action that a stolen login must not do. */
export function ConfirmYourself(props: ConfirmYourselfProps) {
  const { byPassword, provider, action, password, problem, onPassword } = props;
  if (byPassword) {
    return (
      <PasswordInput
        label="Password"
        name="password"
        required
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
    );
  }
  return (
    <p>
      {provider === null
        ? `Your account has no password. Log out, log in again, and ${action} within 10 minutes.`
        : `You will log in at ${provider} once more to confirm that it is you.`}
    </p>
  );
}

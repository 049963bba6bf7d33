import { clubInvitationKey, invitedSessionId } from '../lib/invitation.ts';
import styles from './pages.module.css';

/** Tells a visitor who followed a link of a session or a club that signing in leads to it. */
export function InvitationNote() {
  const to = invitedSessionId() !== null ? 'session' : clubInvitationKey() !== null ? 'club' : null;
  if (to === null) return null;
  return (
    <p role="status" className={styles.invitation}>
      You were invited to a {to}. Log in or sign up to join it.
    </p>
  );
}

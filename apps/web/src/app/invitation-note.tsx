import { invitedSessionId } from '../lib/invitation.ts';
import styles from './pages.module.css';

/** Tells a visitor who followed a session's link that signing in leads to it. */
export function InvitationNote() {
  if (invitedSessionId() === null) return null;
  return (
    <p role="status" className={styles.invitation}>
      You were invited to a session. Log in or sign up to join it.
    </p>
  );
}

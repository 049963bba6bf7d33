import type { Session } from '@boathouse/contract/sessions';
import type { UserRef } from '@boathouse/contract/users';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatDayAndTime } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import styles from './session-info-panel.module.css';
import { visibilityWords } from './visibility-words.ts';

type SessionInfoPanelProps = {
  session: Session;
  /** The members of the session's room, each once. */
  members: readonly UserRef[];
};

export function SessionInfoPanel({ session, members }: SessionInfoPanelProps) {
  const isLinkSession = session.club === null && session.isAccessibleByLink;
  return (
    <div className={styles.info}>
      <h1>{session.title}</h1>
      <p className={styles.host}>
        <Avatar name={session.hostUser.displayName} imageURL={session.hostUser.iconURL} size={32} />
        <span>
          Hosted by <Link to={`/athletes/${session.hostUser._id}`}>{session.hostUser.displayName}</Link>
        </span>
      </p>
      <p>
        <time dateTime={session.startAt}>{formatDayAndTime(session.startAt)}</time>
      </p>
      <p className={styles.visibility}>
        {session.club === null ? (
          visibilityWords(session)
        ) : (
          <Link to={`/clubs/${session.club.customURL}/general`}>{session.club.name}</Link>
        )}
        {isLinkSession && <CopyLink sessionId={session._id} />}
      </p>
      <Members members={members} />
    </div>
  );
}

function CopyLink({ sessionId }: { sessionId: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(`/sessions/${sessionId}`, location.href).href);
      showToast('Link copied');
    } catch {
      showErrorToast('The link could not be copied. Copy the address of this page instead.');
    }
  }
  return <Button onClick={() => void copy()}>Copy link</Button>;
}

function Members({ members }: { members: readonly UserRef[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.members}>
      <h2 id={headingId}>
        <span className={styles.count}>{members.length}</span> here now
      </h2>
      <ul>
        {members.map((member) => (
          <li key={member._id}>
            <Avatar name={member.displayName} imageURL={member.iconURL} size={24} />
            <span>{member.displayName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

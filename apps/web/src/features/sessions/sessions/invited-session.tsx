import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isNotThere } from '../../../lib/api.ts';
import { formatDayAndTime } from '../../../lib/format.ts';
import { forgetInvitation, invitedSessionId } from '../../../lib/invitation.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { InvitationBar } from '../../../ui/invitation-bar.tsx';
import { sessionById } from './api.ts';

/** Offers the session whose link led a visitor to sign in or sign up; nothing without such a link. */
export function InvitedSession() {
  const [id, setId] = useState(invitedSessionId);
  const { data: session, error } = useQuery({ ...sessionById(id ?? ''), enabled: id !== null });
  const isMissing = isNotThere(error);
  if (id === null || (session === undefined && !isMissing)) return null;

  function dismiss() {
    forgetInvitation();
    setId(null);
  }

  return (
    <InvitationBar onDismiss={dismiss}>
      {session && !isMissing ? (
        <>
          <p>
            <strong>You were invited to {session.title}.</strong> {formatDayAndTime(session.startAt)}, hosted
            by {session.hostUser.displayName}
          </p>
          <Link to={`/sessions/${id}`} className={buttonClass('primary')} onClick={forgetInvitation}>
            Open session
          </Link>
        </>
      ) : (
        <p>We couldn't find the session that you were invited to. It may be open to a club's members only.</p>
      )}
    </InvitationBar>
  );
}

import { clubRoles } from '@boathouse/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isNotThere } from '../../../lib/api.ts';
import { formatDayAndTime } from '../../../lib/format.ts';
import { forgetInvitation, invitedSession } from '../../../lib/invitation.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { InvitationBar } from '../../../ui/invitation-bar.tsx';
import { sessionById } from './api.ts';
import { JoinToOpen, useClubOfSession } from './join-to-open.tsx';

/**
 * Offers the session whose link led a visitor to sign in or sign up, through its club if only members can open it; nothing
 * without such a link.
 */
export function InvitedSession() {
  const [invited, setInvited] = useState(invitedSession);
  const id = invited?.id ?? '';
  const navigate = useNavigate();
  const { data: club, isPending } = useClubOfSession(id, invited !== null);
  // Stays after they have joined: the button then opens the session.
  const [wasOutside, setWasOutside] = useState(false);
  if (club && !wasOutside && (club.role === null || club.role < clubRoles.member)) setWasOutside(true);
  const isReadable = invited !== null && !isPending && !wasOutside;
  const { data: session, error } = useQuery({ ...sessionById(id), enabled: isReadable });
  const isMissing = wasOutside || isNotThere(error);
  if (invited === null || isPending || (session === undefined && !isMissing)) return null;

  function dismiss() {
    forgetInvitation();
    setInvited(null);
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
      ) : club ? (
        <>
          <p>
            {club.session === null ? (
              <strong>You were invited to a session of {club.name}.</strong>
            ) : (
              <>
                <strong>You were invited to {club.session.title}.</strong>{' '}
                {formatDayAndTime(club.session.startAt)}, {club.name}
              </>
            )}
          </p>
          <JoinToOpen
            sessionId={id}
            club={club}
            invitationKey={invited.key}
            onOpen={() => {
              forgetInvitation();
              void navigate(`/sessions/${id}`);
            }}
          />
        </>
      ) : (
        <p>We couldn't find the session that you were invited to. It may have been deleted.</p>
      )}
    </InvitationBar>
  );
}

import type { SessionClub } from '@boathouse/contract/sessions/previews';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { formatDayAndTime } from '../../../lib/format.ts';
import { invitationKeyOf } from '../../../lib/invitation.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { NotFound } from '../../../ui/not-found.tsx';
import { LoadingPage } from '../../../ui/states.tsx';
import { JoinToOpen, useClubOfSession } from './join-to-open.tsx';

/** Replaces a session that the viewer can't read: offers to join its club, or shows that there is no session. */
export function SessionNotFound() {
  const { sessionID = '' } = useParams();
  const { data: club, isPending } = useClubOfSession(sessionID, true);
  if (isPending) return <LoadingPage label="Loading the session" />;
  if (club) return <ForMembers sessionId={sessionID} club={club} />;
  return (
    <NotFound
      reason="It may have been deleted, or be open to fewer people. Ask the host."
      links={
        <Link to="/dashboard" className={buttonClass('primary')}>
          Dashboard
        </Link>
      }
    >
      We couldn't find a session at that link
    </NotFound>
  );
}

function ForMembers({ sessionId, club }: { sessionId: string; club: SessionClub }) {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const { name, session } = club;
  return (
    <NotFound
      reason={
        session === null
          ? `Members of ${name} can open it.`
          : `${formatDayAndTime(session.startAt)}. Members of ${name} can open it.`
      }
      links={
        <>
          <JoinToOpen
            sessionId={sessionId}
            club={club}
            invitationKey={invitationKeyOf(hash)}
            onOpen={() => void navigate(pathname, { replace: true })}
          />
          <Link to={`/clubs/${club.customURL}/general`} className={buttonClass()}>
            See the club
          </Link>
        </>
      }
    >
      {session === null ? `A session of ${name}` : session.title}
    </NotFound>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { forgetInvitation, visitedClubUrl } from '../../../lib/invitation.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { InvitationBar } from '../../../ui/invitation-bar.tsx';
import { clubByUrl } from './api.ts';

/** Offers the club whose page a visitor opened before signing in; nothing without one. */
export function VisitedClub() {
  const [url, setUrl] = useState(visitedClubUrl);
  const { data: club } = useQuery({ ...clubByUrl(url ?? ''), enabled: url !== null });
  if (url === null || club === undefined) return null;
  return (
    <InvitationBar
      onDismiss={() => {
        forgetInvitation();
        setUrl(null);
      }}
    >
      <p>
        <strong>You came for the club {club.name}.</strong>
      </p>
      <Link
        to={`/clubs/${club.customURL}/general`}
        className={buttonClass('primary')}
        onClick={forgetInvitation}
      >
        Open club
      </Link>
    </InvitationBar>
  );
}

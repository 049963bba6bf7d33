import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isNotThere } from '../../../../lib/api.ts';
import { clubInvitationKey, forgetInvitation } from '../../../../lib/invitation.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { InvitationBar } from '../../../../ui/invitation-bar.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { invitedTo, useAcceptInvitation } from './api.ts';

/** Offers the club whose invitation led a visitor to sign in or sign up; nothing without one. */
export function InvitedClub() {
  const [key, setKey] = useState(clubInvitationKey);
  if (key === null) return null;
  return (
    <Offer
      invitationKey={key}
      onDismiss={() => {
        forgetInvitation();
        setKey(null);
      }}
    />
  );
}

function Offer({ invitationKey, onDismiss }: { invitationKey: string; onDismiss: () => void }) {
  const user = useCurrentUser();
  const { data: club, error } = useQuery(invitedTo(invitationKey));
  const accept = useAcceptInvitation(invitationKey, club?.name ?? '', user._id);
  const isEnded = isNotThere(error);
  if (club === undefined && !isEnded) return null;
  return (
    <InvitationBar onDismiss={onDismiss}>
      {club === undefined || isEnded ? (
        <p>This invitation is not valid any more. Ask for a new link.</p>
      ) : (
        <>
          <Avatar name={club.name} imageURL={club.iconURL} size={40} />
          <p>
            <strong>You were invited to {club.name}.</strong>
          </p>
          {club.customURL === null ? (
            <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
              Join {club.name}
            </Button>
          ) : (
            <Link
              to={`/clubs/${club.customURL}/general`}
              className={buttonClass('primary')}
              onClick={forgetInvitation}
            >
              Open club
            </Link>
          )}
        </>
      )}
    </InvitationBar>
  );
}

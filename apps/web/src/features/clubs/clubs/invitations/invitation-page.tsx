import type { InvitedTo } from '@boathouse/contract/clubs/invitations';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { invitationKeyOf } from '../../../../lib/invitation.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Page } from '../../../../ui/page.tsx';
import { NotFound } from '../../../../ui/not-found.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { clubsLink } from '../club-not-found.tsx';
import { invitedTo, useAcceptInvitation } from './api.ts';
import styles from './invitation-page.module.css';

/** The page of a club's invitation link, with its key in the fragment. */
export function InvitationPage() {
  const key = invitationKeyOf(useLocation().hash);
  const { data, error, isError, refetch } = useQuery({ ...invitedTo(key ?? ''), enabled: key !== null });
  if (key === null || isNotThere(error)) {
    return (
      <NotFound reason="The club has switched its link off or replaced it." links={clubsLink}>
        This invitation is not valid any more. Ask for a new link.
      </NotFound>
    );
  }
  if (data !== undefined) return <Invitation key={key} invitationKey={key} club={data} />;
  return isError ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      The invitation couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the invitation" />
  );
}

function Invitation({ invitationKey, club }: { invitationKey: string; club: InvitedTo }) {
  const user = useCurrentUser();
  const accept = useAcceptInvitation(invitationKey, club.name, user._id);
  const isMember = club.customURL !== null;
  return (
    <Page className={styles.page}>
      <div className={styles.card}>
        <Avatar name={club.name} imageURL={club.iconURL} size={96} />
        <p className={styles.about}>{isMember ? 'You are a member of' : 'You are invited to'}</p>
        <h1>{club.name}</h1>
        {isMember ? (
          <Link to={`/clubs/${club.customURL}/general`} className={buttonClass('primary')}>
            Open club
          </Link>
        ) : (
          <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            Join {club.name}
          </Button>
        )}
      </div>
    </Page>
  );
}

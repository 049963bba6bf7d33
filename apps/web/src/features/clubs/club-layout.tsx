import type { Club, MembershipCheck } from '@boathouse/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, Outlet, useParams } from 'react-router';
import { isNotThere } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProfileHeader } from '../../ui/profile-header.tsx';
import { LoadingPage, NotFound, Unavailable, UnavailablePage } from '../../ui/states.tsx';
import { tabsClass } from '../../ui/tabs.ts';
import { Page } from '../../ui/page.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { clubByUrl, standingInClub, useJoinOrLeave } from './api.ts';
import { ClubContext } from './club-context.tsx';
import styles from './club-layout.module.css';
import { offerFor } from './standing.ts';
import { clubsLink } from './clubs-link.tsx';

/** What the pages of a club share: who it is, what one is in it, and the tabs. */
export function ClubLayout() {
  const { clubURL = '' } = useParams();
  const { data: club, error, isError, refetch } = useQuery(clubByUrl(clubURL));
  if (club) return <ClubPages key={club._id} club={club} />;
  if (isNotThere(error)) {
    return <NotFound link={clubsLink}>We couldn't find a club at that link</NotFound>;
  }
  return isError ? (
    <UnavailablePage onRetry={() => void refetch()}>This club cannot be shown right now.</UnavailablePage>
  ) : (
    <LoadingPage label="Loading the club" />
  );
}

function ClubPages({ club }: { club: Club }) {
  const user = useCurrentUser();
  const { data: standing, isError, refetch } = useQuery(standingInClub(club._id, user._id));
  return (
    <Page className={styles.page}>
      <ProfileHeader
        name={club.name}
        iconURL={club.iconURL}
        bannerURL={club.bannerURL}
        action={standing && <MembershipButton club={club} standing={standing} userId={user._id} />}
      />
      <nav aria-label="Club" className={`${tabsClass} ${styles.tabs}`}>
        <NavLink to={`/clubs/${club.customURL}/general`} preventScrollReset>
          General
        </NavLink>
        <NavLink to={`/clubs/${club.customURL}/members`} preventScrollReset>
          Members
        </NavLink>
      </nav>
      {standing === undefined && isError ? (
        <Unavailable onRetry={() => void refetch()}>
          Whether you belong to this club is not known right now.
        </Unavailable>
      ) : (
        <ClubContext value={{ club, standing }}>
          <Outlet />
        </ClubContext>
      )}
    </Page>
  );
}

type MembershipButtonProps = { club: Club; standing: MembershipCheck; userId: string };

/** One button, whatever it says: so it keeps the focus when joining turns it into leaving. */
function MembershipButton({ club, standing, userId }: MembershipButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useJoinOrLeave(club, userId);
  const offer = offerFor(standing, club.isPrivate);
  const isOffer = offer === 'Join' || offer === 'Request to join';
  return (
    <>
      <Button
        look={isOffer ? 'primary' : 'plain'}
        isBusy={change.isPending}
        onClick={() => {
          if (offer === 'Leave') setIsAsking(true);
          else change.mutate(isOffer ? 'join' : 'leave');
        }}
      >
        {offer}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to leave ${club.name}?`}
          onConfirm={() => change.mutate('leave')}
          onClose={() => setIsAsking(false)}
        >
          {club.isPrivate
            ? 'You no longer see its sessions, and an admin has to accept you if you want to come back.'
            : 'You no longer see its sessions. You can join again at any time.'}
        </ConfirmDialog>
      )}
    </>
  );
}

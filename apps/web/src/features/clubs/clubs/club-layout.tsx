import { clubRoles, type Club, type MembershipCheck } from '@boathouse/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../lib/api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProfileHeader } from '../../../ui/profile/profile-header.tsx';
import { LoadingPage, Unavailable, UnavailablePage } from '../../../ui/states.tsx';
import { tabsClass } from '../../../ui/tabs.ts';
import { Page } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { clubByUrl, membershipsOfClub, useJoinOrLeave } from './api.ts';
import { ClubContext } from './club-context.tsx';
import styles from './club-layout.module.css';
import { isAdmin, membershipInClub, offerFor } from './membership.ts';
import { Requests } from './requests.tsx';
import { ClubNotFound } from './club-not-found.tsx';

/** Header, membership button and tabs around every page of a club. */
export function ClubLayout() {
  const { clubURL = '' } = useParams();
  const { data: club, error, isError, refetch } = useQuery(clubByUrl(clubURL));
  if (club && !isNotThere(error)) return <ClubPages key={club._id} club={club} />;
  if (isNotThere(error)) {
    return <ClubNotFound />;
  }
  return isError ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This club couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the club" />
  );
}

/** The views that the tab of tests leads to. */
const isBelowTests = /\/(tests|records|attendance|squads)(\/|$)/;

function ClubPages({ club }: { club: Club }) {
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const { data: membership, isError, refetch } = useQuery(membershipInClub(club._id, user._id));
  return (
    <Page className={styles.page}>
      <ProfileHeader
        name={club.name}
        iconURL={club.iconURL}
        bannerURL={club.bannerURL}
        seed={club._id}
        isLine
        action={membership && <MembershipButton club={club} membership={membership} userId={user._id} />}
      />
      <nav aria-label="Club" className={`${tabsClass} ${styles.tabs}`}>
        <NavLink to={`/clubs/${club.customURL}/general`} preventScrollReset>
          General
        </NavLink>
        <NavLink to={`/clubs/${club.customURL}/members`} preventScrollReset>
          Members
          {isAdmin(membership?.role ?? null) && <RequestCount clubId={club._id} />}
        </NavLink>
        {membership?.isMember && (
          <>
            <Link
              to={`/clubs/${club.customURL}/tests`}
              preventScrollReset
              aria-current={isBelowTests.test(pathname) ? 'page' : undefined}
            >
              Tests
            </Link>
            <NavLink to={`/clubs/${club.customURL}/races`} preventScrollReset>
              Race days
            </NavLink>
          </>
        )}
      </nav>
      {membership?.needsSecondFactor && (
        <p className={styles.demand}>
          On this server, the admins of clubs need a second factor. Until you have one, you can't manage this
          club. <Link to="/settings#security">Turn it on in Settings, Security</Link>
        </p>
      )}
      {membership === undefined && isError ? (
        <Unavailable onRetry={() => void refetch()}>Your membership couldn't be loaded.</Unavailable>
      ) : (
        <ClubContext value={{ club, membership }}>
          <Outlet />
        </ClubContext>
      )}
    </Page>
  );
}

/** The requests to join, for users who decide on them. */
function RequestCount({ clubId }: { clubId: string }) {
  const { data: memberships = [] } = useQuery(membershipsOfClub(clubId));
  const count = memberships.filter(({ role }) => role === clubRoles.pending).length;
  return count === 0 ? null : <Requests count={count} />;
}

type MembershipButtonProps = { club: Club; membership: MembershipCheck; userId: string };

/** One button for every label, so that it keeps the focus when Join becomes Leave. */
function MembershipButton({ club, membership, userId }: MembershipButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useJoinOrLeave(club, userId);
  const offer = offerFor(membership, club.isPrivate);
  const isOffer = offer === 'Join' || offer === 'Request to join';
  return (
    <>
      <Button
        look={isOffer ? 'primary' : 'quiet'}
        isBusy={change.isPending}
        onClick={() => {
          if (offer === 'Leave') setIsAsking(true);
          else change.mutate(isOffer ? 'join' : 'leave');
        }}
      >
        {offer}
      </Button>
      {isAsking && membership.role === clubRoles.owner && (
        <Dialog title={`You own ${club.name}`} width="narrow" onClose={() => setIsAsking(false)}>
          <p className={styles.owner}>
            A club has an owner. Transfer the ownership to another member, then you can leave.
          </p>
          <div className={styles.actions}>
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Link
              to={`/clubs/${club.customURL}/members`}
              className={buttonClass('primary')}
              onClick={() => setIsAsking(false)}
            >
              Choose the new owner
            </Link>
          </div>
        </Dialog>
      )}
      {isAsking && membership.role !== clubRoles.owner && (
        <ConfirmDialog
          question={`Are you sure you want to leave ${club.name}?`}
          onConfirm={() => change.mutate('leave')}
          onClose={() => setIsAsking(false)}
        >
          {club.isPrivate
            ? 'You will no longer see its sessions. To return, you need to request to join again.'
            : 'You will no longer see its sessions. You can join again at any time.'}
        </ConfirmDialog>
      )}
    </>
  );
}

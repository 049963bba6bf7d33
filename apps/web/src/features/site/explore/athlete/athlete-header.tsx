import type { User, UserRef } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ProfileHeader } from '../../../../ui/profile/profile-header.tsx';
import { Unavailable } from '../../../../ui/states.tsx';
import { FollowButton, FollowCounts } from '../../../news/follows/index.ts';
import { Report } from '../../../operating/reports/index.ts';
import { blockedBy, useSetBlock } from '../../../people/users/index.ts';
import styles from './athlete-header.module.css';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';

/** Banner, name and follow counts of an athlete, with Follow or Edit profile. */
export function AthleteHeader({ athlete, viewerId }: { athlete: User; viewerId: string }) {
  return (
    <ProfileHeader
      name={athlete.displayName}
      iconURL={athlete.iconURL}
      bannerURL={athlete.bannerURL}
      seed={athlete._id}
      action={
        athlete._id === viewerId ? (
          <Link to="/settings#profile" className={buttonClass()}>
            Edit profile
          </Link>
        ) : (
          <OthersActions viewerId={viewerId} athlete={athlete} />
        )
      }
    >
      <FollowCounts userId={athlete._id} />
    </ProfileHeader>
  );
}

/** A user whom the viewer has blocked can be unblocked, and not followed. */
function OthersActions({ athlete, viewerId }: { athlete: User; viewerId: string }) {
  const { data: blocked, isError, refetch } = useQuery(blockedBy(viewerId));
  if (blocked === undefined && isError)
    return <Unavailable onRetry={() => void refetch()}>Follow and Block couldn't be loaded.</Unavailable>;
  const isBlocked = blocked?.some(({ _id }) => _id === athlete._id) ?? false;
  return (
    <div className={styles.actions}>
      {!isBlocked && <FollowButton viewerId={viewerId} athlete={athlete} />}
      {blocked !== undefined && <BlockButton {...{ viewerId, athlete, isBlocked }} />}
      <Report
        target={{ kind: 'user', id: athlete._id, name: athlete.displayName }}
        renderButton={(open) => (
          <Button look="quiet" onClick={open}>
            Report
          </Button>
        )}
      />
    </div>
  );
}

type BlockButtonProps = {
  viewerId: string;
  athlete: Pick<UserRef, '_id' | 'displayName'>;
  isBlocked: boolean;
};

/** Block with a confirmation, or Unblock. The viewer's own page does not show it. */
function BlockButton({ viewerId, athlete, isBlocked }: BlockButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const set = useSetBlock(viewerId, athlete);
  return (
    <>
      <Button
        look={isBlocked ? 'plain' : 'quiet'}
        isBusy={set.isPending}
        onClick={() => (isBlocked ? set.mutate(false) : setIsAsking(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to block ${athlete.displayName}?`}
          onConfirm={() => set.mutate(true)}
          onClose={() => setIsAsking(false)}
        >
          They can no longer see your profile and activities, follow you, comment, like or message you
          directly, and you stop following each other. They are not notified. You can unblock them in the
          settings.
        </ConfirmDialog>
      )}
    </>
  );
}

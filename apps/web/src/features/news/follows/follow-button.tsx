import type { UserRef } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Unavailable } from '../../../ui/states.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { doesFollow, useSetFollow } from './api.ts';
import styles from './follow-button.module.css';

type FollowButtonProps = {
  viewerId: string;
  athlete: Pick<UserRef, '_id' | 'displayName'>;
  /**
   * In a list the button is quieter, and its name contains the athlete's; Unfollow shows under the pointer or with the
   * focus.
   */
  isInList?: boolean;
};

/**
 * Follow, or Unfollow with a confirmation; renders nothing until the state is known. Not shown on the viewer's own
 * page.
 */
export function FollowButton({ viewerId, athlete, isInList = false }: FollowButtonProps) {
  const { _id, displayName: name } = athlete;
  const { data: isFollowed, isError, refetch } = useQuery(doesFollow(viewerId, _id));
  const [isAsking, setIsAsking] = useState(false);
  const set = useSetFollow(viewerId, athlete);
  if (isFollowed === undefined)
    return isError && <Unavailable onRetry={() => void refetch()}>Follow couldn't be loaded.</Unavailable>;

  const word = isFollowed ? 'Unfollow' : 'Follow';
  return (
    <>
      <Button
        look={isFollowed ? (isInList ? 'quiet' : 'plain') : isInList ? 'plain' : 'primary'}
        aria-label={isInList ? (isFollowed ? `Following ${name}: unfollow` : `Follow ${name}`) : undefined}
        isBusy={set.isPending}
        onClick={() => (isFollowed ? setIsAsking(true) : set.mutate(true))}
      >
        {isFollowed && isInList ? (
          <span className={styles.following}>
            <span>Following</span>
            <span>Unfollow</span>
          </span>
        ) : (
          word
        )}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to unfollow ${name}?`}
          onConfirm={() => set.mutate(false)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

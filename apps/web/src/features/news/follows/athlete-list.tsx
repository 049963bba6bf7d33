import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatWhole } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Unavailable } from '../../../ui/states.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { factsOf } from './api.ts';
import styles from './athlete-list.module.css';
import { FollowButton } from './follow-button.tsx';

/** Athletes with icon, name, their meters of the last 30 days, and a button that follows them. */
export function AthleteList({ label, athletes }: { label: string; athletes: readonly UserRef[] }) {
  const viewer = useCurrentUser();
  const { known: facts, loadAgain } = useQueries({
    queries: inPages(athletes.map(({ _id }) => _id)).map((ids) => factsOf(viewer._id, ids)),
    combine: (pages) => {
      const failed = pages.filter(({ data, isError }) => data === undefined && isError);
      return {
        known: new Map(pages.flatMap(({ data }) => [...(data ?? [])])),
        loadAgain: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
      };
    },
  });
  const listRef = useRef<HTMLUListElement>(null);
  useRowFocus(listRef, [athletes]);
  return (
    <>
      {loadAgain && (
        <Unavailable onRetry={loadAgain}>Their meters, and whom you follow, couldn't be loaded.</Unavailable>
      )}
      <ul ref={listRef} tabIndex={-1} aria-label={label} className={styles.athletes}>
        {athletes.map((athlete) => {
          const { _id, displayName, iconURL } = athlete;
          const known = facts.get(_id);
          return (
            <li key={_id} data-row={_id}>
              <Avatar name={displayName} imageURL={iconURL} size={44} />
              <Link to={`/athletes/${_id}`} className={styles.athlete} title={displayName}>
                {displayName}
              </Link>
              <span className={styles.meters}>
                {known &&
                  (Math.round(known.monthMeters) > 0 ? (
                    <>
                      <strong>{formatWhole(known.monthMeters)} m</strong> in 30 days
                    </>
                  ) : (
                    'No activity in 30 days'
                  ))}
              </span>
              {known && _id !== viewer._id && (
                <FollowButton viewerId={viewer._id} athlete={athlete} isInList />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const inPages = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.pageSizeMax) }, (_, page) =>
    ids.slice(page * limits.pageSizeMax, (page + 1) * limits.pageSizeMax),
  );

import type { User, UserRef } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../lib/api.ts';
import { formatCount } from '../../../lib/format.ts';
import { useRestOfList } from '../../../lib/rest-of-list.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { LoadMore } from '../../../ui/list/load-more.tsx';
import { Empty, Loading, LoadingPage, Unavailable, UnavailablePage } from '../../../ui/states.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { Page } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { athleteById, AthleteNotFound } from '../../people/users/index.ts';
import { fetchPeopleAfter, followSummary, peopleOnSide, sides, type Side } from './api.ts';
import { AthleteList } from './athlete-list.tsx';
import styles from './following-page.module.css';

const wordOfSide = { followees: 'Following', followers: 'Followers' } as const satisfies Record<Side, string>;

export function FollowingPage() {
  const { userID = '' } = useParams();
  const { data: athlete, error, isError, refetch } = useQuery(athleteById(userID));
  if (athlete && !isNotThere(error)) return <FollowingOf athlete={athlete} />;
  if (isNotThere(error)) {
    return <AthleteNotFound />;
  }
  return isError ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This athlete couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the athlete" />
  );
}

function FollowingOf({ athlete }: { athlete: User }) {
  const [search] = useSearchParams();
  const side: Side = search.get('show') === 'followers' ? 'followers' : 'followees';
  return (
    <Page>
      <h1>
        <Link to={`/athletes/${athlete._id}`} className={styles.athlete}>
          <Avatar name={athlete.displayName} imageURL={athlete.iconURL} size={56} />
          <span>{athlete.displayName}</span>
        </Link>
      </h1>
      <SideSelector userId={athlete._id} chosen={side} />
      <People athlete={athlete} side={side} />
    </Page>
  );
}

/** Links rather than tabs, so that each list has its own URL. */
function SideSelector({ userId, chosen }: { userId: string; chosen: Side }) {
  const { data: summary } = useQuery(followSummary(userId));
  return (
    <nav aria-label="Followees or followers" className={`${segmentsClass} ${styles.selector}`}>
      {sides.map((side) => (
        <Link
          key={side}
          to={`?show=${side}`}
          aria-current={side === chosen ? 'page' : undefined}
          preventScrollReset
        >
          {wordOfSide[side]}
          {summary && <span className={styles.count}> {formatCount(summary[side])}</span>}
        </Link>
      ))}
    </nav>
  );
}

function People({ athlete, side }: { athlete: User; side: Side }) {
  const { data: people, isError, refetch } = useQuery(peopleOnSide(athlete._id, side));
  if (people === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>This list couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the athletes" />
    );
  }
  if (people.length === 0) return <EmptyList athlete={athlete} side={side} />;
  return <ListedPeople key={side} athlete={athlete} side={side} people={people} />;
}

type ListedPeopleProps = { athlete: User; side: Side; people: readonly UserRef[] };

function ListedPeople({ athlete, side, people }: ListedPeopleProps) {
  const rest = useRestOfList({
    queryKey: peopleOnSide(athlete._id, side).queryKey,
    list: people,
    idOf: ({ _id }) => _id,
    fetchAfter: (last) => fetchPeopleAfter(athlete._id, side, last),
  });
  return (
    <>
      <AthleteList label={wordOfSide[side]} athletes={people} />
      <LoadMore {...rest} />
    </>
  );
}

function EmptyList({ athlete, side }: { athlete: User; side: Side }) {
  const viewer = useCurrentUser();
  if (viewer._id !== athlete._id) {
    const name = athlete.displayName;
    return (
      <Empty>
        <p>
          {side === 'followees' ? `${name} isn't following anyone yet.` : `${name} has no followers yet.`}
        </p>
      </Empty>
    );
  }
  return (
    <Empty>
      {side === 'followers' ? (
        <p>You have no followers yet.</p>
      ) : (
        <p>
          You're not following anyone yet. <Link to="/explore/athletes">Find athletes</Link>
        </p>
      )}
    </Empty>
  );
}

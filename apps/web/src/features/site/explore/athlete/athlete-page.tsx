import type { User } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { RecentActivities } from '../../../news/feed/index.ts';
import { ActivityHeatmap, PersonalBestsPanel } from '../../../training/statistics/index.ts';
import { athleteById, AthleteNotFound } from '../../../people/users/index.ts';
import { AthleteClubs } from './athlete-clubs.tsx';
import { AthleteHeader } from './athlete-header.tsx';
import styles from './athlete-page.module.css';

export function AthletePage() {
  const { userID = '' } = useParams();
  const { data: athlete, error, isError, refetch } = useQuery(athleteById(userID));
  // Keeps showing a loaded athlete when a refetch fails, unless the viewer may no longer see them.
  if (athlete && !isNotThere(error)) return <Overview key={athlete._id} athlete={athlete} />;
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

function Overview({ athlete: loaded }: { athlete: User }) {
  const viewer = useCurrentUser();
  // For the viewer, use the login's record, which the settings update at once.
  const athlete = viewer._id === loaded._id ? viewer : loaded;
  const { _id, displayName } = athlete;
  return (
    <Page className={styles.page}>
      <AthleteHeader athlete={athlete} viewerId={viewer._id} />
      <ActivityHeatmap userId={_id} name={displayName} />
      <PersonalBestsPanel userId={_id} />
      <div className={styles.columns}>
        <RecentActivities userId={_id} name={displayName} />
        <AthleteClubs userId={_id} name={displayName} />
      </div>
    </Page>
  );
}

import type { Activity } from '@boathouse/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { activityById } from '../../activities/index.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import styles from './enter-page.module.css';
import { EntryForm } from './entry-form.tsx';

/** Whether the viewer has entered this result for themselves. */
const isOwnEntry = ({ user, source, enteredBy, session }: Activity, viewerId: string) =>
  user._id === viewerId && source === 'entered' && enteredBy?._id === viewerId && session === null;

/** Accepts a result that was rowed without this app; with `?correct=ID` corrects a stored one. */
export function EnterPage() {
  const [search] = useSearchParams();
  const id = search.get('correct');
  return id === null ? <EntryForm known={null} /> : <Correction key={id} id={id} />;
}

function Correction({ id }: { id: string }) {
  const user = useCurrentUser();
  const { data, isError, error, refetch } = useQuery(activityById(id));
  if (data !== undefined && isOwnEntry(data, user._id)) return <EntryForm known={data} />;
  if (data !== undefined || isNotThere(error)) {
    return (
      <Page isNarrow className={styles.page}>
        <h1>Correct a result</h1>
        <p>
          Only a result that you have entered yourself can be corrected. See{' '}
          <Link to="/training/activity">your past activities</Link>.
        </p>
      </Page>
    );
  }
  if (!isError) return <LoadingPage label="Loading the result" />;
  return (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This result couldn't be loaded.
    </UnavailablePage>
  );
}

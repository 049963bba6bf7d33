import { useCurrentUser } from '../features/auth/index.ts';
import { NewWorkoutForm, TodaysWorkouts } from '../features/sessions/index.ts';
import { formatLongDay, todayIn, viewerTimeZone } from '../lib/format.ts';
import { useNowMs } from '../lib/use-now.ts';
import styles from './dashboard-page.module.css';

/**
 * A page of app/ and of no feature: it puts parts of several nouns side by side, and only app/ may know them all.
 */
export function DashboardPage() {
  const user = useCurrentUser();
  const now = Temporal.Instant.fromEpochMilliseconds(useNowMs());
  return (
    <main className={styles.page}>
      <h1>{formatLongDay(todayIn(viewerTimeZone(), now))}</h1>
      <div className={styles.columns}>
        <TodaysWorkouts userId={user._id} />
        <NewWorkoutForm userId={user._id} />
      </div>
    </main>
  );
}

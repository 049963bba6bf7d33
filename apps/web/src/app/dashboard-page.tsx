import { memo, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { LastWorkout } from '../features/training/activities/index.ts';
import { useCurrentUser } from '../features/people/auth/index.ts';
import { TodaysWorkouts } from '../features/sessions/calendar/index.ts';
import { InvitedClub, VisitedClub, YourClubs } from '../features/clubs/clubs/index.ts';
import { ActivityFeed } from '../features/news/feed/index.ts';
import { SocialStats } from '../features/news/follows/index.ts';
import { GoalPanel } from '../features/training/goals/index.ts';
import { InvitedSession, NewWorkoutForm } from '../features/sessions/sessions/index.ts';
import { MetersCard } from '../features/training/statistics/index.ts';
import { FirstSteps } from '../features/people/users/first-steps.tsx';
import { formatLongDay, viewerTimeZone } from '../lib/format.ts';
import { useAfterPress } from '../lib/timing/press-shown.ts';
import { useToday } from '../lib/use-now.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import styles from './dashboard-page.module.css';

/** Loads after the page's first frame, because few users race today. */
const RaceCall = lazyPart({
  name: 'The call of your race',
  load: async () =>
    (await loadChunk(() => import('../features/racing/races/athlete/race-call.tsx'))).RaceCall,
});

/** One column, in which the feed comes before the clubs. */
const oneColumn = '(max-width: 56rem)';

/**
 * The dashboard is in app/, not in a feature, because it combines parts of several features.
 */
export function DashboardPage() {
  const user = useCurrentUser();
  // A club's page and the first steps lead here with the club to schedule for.
  const club = useSearchParams()[0].get('club') ?? undefined;
  const { key: visit, hash } = useLocation();
  const isNarrow = useMediaQuery(oneColumn);
  const meters = (
    <div className={styles.meters}>
      <MetersCard userId={user._id} partner={user.trainingPartner} />
      <GoalPanel userId={user._id} />
    </div>
  );
  const people = (
    <div className={styles.people}>
      <YourClubs userId={user._id} />
      <SocialStats userId={user._id} />
    </div>
  );
  const feed = (
    <div className={styles.feed}>
      <ActivityFeed userId={user._id} />
    </div>
  );
  return (
    <Page className={styles.page}>
      <h1 data-title="Dashboard">{formatLongDay(useToday(viewerTimeZone()))}</h1>
      <div className={styles.today}>
        <RaceCall />
        <InvitedSession />
        <InvitedClub />
        <VisitedClub />
        <FirstSteps userId={user._id} />
        <TodaysWorkouts userId={user._id} />
        <LastWorkout userId={user._id} />
      </div>
      <Planning
        userId={user._id}
        club={club}
        wanted={club !== undefined || hash === '#new-workout' ? visit : null}
      />
      {isNarrow ? (
        <>
          {meters}
          {feed}
          {people}
        </>
      ) : (
        <>
          <div className={styles.cards}>
            {meters}
            {people}
          </div>
          {feed}
        </>
      )}
    </Page>
  );
}

/** Avoids rendering again when the button opens it. */
const Form = memo(NewWorkoutForm);

const focusEveryMs = 100;
const focusTriesMax = 50;

type PlanningProps = {
  userId: string;
  club: string | undefined;
  /** Key of the visit that requested the form; null if none did. */
  wanted: string | null;
};

/** The form is always open on wide screens; a button opens it on narrow ones. */
function Planning({ userId, club, wanted }: PlanningProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [lastWanted, setLastWanted] = useState<string | null>(null);
  if (wanted !== lastWanted) {
    setLastWanted(wanted);
    if (wanted !== null) setIsOpen(true);
  }
  // The button responds first, because a phone needs a moment to lay out so many fields.
  const isShown = useAfterPress(isOpen);
  const formId = useId();
  const formRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = formRef.current?.querySelector('input');
    if (wanted === null || !field) return;
    let tries = 0;
    // The form is hidden until the data above it have arrived.
    const focus = () => {
      field.focus();
      tries += 1;
      if (document.activeElement === field || tries === focusTriesMax) clearInterval(timer);
    };
    const timer = setInterval(focus, focusEveryMs);
    focus();
    return () => clearInterval(timer);
  }, [wanted]);
  return (
    <div className={styles.planning}>
      <span className={styles.opener}>
        <Button aria-expanded={isOpen} aria-controls={formId} onClick={() => setIsOpen(!isOpen)}>
          New Workout
        </Button>
      </span>
      <div ref={formRef} id={formId} className={styles.form} data-open={isShown}>
        <Form userId={userId} club={club} />
      </div>
      <Link to="/training/calendar" className={buttonClass()}>
        View Calendar
      </Link>
    </div>
  );
}

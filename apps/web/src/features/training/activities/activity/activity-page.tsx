import type { activities, Activity } from '@boathouse/contract/activities';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, useEffect, useId } from 'react';
import { Link, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { dayOf, formatFullDay, formatTime, formatWorkout, viewerTimeZone } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useDraft } from '../../../../lib/unsaved/draft.ts';
import { lazyPart, onIntent } from '../../../../ui/lazy/lazy-part.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { NotFound } from '../../../../ui/not-found.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { AthleteLink } from '../../../people/users/index.ts';
import { BestMarks, personalBestsOf } from '../../statistics/index.ts';
import { activityById, resultsBeside } from '../api.ts';
import { PartialMark } from '../partial-mark.tsx';
import { noteOf } from '../result/api.ts';
import { Others } from '../result/others.tsx';
import { ResultStory } from '../result/result-story.tsx';
import { SessionLink } from '../session-link.tsx';
import { SourceMark } from '../source-mark.tsx';
import { StartMark } from '../start-mark.tsx';
import styles from './activity-page.module.css';
import { ActivitySummary } from './activity-summary.tsx';
import type { ActivityToolsProps } from './activity-tools.tsx';
import type { MoveRowProps } from '../move/move-row.tsx';
import { SplitsTable } from './splits-table.tsx';
import { StrokeReview, type ReplayedRow } from './stroke-review.tsx';
import { AskedRows } from '../same/asked-rows.tsx';

const EnteredResult = lazyPart({
  name: 'What you can do with this result',
  load: async () => (await loadChunk(() => import('./entered-result.tsx'))).EnteredResult,
});

type Shown = EndpointResponse<typeof activities.byId>;

const ActivityTools = lazyPart<ActivityToolsProps>({
  name: 'What you can do with this activity',
  load: async () => (await loadChunk(() => import('./activity-tools.tsx'))).ActivityTools,
});

const MoveRow = lazyPart<MoveRowProps>({
  name: 'Where this activity can be moved',
  load: async () => (await loadChunk(() => import('../move/move-row.tsx'))).MoveRow,
  waiting: null,
});

/** Parts of other features, which depend on this one. */
type ActivityParts = {
  /** The actions on the workout of any activity. */
  actionsOf: (activity: Activity) => ReactNode;
  /** The likes and comments. */
  renderComments: (activityId: string, viewerId: string) => ReactNode;
  /** The uploads to the connected services of its athlete. */
  renderUploads: (activityId: string, userId: string) => ReactNode;
  /** Makes a result a ghost for the viewer's next row. */
  renderRowAgainst: (activityId: string, workout: string) => ReactNode;
  /** Plays results again from their strokes, the activity's first. */
  renderReplay: (results: readonly ReplayedRow[]) => ReactNode;
};

type ActivityPageProps = ActivityParts & {
  /** Shows this device's copy of an activity that the server does not return, or else `fallback`. */
  renderKept?: (activityId: string, fallback: ReactNode, onSent: () => void) => ReactNode;
};

export function ActivityPage({ renderKept = (_, fallback) => fallback, ...parts }: ActivityPageProps) {
  const { activityID = '' } = useParams();
  const { data: activity, error, isError, refetch } = useQuery(activityById(activityID));
  // Keeps showing a loaded activity when a refetch fails, but not one that is deleted.
  if (activity && !isNotThere(error)) return <Result key={activity._id} activity={activity} parts={parts} />;
  if (!isError) return <LoadingPage label="Loading the activity" />;
  return renderKept(
    activityID,
    isNotThere(error) ? (
      <NotFound
        reason="It may have been deleted, or its athlete shows it to fewer people."
        links={
          <Link to="/training/activity" className={buttonClass('primary')}>
            Your past activities
          </Link>
        }
      >
        We couldn't find an activity at that link
      </NotFound>
    ) : (
      <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
        This activity couldn't be loaded.
      </UnavailablePage>
    ),
    () => void refetch(),
  );
}

function Result({ activity, parts }: { activity: Shown; parts: ActivityParts }) {
  usePrintMode();
  const viewer = useCurrentUser();
  const { data: bests = [] } = useQuery(personalBestsOf(activity.user._id));
  const { data: results = [] } = useQuery(resultsBeside(activity));
  const { summary } = activity;
  const isOwn = activity.user._id === viewer._id;
  const draft = useDraft('note', activity._id);
  // A half-written note is in its form.
  const [hasTools, setHasTools] = useState(() => isOwn && draft.read() !== null);
  const toolsId = useId();
  const splits =
    summary === null || summary.splits.length === 0 ? null : (
      <Panel title={summary.splits.some(({ restTime }) => restTime > 0) ? 'Intervals' : 'Splits'}>
        <SplitsTable activity={activity} summary={summary} />
      </Panel>
    );
  return (
    <Page className={styles.page}>
      <Heading
        activity={activity}
        actions={
          <>
            {parts.actionsOf(activity)}
            {(isOwn || activity.isCompleted) && (
              <Button
                aria-expanded={hasTools}
                aria-controls={toolsId}
                {...onIntent(ActivityTools.preload)}
                onClick={() => setHasTools(!hasTools)}
              >
                Tools
              </Button>
            )}
          </>
        }
      >
        <BestMarks activityId={activity._id} bests={bests} />
      </Heading>
      <div id={toolsId} hidden={!hasTools} className={styles.around}>
        {hasTools && <ActivityTools {...{ activity, isOwn }} {...parts} />}
      </div>
      {!activity.isCompleted && (
        <p className={styles.progress}>
          This activity is still in progress. Its result appears here when it is complete.{' '}
          {activity.session !== null && (
            <Link to={`/sessions/${activity.session._id}`}>Watch it in the session</Link>
          )}
        </p>
      )}
      <Panel title={activity.isCompleted ? 'Result' : 'So far'}>
        <ActivitySummary activity={activity} />
        {activity.isCompleted && <ResultStory {...{ activity, bests, results }} viewerId={viewer._id} />}
        {isOwn && <OwnWords activity={activity} />}
        <section aria-label="Likes and comments" className={styles.talk}>
          {parts.renderComments(activity._id, viewer._id)}
        </section>
      </Panel>
      {mayMove(activity, isOwn) && <MoveRow activity={activity} />}
      {isOwn && activity.source === 'entered' && activity.session !== null && (
        <EnteredResult activity={activity} />
      )}
      {isOwn && activity.isCompleted && <AskedRows of={activity._id} />}
      {activity.isCompleted && (
        <StrokeReview
          activity={activity}
          viewerId={viewer._id}
          bests={bests}
          renderReplay={parts.renderReplay}
        >
          {splits}
        </StrokeReview>
      )}
      {activity.isCompleted && <Others {...{ activity, results }} />}
    </Page>
  );
}

/** The athlete's own note and tags. */
function OwnWords({ activity: { _id: id, tags = [] } }: { activity: Shown }) {
  const { data: note = '' } = useQuery(noteOf(id));
  if (note === '' && tags.length === 0) return null;
  return (
    <dl className={styles.own}>
      {note !== '' && (
        <div>
          <dt>Your note</dt>
          <dd dir="auto">{note}</dd>
        </div>
      )}
      {tags.length > 0 && (
        <div>
          <dt>Your tags</dt>
          <dd dir="auto">{tags.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/**
 * Whether the viewer may be able to move it: its athlete, and users who manage the session on whose page it was rowed.
 */
function mayMove({ isCompleted, source, session, isMoved = false }: Shown, isOwn: boolean): boolean {
  const isRowedHere = source === 'monitor' || source === 'simulated';
  return isCompleted && isRowedHere && (session === null || (isOwn && isMoved));
}

/** From this many characters on, a text is a sentence, and too long for large letters. */
const longText = 60;

type HeadingProps = { activity: Activity; actions: ReactNode; children: ReactNode };

function Heading({ activity, actions, children }: HeadingProps) {
  const { user, createdAt } = activity;
  return (
    <header className={styles.heading}>
      <h1 data-long={activity.workout.length > longText}>
        {formatWorkout(activity.workout) || activity.title}
      </h1>
      <p className={styles.marks}>
        {children}
        {activity.isPartial && <PartialMark />}
        <SourceMark activity={activity} />
        <StartMark startOffset={activity.startOffset} />
      </p>
      <p className={styles.facts}>
        <span className={styles.athlete}>
          <Avatar name={user.displayName} imageURL={user.iconURL} />
          <AthleteLink athlete={user} />
        </span>
        {(activity.session !== null || activity.title !== activity.workout) && (
          <SessionLink activity={activity} />
        )}
        <time dateTime={createdAt}>
          {formatFullDay(dayOf(createdAt, viewerTimeZone()))}, {formatTime(createdAt)}
        </time>
      </p>
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}

/**
 * Prints the page in its light mode, in which plots have dark lines, because a canvas keeps the colors of the screen.
 */
function usePrintMode(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let mode: string | undefined;
    const before = () => {
      mode = dataset['mode'];
      dataset['mode'] = 'light';
    };
    const after = () => {
      if (mode !== undefined) dataset['mode'] = mode;
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
}

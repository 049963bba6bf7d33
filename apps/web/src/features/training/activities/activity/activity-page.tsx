import type { activities, Activity } from '@boathouse/contract/activities';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { dayOf, formatFullDay, formatTime, viewerTimeZone } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { NotFound } from '../../../../ui/not-found.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { AthleteLink } from '../../../people/users/index.ts';
import { BestMarks, personalBestsOf } from '../../statistics/index.ts';
import { activityById, resultsBeside } from '../api.ts';
import { PartialMark } from '../partial-mark.tsx';
import { Others } from '../result/others.tsx';
import { OwnNote } from '../result/own-note.tsx';
import { ResultStory } from '../result/result-story.tsx';
import { ShareResult } from '../result/share-result.tsx';
import { SessionLink } from '../session-link.tsx';
import { SourceMark } from '../source-mark.tsx';
import { StartMark } from '../start-mark.tsx';
import styles from './activity-page.module.css';
import { ActivityFiles } from './activity-files.tsx';
import { ActivitySummary } from './activity-summary.tsx';
import type { MoveRowProps } from '../move/move-row.tsx';
import type { OwnActivityProps } from './own-activity.tsx';
import { SplitsTable } from './splits-table.tsx';
import { StrokeReview } from './stroke-review.tsx';
import { AskedRows } from '../same/asked-rows.tsx';
import type { OwnTagsProps } from '../tags/own-tags.tsx';

const EnteredResult = lazyPart({
  name: 'What you can do with this result',
  load: async () => (await loadChunk(() => import('./entered-result.tsx'))).EnteredResult,
});

type Shown = EndpointResponse<typeof activities.byId>;

const OwnActivity = lazyPart<OwnActivityProps>({
  name: 'What you decide about this activity',
  load: async () => (await loadChunk(() => import('./own-activity.tsx'))).OwnActivity,
});

const OwnTags = lazyPart<OwnTagsProps>({
  name: 'Your tags',
  load: async () => (await loadChunk(() => import('../tags/own-tags.tsx'))).OwnTags,
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
};

type ActivityPageProps = ActivityParts & {
  /** Shows what this device keeps of an activity that the server does not return, or else `fallback`. */
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
  const splits =
    summary === null || summary.splits.length === 0 ? null : (
      <Panel title={summary.splits.some(({ restTime }) => restTime > 0) ? 'Intervals' : 'Splits'}>
        <SplitsTable activity={activity} summary={summary} />
      </Panel>
    );
  return (
    <Page className={styles.page}>
      <Heading activity={activity} actions={parts.actionsOf(activity)}>
        <BestMarks activityId={activity._id} bests={bests} />
      </Heading>
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
      </Panel>
      {isOwn && activity.isCompleted && <AskedRows of={activity._id} />}
      {activity.isCompleted && (
        <StrokeReview activity={activity} viewerId={viewer._id} bests={bests}>
          {splits}
        </StrokeReview>
      )}
      {activity.isCompleted && <Others {...{ activity, results }} />}
      <div className={styles.around}>
        {isOwn && <OwnNote activityId={activity._id} />}
        {isOwn && <Tags activity={activity} />}
        {isOwn && activity.isCompleted && (
          <Panel title="Share">
            <ShareResult activity={activity} />
          </Panel>
        )}
        {activity.isCompleted && <ActivityFiles activity={activity} />}
        {isOwn && activity.isCompleted && activity.source === 'monitor' && (
          <SentToServices renderUploads={() => parts.renderUploads(activity._id, viewer._id)} />
        )}
        {mayMove(activity, isOwn) && <MoveRow activity={activity} />}
        {isOwn && activity.isCompleted && activity.session === null && <OwnActivity activity={activity} />}
        {isOwn && activity.source === 'entered' && activity.session !== null && (
          <EnteredResult activity={activity} />
        )}
        <Panel title="Likes and comments">{parts.renderComments(activity._id, viewer._id)}</Panel>
      </div>
    </Page>
  );
}

/** Whether the viewer may be able to move it: its athlete, and those who manage the session on whose page it was rowed. */
function mayMove({ isCompleted, source, session, isMoved = false }: Shown, isOwn: boolean): boolean {
  const isRowedHere = source === 'monitor' || source === 'simulated';
  return isCompleted && isRowedHere && (session === null || (isOwn && isMoved));
}

/** Most activities have no tags, and few are given some: the form loads when it is opened. */
function Tags({ activity }: OwnTagsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Your tags">
      {isOpen ? (
        <OwnTags activity={activity} />
      ) : (
        <>
          <p dir="auto">{activity.tags?.join(', ')}</p>
          <Button onClick={() => setIsOpen(true)}>Edit tags</Button>
        </>
      )}
    </Panel>
  );
}

/** Asks when it is opened: most activities were sent nowhere, and the first load of the page is near its limit. */
function SentToServices({ renderUploads }: { renderUploads: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Connected services">
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        What was sent
      </Button>
      {isOpen && renderUploads()}
    </Panel>
  );
}

/** Characters from which a text is a sentence, and too long for large letters. */
const longText = 60;

type HeadingProps = { activity: Activity; actions: ReactNode; children: ReactNode };

function Heading({ activity, actions, children }: HeadingProps) {
  const { user, createdAt } = activity;
  return (
    <header className={styles.heading}>
      <h1 data-long={activity.workout.length > longText}>{activity.workout || activity.title}</h1>
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

/** Prints the page in its light mode, in which plots have dark lines: a canvas keeps the colors of the screen. */
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

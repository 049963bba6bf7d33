import type { ListedActivity } from '@boathouse/contract/activities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useCurrentUser, useIsGuest } from '../../../people/auth/index.ts';
import { personalBestsOf } from '../../statistics/index.ts';
import { activityById } from '../api.ts';
import { standingOf } from './api.ts';
import { ActivitySummary } from '../activity/activity-summary.tsx';
import { SplitsTable } from '../activity/splits-table.tsx';
import styles from './finished-row.module.css';
import { Others } from './others.tsx';
import { OwnNote } from './own-note.tsx';
import { ResultStory } from './result-story.tsx';
import { ShareResult } from './share-result.tsx';

type FinishedRowProps = {
  /** The stored result; replaced when there is a better one. */
  stored: ListedActivity;
  /** Completed results of the same workout item. */
  results: readonly ListedActivity[];
};

/** The viewer's result, which replaces the figures after the workout is stored. */
export function FinishedRow({ stored, results }: FinishedRowProps) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const { data: activity, isError, refetch } = useQuery(activityById(stored._id));
  const isGuest = useIsGuest();
  const { data: bests = [] } = useQuery({ ...personalBestsOf(me._id), enabled: !isGuest });
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Typing continues.
    if (document.activeElement?.matches('input, textarea')) return;
    headingRef.current?.focus({ preventScroll: true });
    headingRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // If read before, these belong to the workout in progress, or to a result without the monitor's summary.
  useEffect(() => {
    for (const { queryKey } of [activityById(stored._id), standingOf(stored._id), personalBestsOf(me._id)]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, stored, me._id]);
  const isKnown = activity?.isCompleted === true;
  return (
    <div className={styles.result}>
      <div className={styles.head}>
        <h2 ref={headingRef} tabIndex={-1}>
          Your result
        </h2>
        {/* Above parts that load later, which would move them away from a press. */}
        <div className={styles.links}>
          {!isGuest && (
            <Link to={`/activities/${stored._id}`} className={buttonClass('primary')}>
              Open the result
            </Link>
          )}
          {stored.workoutItemIndex !== null && (
            <a href={`#item-${stored.workoutItemIndex}`} className={buttonClass()}>
              Results of the session
            </a>
          )}
        </div>
      </div>
      {isKnown ? (
        <>
          <div>
            <ActivitySummary activity={activity} />
            <ResultStory {...{ activity, bests, results }} viewerId={me._id} />
          </div>
          <div className={styles.columns}>
            {activity.summary !== null && activity.summary.splits.length > 0 && (
              <Panel title="Splits">
                <SplitsTable activity={activity} summary={activity.summary} />
              </Panel>
            )}
            <Others {...{ activity, results }} />
          </div>
          {!isGuest && (
            <>
              <OwnNote activityId={activity._id} />
              <ShareResult activity={activity} />
            </>
          )}
        </>
      ) : isError ? (
        <Unavailable onRetry={() => void refetch()}>
          Your result is stored, but it couldn't be loaded.
        </Unavailable>
      ) : (
        <Loading label="Loading your result" lines={4} />
      )}
    </div>
  );
}

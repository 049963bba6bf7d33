import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../../features/training/activities/activity/activity-page.module.css';
import { ActivitySummary } from '../../features/training/activities/activity/activity-summary.tsx';
import { SplitsTable } from '../../features/training/activities/activity/splits-table.tsx';
import { StrokeReview } from '../../features/training/activities/activity/stroke-review.tsx';
import { strokesOf } from '../../features/training/activities/api.ts';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { findKeptResult, type KeptResult as Kept } from '../../features/rowing/rowing/run/kept-result.ts';
import { formatDayAndTime, formatWorkout } from '../../lib/format.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadingPage } from '../../ui/states.tsx';

/** Looks this often whether the row was sent. */
const lookEveryMs = 2_000;

type KeptResultProps = {
  activityId: string;
  /** Shown if this device stores nothing of the activity. */
  fallback: ReactNode;
  /** Called once the server has it. */
  onSent: () => void;
};

/** The page of a result that waits for the server: figures, splits and plots from this device's journal. */
export function KeptResult({ activityId, fallback, onSent }: KeptResultProps) {
  const user = useCurrentUser();
  const client = useQueryClient();
  const [kept, setKept] = useState<Kept | null>();
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    let isGone = false;
    let wasThere = false;
    async function look(): Promise<void> {
      const found = await findKeptResult(user, activityId).catch((error: unknown) => {
        console.warn("This device's journal could not be read", error);
        return null;
      });
      if (isGone) return;
      if (found !== null && !wasThere) {
        client.setQueryData(strokesOf(activityId).queryKey, found.strokes);
        setKept(found);
      } else if (found === null && wasThere) sent();
      else if (found === null) setKept(null);
      wasThere = found !== null;
    }
    void look();
    const timer = setInterval(() => void (wasThere && look()), lookEveryMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [activityId, client, user]);
  if (kept === undefined) return <LoadingPage label="Loading the activity" />;
  return kept === null ? fallback : <Result kept={kept} viewerId={user._id} />;
}

/** A replay reads the server's strokes, which are not there yet. */
const noReplay = () => null;

function Result({ kept: { activity, sessionId }, viewerId }: { kept: Kept; viewerId: string }) {
  const { summary } = activity;
  return (
    <Page className={styles.page}>
      <header className={styles.heading}>
        <h1>{formatWorkout(activity.workout) || activity.title}</h1>
        <p className={styles.facts}>
          {sessionId === null ? (
            <span>{activity.title}</span>
          ) : (
            <Link to={`/sessions/${sessionId}`}>{activity.title}</Link>
          )}
          <time dateTime={activity.createdAt}>{formatDayAndTime(activity.createdAt)}</time>
        </p>
      </header>
      <p role="status" className={styles.progress}>
        Not sent yet. This result is kept on this device, and sent when the server can be reached.
      </p>
      <Panel title="Result">
        <ActivitySummary activity={activity} />
      </Panel>
      <StrokeReview activity={activity} viewerId={viewerId} bests={[]} renderReplay={noReplay}>
        {summary === null || summary.splits.length === 0 ? null : (
          <Panel title={summary.splits.some(({ restTime }) => restTime > 0) ? 'Intervals' : 'Splits'}>
            <SplitsTable activity={activity} summary={summary} />
          </Panel>
        )}
      </StrokeReview>
    </Page>
  );
}

import type { Goal } from '@boathouse/contract/statistics/goals';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { formatWhole, viewerTimeZone } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { goalOf } from './api.ts';
import { GoalForm } from './lazy-goal-form.tsx';
import styles from './goal-panel.module.css';
import { periodInWords, progressInWords } from './goal-words.ts';
import { progressOf } from './progress.ts';

/** The user's goal of meters in a line under the meters, with the rowed part, and its form in place. */
export function GoalPanel({ userId }: { userId: string }) {
  const timeZone = viewerTimeZone();
  const { data: goal, isError, refetch } = useQuery(goalOf(userId, timeZone));
  const [isEditing, setIsEditing] = useState(false);
  const headingId = useId();
  const editRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(isEditing, editRef);
  const isShown = goal !== undefined && !isEditing;
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <header className={styles.header}>
        <h2 id={headingId}>Goal</h2>
        {isShown && goal !== null && (
          <p>
            <strong>{formatWhole(Math.floor(goal.rowedMeters))}</strong> of {formatWhole(goal.meters)} m{' '}
            {periodInWords(goal)}
          </p>
        )}
        {isShown && (
          <span className={styles.edit}>
            <Button
              ref={editRef}
              look="quiet"
              aria-label={goal === null ? undefined : 'Edit goal'}
              onClick={() => setIsEditing(true)}
            >
              {goal === null ? 'Set a goal' : 'Edit'}
            </Button>
          </span>
        )}
      </header>
      {goal === undefined &&
        (isError ? (
          <Unavailable onRetry={() => void refetch()}>Your goal couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your goal" lines={1} />
        ))}
      {isShown && goal !== null && <GoalProgress goal={goal} timeZone={timeZone} />}
      {goal !== undefined && isEditing && (
        <GoalForm userId={userId} timeZone={timeZone} goal={goal} onClose={() => setIsEditing(false)} />
      )}
    </section>
  );
}

function GoalProgress({ goal, timeZone }: { goal: Goal; timeZone: string }) {
  const progress = progressOf(goal, useToday(timeZone));
  const words = progressInWords(goal, progress);
  const percent = (meters: number) => `${Math.min(100, (100 * meters) / goal.meters)}%`;
  return (
    <div className={styles.goal} data-state={progress.state}>
      <div className={styles.line} aria-hidden="true">
        <span className={styles.rowed} style={{ width: percent(goal.rowedMeters) }} />
        {(progress.state === 'ahead' || progress.state === 'under way') && (
          <span className={styles.due} style={{ left: percent(progress.dueMeters) }} />
        )}
      </div>
      <p className={styles.words}>{words}</p>
    </div>
  );
}

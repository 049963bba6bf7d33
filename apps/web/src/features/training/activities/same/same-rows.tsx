import { imports, type SameRowQuestion } from '@boathouse/contract/activities/imports';
import { machineNames } from '@boathouse/contract/activities/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { formatDayAndTime, formatDistance } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import styles from './same-rows.module.css';

export type SameRowsProps = {
  questions: readonly SameRowQuestion[];
  /** The activity of the page; null on a page of many. */
  of: string | null;
};

/** Asks about activities that are probably one row: both count until the viewer answers. */
export function SameRows({ questions, of }: SameRowsProps) {
  const list = questions.map((question) => (
    <Question key={`${question.activity._id} ${question.other._id}`} question={question} of={of} />
  ));
  return (
    <section aria-label="Rows that may be the same" className={styles.panel}>
      {of === null ? (
        // A page of many is opened for its list.
        <details className={styles.folded}>
          <summary>
            {list.length === 1 ? '1 row looks like a row' : `${list.length} rows look like rows`} you have
            already
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}

type QuestionProps = { question: SameRowQuestion } & Pick<SameRowsProps, 'of'>;

function Question({ question: { activity, other }, of }: QuestionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const answer = useMutation({
    mutationFn: (isSame: boolean) =>
      callApi(imports.answer, { params: { id: activity._id }, body: { other: other._id, isSame } }),
    onSuccess: (_, isSame) => {
      showToast(isSame ? 'One row now' : 'Both are kept', 'same row');
      // The other activity now includes this one.
      if (isSame && of === activity._id) void navigate(`/activities/${other._id}`, { replace: true });
      // Totals, bests and lists may have changed.
      return client.invalidateQueries();
    },
    onError: (error) => showErrorToast(refusalOf(error), { action: 'same row' }),
  });
  return (
    <div className={styles.question}>
      <h2>This looks like a row you have already</h2>
      <ul>
        {[activity, other].map((row) => (
          <li key={row._id}>
            <Link to={`/activities/${row._id}`} dir="auto">
              {row.title || 'Just row'}
            </Link>
            <span className={styles.facts}>
              <time dateTime={row.createdAt}>{formatDayAndTime(row.createdAt)}</time>
              <span>{machineNames[row.machine]}</span>
              <span>{formatDistance(row.distance)}</span>
              <span>{formatDuration(row.elapsedTime)}</span>
              <span>{row.strokes === 0 ? 'Result only' : `${row.strokes} strokes`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.facts}>Both count until you answer. One row keeps what both have.</p>
      <div className={styles.actions}>
        <Button isBusy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          Keep both
        </Button>
        <Button isBusy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          It is the same
        </Button>
      </div>
    </div>
  );
}

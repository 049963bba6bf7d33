import type { ReportCase, ReportDecision } from '@boathouse/contract/administration/reports';
import { limits } from '@boathouse/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { pagesOf } from '../../../lib/paging.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { TabList } from '../../../ui/tab-list.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { reportsQuery, useDecideReport, useTakeBack } from './api.ts';
import styles from './administration.module.css';
import { ReportedCase } from './reported-case.tsx';
import { questionOf, reportActions } from './report-words.ts';

const states = [
  { key: 'open', label: 'Open' },
  { key: 'decided', label: 'Decided' },
] as const;
type State = (typeof states)[number]['key'];

/** Reports of members, and the decisions on them. */
export function Reports() {
  const [state, setState] = useState<State>('open');
  const id = useId();
  return (
    <div className={styles.reports}>
      <TabList
        label="Reports"
        id={id}
        tabs={states}
        selected={state}
        onSelect={(key) => setState(states.find((each) => each.key === key)?.key ?? 'open')}
        className={segmentsClass}
      />
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${state}`} tabIndex={-1}>
        <Cases key={state} state={state} />
      </div>
    </div>
  );
}

const nothing = {
  open: 'Nothing is reported. You get a notification when a member reports a comment, a profile or a club.',
  decided: `Nothing was decided in the last ${limits.reportDays} days.`,
} as const satisfies Record<State, string>;

function Cases({ state }: { state: State }) {
  const [wantedPage, setPage] = useState(1);
  const [asked, setAsked] = useState<{ about: ReportCase; decision: ReportDecision } | null>(null);
  const found = useQuery(reportsQuery(state, wantedPage));
  const decide = useDecideReport();
  const takeBack = useTakeBack();
  const { data, isError, refetch } = found;
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The reports couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the reports" />
    );
  }
  if (data.count === 0) {
    return (
      <p role="status" className={styles.note}>
        {nothing[state]}
      </p>
    );
  }
  const pages = pagesOf(data.count);
  // The last decision of the last page leaves it without a case.
  if (wantedPage > pages) setPage(pages);
  const question = asked && questionOf(asked.about, asked.decision);
  return (
    <>
      <p role="status" className={styles.note}>
        {formatCount(data.count)} {state}
      </p>
      <ul className={styles.rows}>
        {data.cases.map((each) => (
          <ReportedCase
            key={each._id}
            about={each}
            isBusy={
              (decide.isPending && decide.variables.id === each._id) ||
              (takeBack.isPending && takeBack.variables === each._id)
            }
            onDecide={(decision) => setAsked({ about: each, decision })}
            onTakeBack={() => takeBack.mutate(each._id)}
          />
        ))}
      </ul>
      {pages > 1 && <Pager page={wantedPage} pages={pages} onPage={setPage} />}
      {asked && question && (
        <ConfirmDialog
          question={question.title}
          action={reportActions[asked.decision]}
          look={asked.decision === 'dismissed' ? 'primary' : 'danger'}
          onConfirm={() => decide.mutate({ id: asked.about._id, decision: asked.decision })}
          onClose={() => setAsked(null)}
        >
          {question.details}
        </ConfirmDialog>
      )}
    </>
  );
}

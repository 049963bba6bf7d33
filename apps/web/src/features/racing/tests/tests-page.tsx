import type { Test } from '@boathouse/contract/racing/tests';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatDayAndTime, nowIn } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { isAdmin, useClub } from '../../clubs/clubs/index.ts';
import { testsOf } from '../../clubs/squads/index.ts';
import { pieceName } from './pieces.ts';
import { SessionTestDialog } from './session-test-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import styles from './tests.module.css';

/** The tests of a club, the last to close first. */
export function TestsPage() {
  const { club, membership } = useClub();
  const { data, isError, refetch } = useQuery(testsOf(club._id));
  const [isNew, setIsNew] = useState(false);
  const [search, setSearch] = useSearchParams();
  const [ofSession, item] = [search.get('session'), Number(search.get('item') ?? 0)];
  const navigate = useNavigate();
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The tests couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the tests" />
    );
  }
  const isManager = isAdmin(membership?.role ?? null);
  return (
    <Panel title="Tests" aside={isManager && <Button onClick={() => setIsNew(true)}>New test</Button>}>
      {data.length === 0 && (
        <Empty>
          <p>
            {isManager
              ? 'No tests yet. Define one, and its board shows what your members row while it is open.'
              : 'No tests yet. The admins of the club define them.'}
          </p>
        </Empty>
      )}
      <ul className={styles.list}>
        {data.map((test) => (
          <li key={test._id} className={styles.test}>
            <Link to={`/clubs/${club.customURL}/tests/${test._id}`}>{test.title}</Link>
            <span className={styles.note}>{rulesInWords(test)}</span>
          </li>
        ))}
      </ul>
      {isNew && (
        <TestDialog
          test={null}
          onSaved={({ _id }) => void navigate(`/clubs/${club.customURL}/tests/${_id}`)}
          onClose={() => setIsNew(false)}
        />
      )}
      {ofSession !== null && isManager && (
        <SessionTestDialog
          sessionId={ofSession}
          item={item}
          onSaved={({ _id }) => void navigate(`/clubs/${club.customURL}/tests/${_id}`)}
          onClose={() => setSearch({}, { replace: true })}
        />
      )}
    </Panel>
  );
}

/** `2k, Seniors, open until Tue, Dec 8, 6:00 PM`. */
function rulesInWords(test: Test): string {
  const now = nowIn('UTC').toInstant();
  const opens = Temporal.Instant.from(test.opensAt);
  const closes = Temporal.Instant.from(test.closesAt);
  const when =
    Temporal.Instant.compare(now, opens) < 0
      ? `opens ${formatDayAndTime(test.opensAt)}`
      : Temporal.Instant.compare(now, closes) <= 0
        ? `open until ${formatDayAndTime(test.closesAt)}`
        : `closed ${formatDayAndTime(test.closesAt)}`;
  return [pieceName(test.piece), test.squad?.name, when].filter(Boolean).join(', ');
}

import { IdSchema } from '@boathouse/contract/ids';
import type { BoardRow, Test, TestBoard, TestResult, UnrankedReason } from '@boathouse/contract/racing/tests';
import { ageGroupName, ageGroups } from '@boathouse/racing/age-groups';
import { formatPace } from '@boathouse/workout/pace';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isNotThere } from '../../../lib/api.ts';
import { formatDayAndTime, formatDistance } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { isAdmin, useClub } from '../../clubs/clubs/index.ts';
import { squadsOf } from '../../clubs/squads/index.ts';
import { boardOf, sheets, useRemoveTest, useSaveSheet, type Filter } from './api.ts';
import { OwnFiguresDialog } from './own-figures-dialog.tsx';
import { changeText, pieceName, scoreText } from './pieces.ts';
import { TestDialog } from './test-dialog.tsx';
import styles from './tests.module.css';

const AthleteLine = lazyPart({
  name: 'The chart',
  load: async () => (await loadChunk(() => import('./athlete-line.tsx'))).AthleteLine,
  waiting: <Loading label="Loading the chart" lines={5} />,
});

/** A test with its board. */
export function BoardPage() {
  const { club } = useClub();
  const { testID = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const { data, error, isError, refetch } = useQuery(boardOf({ clubId: club._id, testId: testID }, filter));
  if (isNotThere(error)) {
    return (
      <Empty>
        <p>This test was deleted, or never existed.</p>
      </Empty>
    );
  }
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The board couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the board" lines={6} />
    );
  }
  const show = (next: Filter) => setQuery(next, { replace: true, preventScrollReset: true });
  return <Board board={data} filter={filter} onFilter={show} />;
}

/** Parses the filter in the URL: `?sex=female&ageGroup=40`. Leaves out invalid parts. */
function filterOf(query: URLSearchParams): Filter {
  const [squad, sex, ageGroup] = ['squad', 'sex', 'ageGroup'].map((name) => query.get(name));
  return {
    ...(IdSchema.safeParse(squad).success ? { squad: squad ?? '' } : {}),
    ...(sex === 'female' || sex === 'male' ? { sex } : {}),
    ...(ageGroups.some((from) => String(from) === ageGroup) ? { ageGroup: ageGroup ?? '' } : {}),
  };
}

type BoardProps = { board: TestBoard; filter: Filter; onFilter: (filter: Filter) => void };

function Board({ board: { test, rows, own }, filter, onFilter }: BoardProps) {
  const { club, membership } = useClub();
  const [isAsking, setIsAsking] = useState(false);
  const [athlete, setAthlete] = useState<BoardRow['user'] | null>(null);
  const sheet = useSaveSheet();
  const rowed = rows.filter(({ result }) => result !== null);
  const stopped = rows.filter(({ result, stoppedAtM }) => result === null && stoppedAtM != null);
  const missing = rows.filter(({ result, stoppedAtM }) => result === null && stoppedAtM == null);
  const ofTest = { clubId: club._id, testId: test._id };
  return (
    <>
      <Panel title={test.title} aside={isAdmin(membership?.role ?? null) && <Manage test={test} />}>
        <div className={styles.content}>
          <div className={styles.top}>
            <p className={styles.note}>{rulesInWords(test)}</p>
            <Filters filter={filter} onFilter={onFilter} />
          </div>
          {rowed.length === 0 && Object.keys(filter).length > 0 ? (
            <Empty>
              <p role="status">No results for this choice.</p>
              <Button onClick={() => onFilter({})}>Show all</Button>
            </Empty>
          ) : rowed.length === 0 ? (
            <Empty>
              <p>
                No one has rowed it yet. Rows in the club's sessions count, and rows on your profile; rows
                that only you see don't.
              </p>
            </Empty>
          ) : (
            <Results test={test} rows={rowed} onAthlete={setAthlete} />
          )}
          {stopped.length > 0 && (
            <p>
              Not finished:{' '}
              {stopped
                .map(
                  ({ user, stoppedAtM }) =>
                    `${user.displayName} stopped at ${formatDistance(stoppedAtM ?? null)}`,
                )
                .join(', ')}
            </p>
          )}
          {missing.length > 0 && (
            <p className={styles.note}>
              Not rowed yet: {missing.map(({ user }) => user.displayName).join(', ')}
            </p>
          )}
          <div className={styles.actions}>
            <Button onClick={() => setIsAsking(true)}>Your weight and category</Button>
            <Button isBusy={sheet.isPending} onClick={() => sheet.mutate(() => sheets.board(ofTest, filter))}>
              Save as CSV
            </Button>
          </div>
        </div>
      </Panel>
      {athlete !== null && (
        <Dialog title={`${athlete.displayName}, ${pieceName(test.piece)}`} onClose={() => setAthlete(null)}>
          <AthleteLine ofTest={ofTest} test={test} userId={athlete._id} />
          <Button onClick={() => setAthlete(null)}>Close</Button>
        </Dialog>
      )}
      {isAsking && <OwnFiguresDialog ofTest={ofTest} own={own} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function rulesInWords({ piece, opensAt, closesAt, counts, rateMax, squad, session }: Test): string {
  return [
    pieceName(piece),
    session === null ? null : `in ${session.title}`,
    squad?.name,
    `${formatDayAndTime(opensAt)} to ${formatDayAndTime(closesAt)}`,
    counts === 'best' ? 'the best result counts' : 'the first result counts',
    rateMax === null ? null : `at most ${rateMax} spm`,
  ]
    .filter(Boolean)
    .join(', ');
}

function Manage({ test }: { test: Test }) {
  const { club } = useClub();
  const [shown, setShown] = useState<'change' | 'delete' | null>(null);
  const remove = useRemoveTest(club._id);
  const navigate = useNavigate();
  return (
    <div className={styles.actions}>
      <Button onClick={() => setShown('change')}>Change</Button>
      <Button look="quiet" onClick={() => setShown('delete')}>
        Delete
      </Button>
      {shown === 'change' && <TestDialog test={test} onClose={() => setShown(null)} />}
      {shown === 'delete' && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${test.title}?`}
          action="Delete"
          look="danger"
          onConfirm={() =>
            remove.mutate(test, { onSuccess: () => void navigate(`/clubs/${club.customURL}/tests`) })
          }
          onClose={() => setShown(null)}
        >
          The rows stay with their athletes. Weights that were given for this test are deleted.
        </ConfirmDialog>
      )}
    </div>
  );
}

const sexNames = { female: 'Women', male: 'Men' } as const;

function Filters({ filter, onFilter }: Pick<BoardProps, 'filter' | 'onFilter'>) {
  const { club } = useClub();
  const { data: squads = [], isError, refetch } = useQuery(squadsOf(club._id));
  const choose = (name: keyof Filter) => ({
    value: filter[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const { [name]: _before, ...rest } = filter;
      if (name !== 'sex') onFilter(value === '' ? rest : { ...rest, [name]: value });
      else onFilter(value === 'female' || value === 'male' ? { ...rest, sex: value } : rest);
    },
  });
  return (
    <div className={styles.filters}>
      {isError && squads.length === 0 && (
        <Unavailable onRetry={() => void refetch()}>The squads couldn't be loaded.</Unavailable>
      )}
      {squads.length > 0 && (
        <NativeSelect
          label="Squad"
          data={[
            { value: '', label: 'All' },
            ...squads.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          {...choose('squad')}
        />
      )}
      <NativeSelect
        label="Category"
        data={[
          { value: '', label: 'All' },
          { value: 'female', label: sexNames.female },
          { value: 'male', label: sexNames.male },
        ]}
        {...choose('sex')}
      />
      <NativeSelect
        label="Age group"
        data={[
          { value: '', label: 'All' },
          ...ageGroups.map((from) => ({ value: String(from), label: ageGroupName(from) })),
        ]}
        {...choose('ageGroup')}
      />
    </div>
  );
}

/** Columns that a phone has as words below the name. */
const rest = `${figureCell} ${styles.rest}`;

type ResultsProps = {
  test: Test;
  rows: readonly BoardRow[];
  onAthlete: (user: BoardRow['user']) => void;
};

function Results({ test, rows, onAthlete }: ResultsProps) {
  const { kind } = test.piece;
  const withWeight = rows.some(({ wattsPerKg }) => wattsPerKg !== null);
  const withDrag = rows.some(({ result }) => result?.dragFactor != null);
  const withSplits = rows.some(({ result }) => (result?.splits.length ?? 0) > 1);
  const shown = { withWeight, withDrag, withSplits };
  return (
    <>
      <div className={styles.board}>
        <Table caption={`Board of ${test.title}`}>
          <thead>
            <tr>
              <th scope="col" className={figureCell}>
                Place
              </th>
              <th scope="col">Athlete</th>
              <th scope="col" className={figureCell}>
                {kind === 'distance' ? 'Time' : 'Meters'}
              </th>
              <th scope="col" className={figureCell}>
                /500 m
              </th>
              <th scope="col" className={rest}>
                Watts
              </th>
              <th scope="col" className={rest}>
                Rate
              </th>
              <th scope="col" className={figureCell}>
                To last
              </th>
              <th scope="col" className={rest}>
                To best
              </th>
              {withWeight && (
                <>
                  <th scope="col" className={rest}>
                    W/kg
                  </th>
                  <th scope="col" className={rest}>
                    Weight-adjusted
                  </th>
                </>
              )}
              {withDrag && (
                <th scope="col" className={`${figureCell} ${styles.wide}`}>
                  Drag
                </th>
              )}
              {withSplits && (
                <th scope="col" className={styles.wide}>
                  Splits, /500 m
                </th>
              )}
              <th scope="col" className={styles.notes}>
                Notes
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ResultRow key={row.user._id} {...{ test, row, onAthlete, shown }} />
            ))}
          </tbody>
        </Table>
      </div>
      {withWeight && (
        <p className={styles.note}>
          Weight-adjusted by Concept2's formula: the time times (weight in lb / 270)^0.222, or the meters
          divided by it. Only of athletes who gave a weight; the place is by the raw result.
        </p>
      )}
    </>
  );
}

type ResultRowProps = Omit<ResultsProps, 'rows'> & {
  row: BoardRow;
  /** The board's optional columns. */
  shown: { withWeight: boolean; withDrag: boolean; withSplits: boolean };
};

function ResultRow({ test, row, shown, onAthlete }: ResultRowProps) {
  const { kind } = test.piece;
  const { withWeight, withDrag, withSplits } = shown;
  const { user, result, place } = row;
  if (result === null) return null;
  const words = restInWords(kind, row, result);
  const notes = notesOf(test, row, result);
  return (
    <tr>
      <td className={figureCell}>{place ?? '–'}</td>
      <th scope="row">
        <Button look="quiet" onClick={() => onAthlete(user)}>
          {user.displayName}
        </Button>
      </th>
      <td className={figureCell}>
        <Link to={`/activities/${result.activity}`}>{scoreText(kind, result.score)}</Link>
      </td>
      <td className={figureCell}>{formatPace(result.pace)}</td>
      <td className={rest}>{result.watts ?? '–'}</td>
      <td className={rest}>{result.strokeRate ?? '–'}</td>
      <td className={figureCell}>{changeText(kind, result.score, row.lastScore)}</td>
      <td className={rest}>{changeText(kind, result.score, row.bestScore)}</td>
      {withWeight && (
        <>
          <td className={rest}>{row.wattsPerKg?.toFixed(2) ?? '–'}</td>
          <td className={rest}>{row.adjustedScore === null ? '–' : scoreText(kind, row.adjustedScore)}</td>
        </>
      )}
      {withDrag && <td className={`${figureCell} ${styles.wide}`}>{result.dragFactor ?? '–'}</td>}
      {withSplits && (
        <td className={`${styles.wide} ${styles.splits}`}>{result.splits.map(formatPace).join('  ')}</td>
      )}
      <td className={styles.notes}>
        <span className={styles.narrow}>
          {words}
          {words !== '' && notes !== '' && ', '}
        </span>
        {notes}
      </td>
    </tr>
  );
}

/** `191 W, 28 spm, +15.5 s to the best, 3.12 W/kg, 6:59.8 adjusted`: the columns that a phone has no room for. */
function restInWords(kind: Test['piece']['kind'], row: BoardRow, result: TestResult): string {
  return [
    result.watts === null ? null : `${result.watts} W`,
    result.strokeRate === null ? null : `${result.strokeRate} spm`,
    row.bestScore === null ? null : `${changeText(kind, result.score, row.bestScore)} to the best`,
    row.wattsPerKg === null ? null : `${row.wattsPerKg.toFixed(2)} W/kg`,
    row.adjustedScore === null ? null : `${scoreText(kind, row.adjustedScore)} adjusted`,
  ]
    .filter(Boolean)
    .join(', ');
}

const reasonWords: Record<UnrankedReason, string> = {
  rateTooHigh: 'over the stroke rate',
  rateUnknown: 'stroke rate unknown',
};

/** How many tries a line names, because it has no room for more. */
const namedTries = 3;

function othersInWords(kind: Test['piece']['kind'], others: readonly TestResult[]): string {
  const named = others.slice(0, namedTries).map(({ score }) => scoreText(kind, score));
  const more = others.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

/** `entered, late, second try; also 7:12.3`: everything that a coach must know about a result. */
function notesOf({ piece: { kind } }: Test, { unranked, others }: BoardRow, result: TestResult): string {
  const marks = [
    unranked === null ? null : `Not ranked: ${reasonWords[unranked]}`,
    result.isEntered ? 'entered' : null,
    result.isLate ? 'late' : null,
    result.attempt > 1 ? `try ${result.attempt}` : null,
    others.length === 0 ? null : `also ${othersInWords(kind, others)}`,
  ];
  return marks.filter(Boolean).join(', ');
}

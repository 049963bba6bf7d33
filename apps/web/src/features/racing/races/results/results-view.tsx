import { formatTenths } from '@boathouse/racing/race-time';
import type {
  CategoryResults,
  RaceResultRow,
  RaceResults,
  RaceTeamRow,
} from '@boathouse/contract/races/results';
import { formatPace } from '@boathouse/workout/pace';
import { useState, type ReactNode } from 'react';
import { formatDistance, formatTime } from '../../../../lib/format.ts';
import { segmentsClass } from '../../../../ui/tabs.ts';
import { figureCell, Table } from '../../../../ui/table.tsx';
import {
  formatGap,
  formatPercent,
  formatScore,
  handicapWords,
  outcomeWords,
  pieceWords,
  recordWords,
  roundWords,
} from '../race-words.ts';
import type { RankedRace } from './public-replays.tsx';
import styles from './results.module.css';

type Piece = CategoryResults['piece'];
type Handicap = CategoryResults['handicap'];

const viewWords = { category: 'By category', overall: 'Overall', percent: 'By percent of record' } as const;
type View = keyof typeof viewWords;

type ResultsViewProps = {
  results: RaceResults;
  /** Shown below a category, for its ranked races. */
  renderBelow?: (races: readonly RankedRace[]) => ReactNode;
};

/** Results by category and over all, for the day's page and the public page. */
export function ResultsView({ results, renderBelow }: ResultsViewProps) {
  const { categories, overall, byPercent, timeZone } = results;
  const [chosen, setChosen] = useState<View>('category');
  const shown = categories.filter(({ rows, teams }) => rows.length > 0 || teams.length > 0);
  const hasOverall = overall.some(({ rows }) => rows.length > 0) && shown.length > 1;
  const views: View[] = [
    'category',
    ...(hasOverall ? (['overall'] as const) : []),
    ...(byPercent.length > 0 ? (['percent'] as const) : []),
  ];
  const view = views.includes(chosen) ? chosen : 'category';
  if (shown.length === 0) return <p className={styles.none}>No results yet.</p>;
  return (
    <div className={styles.results}>
      {views.length > 1 && (
        <div role="group" aria-label="Results" className={`${segmentsClass} ${styles.choice}`}>
          {views.map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => setChosen(each)}>
              {viewWords[each]}
            </button>
          ))}
        </div>
      )}
      {view === 'category' &&
        shown.map((category) => (
          <Category key={category.category} {...{ category, timeZone, renderBelow }} />
        ))}
      {view === 'percent' && <Percent rows={byPercent} categories={categories} />}
      {view === 'overall' &&
        overall.map(({ piece, rows }) => (
          <section key={pieceWords(piece)} aria-label={pieceWords(piece)} className={styles.category}>
            <header className={styles.head}>
              <h3>{pieceWords(piece)}</h3>
            </header>
            <Rows caption={`${pieceWords(piece)}, overall`} piece={piece} rows={rows} />
          </section>
        ))}
    </div>
  );
}

/** Categories with a record to compare with, of any piece. */
function Percent({
  rows,
  categories,
}: {
  rows: RaceResults['byPercent'];
  categories: RaceResults['categories'];
}) {
  const compared = categories.flatMap(({ category, name, handicap }) =>
    handicap?.kind === 'percentOfRecord' ? [{ category, name, handicap }] : [],
  );
  return (
    <section aria-label={viewWords.percent} className={styles.category}>
      <header className={styles.head}>
        <h3>Percent over the record of each category</h3>
      </header>
      <Rows
        caption={viewWords.percent}
        piece={{ kind: 'distance', amount: 0 }}
        rows={rows}
        handicap={compared[0]?.handicap ?? null}
      />
      <ul className={styles.formula}>
        {compared.map(({ category, name, handicap }) => (
          <li key={category}>
            {name}: {formatTenths(handicap.recordTenths)}, {handicap.source}
          </li>
        ))}
      </ul>
    </section>
  );
}

type CategoryProps = {
  category: CategoryResults;
  timeZone: string;
  renderBelow: ResultsViewProps['renderBelow'];
};

function Category({ category, timeZone, renderBelow }: CategoryProps) {
  const { name, piece, state, officialAt, officialBy, rows, teams, scoring, handicap } = category;
  return (
    <section aria-label={name} className={styles.category}>
      <header className={styles.head}>
        <h3 dir="auto">{name}</h3>
        <p className={styles.state} data-state={state}>
          {state === 'official'
            ? `Official${officialAt === null ? '' : ` ${formatTime(officialAt, timeZone)}`}${officialBy === null ? '' : `, ${officialBy}`}`
            : 'Provisional'}
        </p>
      </header>
      {teams.length > 0 && <Teams teams={teams} piece={piece} scoring={scoring} name={name} />}
      <Rows caption={name} piece={piece} rows={rows} handicap={handicap} />
      {handicap !== null && <p className={styles.formula}>{handicapWords(handicap)}</p>}
      {renderBelow?.(racesIn(rows))}
    </section>
  );
}

/** The races of a ranking, each once: the first one is the winner's. */
function racesIn(rows: readonly RaceResultRow[]): RankedRace[] {
  return [...new Map(rows.map((row) => [row.race, row])).values()];
}

const medalWords: Record<number, string> = { 1: 'Gold', 2: 'Silver', 3: 'Bronze' };

type RowsProps = {
  caption: string;
  piece: Piece;
  rows: readonly (RaceResultRow & { category?: string })[];
  /** Its figure has a separate column, beside the raw result. */
  handicap?: Handicap;
};

function Rows({ caption, piece, rows, handicap = null }: RowsProps) {
  const hasSplits = rows.some(({ splits }) => splits.length > 1);
  const hasCategory = rows.some(({ category }) => category !== undefined);
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col" className={`${figureCell} ${styles.place}`}>
            Place
          </th>
          <th scope="col">Name</th>
          <th scope="col" className={styles.wide}>
            Race
          </th>
          <th scope="col" className={figureCell}>
            {piece.kind === 'distance' ? 'Time' : 'Distance'}
          </th>
          {handicap !== null && (
            <th scope="col" className={figureCell}>
              {handicap.kind === 'mastersAge' ? 'Age-adjusted' : 'Over the record'}
            </th>
          )}
          <th scope="col" className={`${figureCell} ${styles.wide}`}>
            Gap
          </th>
          <th scope="col" className={`${figureCell} ${styles.wide}`}>
            /500 m
          </th>
          {hasSplits && (
            <th scope="col" className={styles.wide}>
              Splits
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.race} ${row.lane} ${index}`} data-medal={row.medal ?? undefined}>
            <td className={figureCell}>
              {row.place ?? (row.outcome === null ? '–' : outcomeWords[row.outcome])}
            </td>
            <th scope="row">
              <span dir="auto" className={styles.name}>
                {row.name}
              </span>
              {row.records.map((record) => (
                <span key={record.of} className={styles.record}>
                  {recordWords(record)}
                </span>
              ))}
              {row.medal !== null && (
                <span className={styles.medal} data-medal={row.medal}>
                  {medalWords[row.medal]}
                </span>
              )}
              <span dir="auto" className={styles.club}>
                {[
                  row.club,
                  row.team,
                  row.bib === '' ? '' : `No. ${row.bib}`,
                  hasCategory ? (row.category ?? '') : '',
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
              </span>
              <Notes row={row} />
            </th>
            <td className={styles.wide}>
              {roundWords(row)}, lane {row.lane}
            </td>
            <td className={figureCell}>
              {row.outcome === 'dnf' && row.meters !== null
                ? formatDistance(row.meters)
                : formatScore(piece, row.score)}
            </td>
            {handicap !== null && <td className={figureCell}>{adjustedText(handicap, row)}</td>}
            <td className={`${figureCell} ${styles.wide}`}>
              {handicap?.kind === 'percentOfRecord' && hasCategory
                ? row.gap !== null && row.gap > 0 && `+${formatPercent(row.gap)}`
                : formatGap(piece, row.gap)}
            </td>
            <td className={`${figureCell} ${styles.wide}`}>{formatPace(row.averagePace)}</td>
            {hasSplits && (
              <td className={`${styles.wide} ${styles.splits}`}>
                {row.splits
                  .map(({ tenths, meters }) =>
                    piece.kind === 'distance' ? formatTenths(tenths) : formatDistance(meters),
                  )
                  .join('  ')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function adjustedText(handicap: NonNullable<Handicap>, { adjusted, score }: RaceResultRow): string {
  if (handicap.kind === 'percentOfRecord') return formatPercent(adjusted);
  const ranked = adjusted ?? score;
  return ranked === null ? '–' : formatTenths(ranked);
}

/** A penalty, an entry by hand, a reason, and a result that may still change. */
function Notes({ row: { penaltyTenths, source, note, isOfficial } }: { row: RaceResultRow }) {
  const notes = [
    penaltyTenths > 0 ? `with ${formatTenths(penaltyTenths)} penalty` : '',
    source === 'hand' ? 'entered by hand' : source === 'file' ? 'from a file' : '',
    note,
    isOfficial ? '' : 'provisional',
  ].filter((part) => part !== '');
  return notes.length === 0 ? null : <span className={styles.notes}>{notes.join(', ')}</span>;
}

type TeamsProps = {
  teams: readonly RaceTeamRow[];
  piece: Piece;
  scoring: CategoryResults['scoring'];
  name: string;
};

function Teams({ teams, piece, scoring, name }: TeamsProps) {
  const scoreOf = (score: number | null) => {
    if (score === null) return 'incomplete';
    if (scoring === 'place') return score === 1 ? '1 point' : `${score} points`;
    if (scoring === 'teamAverage') {
      // A mean is in tenths of the unit.
      return piece.kind === 'distance' ? formatTenths(Math.round(score / 10)) : formatDistance(score / 10, 1);
    }
    return formatScore(piece, score);
  };
  return (
    <Table caption={`Teams of ${name}`}>
      <thead>
        <tr>
          <th scope="col" className={figureCell}>
            Place
          </th>
          <th scope="col">Team</th>
          <th scope="col" className={figureCell}>
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.map(({ place, team, score, members }) => (
          <tr key={team}>
            <td className={figureCell}>{place ?? '–'}</td>
            <th scope="row">
              <span dir="auto" className={styles.name}>
                {team}
              </span>
              <span className={styles.club}>
                {members
                  .map((member) => `${member.name}${member.counts ? '' : ' (does not count)'}`)
                  .join(', ')}
              </span>
            </th>
            <td className={figureCell}>{scoreOf(score)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

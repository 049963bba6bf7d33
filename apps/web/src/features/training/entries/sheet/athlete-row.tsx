import type { Machine } from '@boathouse/contract/activities';
import type { SheetRow } from '@boathouse/contract/activities/entries';
import { resultInWords, type TypedField, type TypedTexts } from '../typed-result.ts';
import styles from './sheet-page.module.css';
import { isRowed, type DraftRow } from './sheet-rows.ts';

export const columnLabels: Record<TypedField, string> = {
  distance: 'Distance, m',
  time: 'Time',
  strokeRate: 'Rate',
  heartRate: 'Heart rate',
};

/** Comes after the reading, so that a phone shows the reading beside the result. */
export const besideColumns: readonly TypedField[] = ['strokeRate', 'heartRate'];

export function cellId(user: string, column: TypedField): string {
  return `entry-${user}-${column}`;
}

type AthleteRowProps = {
  row: SheetRow;
  /** The machine of the typed results. */
  machine: Machine;
  columns: readonly TypedField[];
  draft: DraftRow;
  /** Why the server did not store it. */
  refused: string | null;
  /** Whether the sheet has been sent, so that missing values are errors. */
  isTried: boolean;
  onType: (user: string, texts: TypedTexts) => void;
};

/** An athlete's cells, or the result of their monitor. */
export function AthleteRow(props: AthleteRowProps) {
  const { row, machine, columns, draft, refused, isTried, onType } = props;
  const { user, own, refusal } = row;
  const { _id: id, displayName } = user;
  const { texts, reading, isChanged } = draft;
  if (own !== null && isRowed(row)) {
    return (
      <tr className={`${styles.row} ${styles.rowed}`}>
        <th scope="row" dir="auto">
          {displayName}
        </th>
        <td colSpan={columns.indexOf('strokeRate')}>From the monitor</td>
        <td className={styles.words}>{resultInWords(own, own.machine)}</td>
        <td colSpan={besideColumns.length} />
      </tr>
    );
  }
  const problemOf = (column: TypedField) => {
    const problem = reading.problems[column];
    return problem !== undefined && (isTried || texts[column].trim() !== '') ? problem : null;
  };
  const problems = columns.flatMap((column) => problemOf(column) ?? []);
  const wrong = refused ?? problems[0] ?? null;
  const noteId = `entry-${id}-note`;
  const cells = (shown: readonly TypedField[]) =>
    shown.map((column) => (
      <td key={column} data-label={columnLabels[column]}>
        <input
          id={cellId(id, column)}
          data-athlete={id}
          data-column={column}
          className={styles.cell}
          aria-label={`${columnLabels[column]} of ${displayName}`}
          aria-invalid={problemOf(column) !== null || undefined}
          aria-describedby={noteId}
          autoComplete="off"
          inputMode={column === 'time' ? 'text' : 'decimal'}
          value={texts[column]}
          onChange={(event) => onType(id, { [column]: event.currentTarget.value })}
        />
      </td>
    ));
  return (
    <tr className={styles.row} data-changed={isChanged || undefined}>
      <th scope="row" dir="auto">
        {displayName}
      </th>
      {cells(columns.filter((column) => !besideColumns.includes(column)))}
      <td id={noteId} className={styles.words} data-wrong={wrong !== null || undefined}>
        {wrong ??
          (reading.result === null ? besideOf(row, isChanged) : resultInWords(reading.result, machine))}
        {wrong === null && refusal !== null && !isChanged && (
          <span className={styles.refusal}>
            Refused: {resultInWords(refusal, machine)}
            {refusal.reason !== '' && `. "${refusal.reason}"`}
          </span>
        )}
      </td>
      {cells(besideColumns)}
    </tr>
  );
}

/** The note on an athlete without a result. */
function besideOf({ entered, own }: SheetRow, isChanged: boolean): string {
  if (isChanged && entered !== null) return 'Is removed';
  return own === null ? '' : `The monitor has a part: ${resultInWords(own, own.machine)}`;
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   The style sheet lays the rows out as grids, which takes the table's own roles away. */
import { memo, type ReactNode } from 'react';
import {
  MachineMark,
  OtherWorkoutMark,
  SimulatedMark,
  StartMark,
} from '../../../training/activities/index.ts';
import styles from './rower-grid.module.css';
import type { GridColumn, GridRow as Row } from './grid-values.ts';

type GridRowProps = {
  /** Called with the row's element; returns the function that ends the watch. */
  watch: (element: HTMLTableRowElement) => () => void;
  row: Row;
  columns: readonly GridColumn[];
  /** Whether this is the viewer's row. */
  isSelf: boolean;
  isOpen: boolean;
  /** Id of the athlete's panel below the row; null if it opens as a sheet. */
  panelId: string | null;
  onToggle: (id: string) => void;
  /** The viewer's actions for this row. */
  actions?: ReactNode;
};

/** Memoised: renders only when a text of the row changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { watch, row, columns, isSelf, isOpen, panelId, onToggle } = props;
  const { activity, cells, isSimulated, isStale, isUnusual, otherWorkout } = row;
  return (
    <tr
      ref={watch}
      role="row"
      className={styles.row}
      data-self={isSelf}
      data-stale={isStale}
      data-unusual={isUnusual || undefined}
    >
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} role="rowheader" scope="row" data-column={column}>
            <button
              type="button"
              className={styles.athlete}
              {...(panelId === null
                ? { 'aria-haspopup': 'dialog' as const }
                : { 'aria-expanded': isOpen, 'aria-controls': isOpen ? panelId : undefined })}
              onClick={() => onToggle(activity._id)}
            >
              <span className={styles.name} title={cells.name.text} dir="auto">
                {cells.name.text}
                {isSelf && ' (you)'}
              </span>
              <MachineMark machine={activity.machine} />
              <OtherWorkoutMark workout={otherWorkout} />
              {isSimulated && (
                <span className={styles.simulated}>
                  <SimulatedMark />
                </span>
              )}
              <StartMark startOffset={activity.startOffset} />
            </button>
          </th>
        ) : (
          <td
            key={column}
            role="cell"
            data-column={column}
            data-empty={cells[column].text === '' || undefined}
            data-kept={column === 'target' ? cells.target.order : undefined}
            data-many={column === 'unsent' ? cells.unsent.text !== '' : undefined}
          >
            {column === 'connection' ? <span>{cells.connection.text}</span> : cells[column].text || '–'}
            {column === 'connection' && props.actions}
          </td>
        ),
      )}
    </tr>
  );
});

import { memo, type ReactNode } from 'react';
import { SimulatedMark, StartMark } from '../../activities/index.ts';
import styles from './rower-grid.module.css';
import type { GridColumn, GridRow as Row } from './grid-values.ts';

type GridRowProps = {
  /** Called with the row's element; returns what ends the watch. */
  watch: (element: HTMLTableRowElement) => () => void;
  row: Row;
  columns: readonly GridColumn[];
  /** Whether this is the viewer's row. */
  isSelf: boolean;
  isOpen: boolean;
  /** Id of the athlete's panel. */
  panelId: string;
  onToggle: (id: string) => void;
  /** What the viewer can do about this row. */
  actions?: ReactNode;
};

/** Memoised: renders only when a text of the row changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { watch, row, columns, isSelf, isOpen, panelId, onToggle } = props;
  const { activity, cells, isSimulated, isStale } = row;
  return (
    <tr ref={watch} className={styles.row} data-self={isSelf} data-stale={isStale}>
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} scope="row" data-column={column}>
            <button
              type="button"
              className={styles.athlete}
              aria-expanded={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              onClick={() => onToggle(activity._id)}
            >
              <span className={styles.name} title={cells.name.text}>
                {cells.name.text}
                {isSelf && ' (you)'}
              </span>
              {isSimulated && <SimulatedMark />}
              <StartMark startOffset={activity.startOffset} />
            </button>
          </th>
        ) : (
          <td
            key={column}
            data-column={column}
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

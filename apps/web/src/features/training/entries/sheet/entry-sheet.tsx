import { machines } from '@boathouse/contract/activities';
import type { Sheet } from '@boathouse/contract/activities/entries';
import { machineNames } from '@boathouse/contract/activities/machine';
import { useRef } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { formatWorkout } from '../../../../lib/format.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Table } from '../../../../ui/table.tsx';
import type { TypedField } from '../typed-result.ts';
import { AthleteRow, besideColumns, columnLabels } from './athlete-row.tsx';
import styles from './sheet-page.module.css';
import { focusCell, useCells } from './use-cells.ts';
import { inWords, useSheet, type SheetPlace } from './use-sheet.ts';

type EntrySheetProps = { sheet: Sheet; place: SheetPlace };

/** A table to type results into like a spreadsheet: Enter goes down, Tab across, and a copied range fills its cells. */
export function EntrySheet({ sheet, place }: EntrySheetProps) {
  const { rows } = sheet;
  const saveRef = useRef<HTMLButtonElement>(null);
  const { workout, columns, machine, changed, refused, isTried, ...typed } = useSheet(sheet, place);
  const unsaved = useUnsaved(changed > 0);
  const handleSave = () => {
    const wrong = typed.save();
    if (wrong !== null) focusCell(wrong.user, wrong.column);
  };
  const { pasted, handleKey, handlePaste } = useCells({
    rows,
    columns,
    onType: typed.type,
    onSave: handleSave,
    onEnd: () => saveRef.current?.focus(),
  });

  if (rows.length === 0) {
    return (
      <Empty>
        <p>This session has no athletes yet.</p>
      </Empty>
    );
  }
  return (
    <section aria-label="Results" className={styles.panel}>
      <div className={styles.head}>
        <h2 dir="auto">{formatWorkout(workout)}</h2>
        <NativeSelect
          label="Machine"
          value={machine}
          data={machines.map((value) => ({ value, label: machineNames[value] }))}
          onChange={({ currentTarget: { value } }) =>
            typed.setMachine(machines.find((one) => one === value) ?? null)
          }
        />
      </div>
      <p className={styles.hint}>
        Type times as on the monitor: 7:05.3 or 705.3.{' '}
        <span className={styles.keys}>Enter goes down, Tab across, Ctrl+Enter saves. </span>
        Paste a column, or names and results, from a spreadsheet. An emptied row is removed.
      </p>
      {/* Handles the keys and the paste of all its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={handleKey} onPaste={handlePaste}>
        <Table caption={`Results of ${formatWorkout(workout)}`}>
          <SheetHead columns={columns} />
          <tbody>
            {rows.map((row) => (
              <AthleteRow
                key={row.user._id}
                row={row}
                machine={machine}
                columns={columns}
                draft={typed.draftOf(row)}
                refused={refused.get(row.user._id) ?? null}
                isTried={isTried}
                onType={typed.type}
              />
            ))}
          </tbody>
        </Table>
      </div>
      <p role="status" className={styles.hint}>
        {pasted}
      </p>
      <div className={styles.actions}>
        <Button ref={saveRef} look="primary" isBusy={typed.isSaving} onClick={handleSave}>
          {changed === 0 ? 'Save' : `Save ${inWords(changed)}`}
        </Button>
        <p role="status">{typed.said}</p>
      </div>
      {typed.failure !== null && (
        <p role="alert" className={styles.problem}>
          {messageOf(typed.failure)} Nothing was saved, and what you typed is still here.
        </p>
      )}
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </section>
  );
}

function SheetHead({ columns }: { columns: readonly TypedField[] }) {
  return (
    <thead>
      <tr className={styles.columns}>
        <th scope="col">Athlete</th>
        {columns
          .filter((column) => !besideColumns.includes(column))
          .map((column) => (
            <th key={column} scope="col">
              {columnLabels[column]}
            </th>
          ))}
        <th scope="col">Read as</th>
        {besideColumns.map((column) => (
          <th key={column} scope="col">
            {columnLabels[column]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

import { machines } from '@boathouse/contract/activities';
import { entries, type Sheet } from '@boathouse/contract/activities/entries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Table } from '../../../../ui/table.tsx';
import { machineNames } from '@boathouse/contract/activities/machine';
import { sheetOf } from '../api.ts';
import type { TypedField, TypedTexts } from '../typed-result.ts';
import { AthleteRow, besideColumns, cellId, columnLabels } from './athlete-row.tsx';
import { cellsOf, placePasted } from './paste.ts';
import styles from './sheet-page.module.css';
import {
  changesOf,
  draftRowOf,
  emptyDraft,
  isRowed,
  machineOf,
  sheetItemOf,
  withoutStored,
  type Draft,
} from './sheet-rows.ts';

type EntrySheetProps = { sheet: Sheet; place: { sessionId: string; item: number } };

/** A table to type results into as into a spreadsheet: Enter goes down, Tab across, and a copied range fills its cells. */
export function EntrySheet({ sheet, place }: EntrySheetProps) {
  const { sessionId, item } = place;
  const { rows } = sheet;
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [pasted, setPasted] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  /** The server's messages for rows that it did not store. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setIsTried] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const saveRef = useRef<HTMLButtonElement>(null);

  const workout = sheet.workoutItems[item] ?? '';
  const sheetItem = useMemo(() => sheetItemOf(workout), [workout]);
  const { columns } = sheetItem;
  const machine = machineOf(rows, draft);
  const open = rows.filter((row) => !isRowed(row));
  const { changes, wrong } = changesOf(rows, sheetItem, draft);
  const changed = changes.length + wrong.length;
  const unsaved = useUnsaved(changed > 0);

  const save = useMutation({
    mutationFn: (sent: Draft) => {
      const body = { timeZone: viewerTimeZone(), machine, rows: changesOf(rows, sheetItem, sent).changes };
      return callApi(entries.save, { params: { id: sessionId, item: String(item) }, body });
    },
    onSuccess: ({ problems, ...stored }, sent) => {
      const byUser = new Map(problems.map(({ user, message }) => [user, message]));
      const asked = changesOf(rows, sheetItem, sent);
      const done = asked.changes.filter(({ user }) => !byUser.has(user));
      client.setQueryData(sheetOf(sessionId, item).queryKey, stored);
      setDraft((now) => withoutStored(now, sent, new Set(done.map(({ user }) => user))));
      setRefused(byUser);
      setIsTried(true);
      const left = problems.length + asked.wrong.length;
      setSaid(`${inWords(done.length)} saved${left === 0 ? '.' : `, ${left} not: see the marked rows.`}`);
      // Results, totals and lists have changed.
      void client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun !== 'entries' });
    },
  });

  const focusCell = (user: string | undefined, column: TypedField | undefined) => {
    const cell = document.getElementById(cellId(user ?? '', column ?? 'time'));
    if (!(cell instanceof HTMLInputElement)) return false;
    cell.focus();
    cell.select();
    return true;
  };
  const firstEmpty = open.find(({ entered }) => entered === null)?.user._id;
  const [first] = columns;
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    focusCell(firstEmpty, first);
  }, [firstEmpty, first]);

  function type(user: string, texts: TypedTexts) {
    setSaid(null);
    setDraft((before) => ({
      ...before,
      texts: new Map(before.texts).set(user, { ...before.texts.get(user), ...texts }),
    }));
    // A paste types into many rows at once.
    setRefused((before) => (before.has(user) ? new Map([...before].filter(([id]) => id !== user)) : before));
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const at = placeOf(event.target);
    if (at === null || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const isEnter = event.key === 'Enter';
    if (isEnter && event.ctrlKey) {
      event.preventDefault();
      handleSave();
      return;
    }
    const down = isEnter ? (event.shiftKey ? -1 : 1) : { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (down === undefined) return;
    event.preventDefault();
    const index = open.findIndex(({ user }) => user._id === at.athlete) + down;
    if (index === open.length && isEnter) saveRef.current?.focus();
    else focusCell(open[index]?.user._id, at.column);
  }

  function handlePaste(event: ClipboardEvent<HTMLElement>) {
    const at = placeOf(event.target);
    const cells = at === null ? null : cellsOf(event.clipboardData.getData('text/plain'));
    if (at === null || cells === null) return;
    event.preventDefault();
    const { filled, unmatched } = placePasted(cells, {
      athletes: open.map(({ user }) => user),
      columns,
      at,
    });
    for (const [user, texts] of filled) type(user, texts);
    const missing = unmatched.length === 0 ? '' : ` Not matched: ${unmatched.join(', ')}.`;
    setPasted(`${inWords(filled.size)} pasted.${missing}`);
  }

  function handleSave() {
    if (save.isPending) return;
    setIsTried(true);
    if (changes.length > 0) save.mutate(draft);
    const [athlete] = wrong;
    if (athlete === undefined) return;
    const row = rows.find(({ user }) => user._id === athlete);
    const problems = row && draftRowOf(row, sheetItem, draft, machine).reading.problems;
    focusCell(
      athlete,
      columns.find((column) => problems?.[column] !== undefined),
    );
  }

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
        <h2 dir="auto">{workout}</h2>
        <NativeSelect
          label="Machine"
          value={machine}
          data={machines.map((value) => ({ value, label: machineNames[value] }))}
          onChange={({ currentTarget: { value } }) =>
            setDraft({ ...draft, machine: machines.find((one) => one === value) ?? null })
          }
        />
      </div>
      <p className={styles.hint}>
        Type times as on the monitor: 7:05.3 or 705.3.{' '}
        <span className={styles.keys}>Enter goes down, Tab across, Ctrl+Enter saves. </span>
        Paste a column, or names and results, from a spreadsheet. An emptied row is removed.
      </p>
      {/* The keys and the paste of all its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={table} onKeyDown={handleKey} onPaste={handlePaste}>
        <Table caption={`Results of ${workout}`}>
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
          <tbody>
            {rows.map((row) => (
              <AthleteRow
                key={row.user._id}
                row={row}
                machine={machine}
                columns={columns}
                draft={draftRowOf(row, sheetItem, draft, machine)}
                refused={refused.get(row.user._id) ?? null}
                isTried={isTried}
                onType={type}
              />
            ))}
          </tbody>
        </Table>
      </div>
      <p role="status" className={styles.hint}>
        {pasted}
      </p>
      <div className={styles.actions}>
        <Button ref={saveRef} look="primary" isBusy={save.isPending} onClick={handleSave}>
          {changed === 0 ? 'Save' : `Save ${inWords(changed)}`}
        </Button>
        <p role="status">{said}</p>
      </div>
      {save.isError && (
        <p role="alert" className={styles.problem}>
          {messageOf(save.error)} Nothing was saved, and what you typed is still here.
        </p>
      )}
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </section>
  );
}

/** The athlete and column of an event's field. */
function placeOf(target: EventTarget): { athlete: string; column: TypedField } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { athlete, column } = target.dataset;
  const known = Object.keys(columnLabels).find((name): name is TypedField => name === column);
  return athlete === undefined || known === undefined ? null : { athlete, column: known };
}

const inWords = (count: number) => (count === 1 ? '1 result' : `${count} results`);

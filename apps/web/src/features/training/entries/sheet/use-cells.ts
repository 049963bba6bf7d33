import type { Sheet } from '@boathouse/contract/activities/entries';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { TypedField, TypedTexts } from '../typed-result.ts';
import { cellId, columnLabels } from './athlete-row.tsx';
import { cellsOf, placePasted } from './paste.ts';
import { isRowed } from './sheet-rows.ts';
import { inWords } from './use-sheet.ts';

type Cells = {
  rows: Sheet['rows'];
  columns: readonly TypedField[];
  onType: (user: string, texts: TypedTexts) => void;
  /** Called by Ctrl+Enter. */
  onSave: () => void;
  /** Called by Enter in the last row. */
  onEnd: () => void;
};

/** Keys and paste of a sheet's cells: Enter goes down, a copied range fills them. The first empty cell has the focus at first. */
export function useCells({ rows, columns, onType, onSave, onEnd }: Cells) {
  const [pasted, setPasted] = useState<string | null>(null);
  const open = rows.filter((row) => !isRowed(row));
  const firstEmpty = open.find(({ entered }) => entered === null)?.user._id;
  const [first] = columns;
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    focusCell(firstEmpty, first);
  }, [firstEmpty, first]);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const at = placeOf(event.target);
    if (at === null || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const isEnter = event.key === 'Enter';
    if (isEnter && event.ctrlKey) {
      event.preventDefault();
      onSave();
      return;
    }
    const down = isEnter ? (event.shiftKey ? -1 : 1) : { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (down === undefined) return;
    event.preventDefault();
    const index = open.findIndex(({ user }) => user._id === at.athlete) + down;
    if (index === open.length && isEnter) onEnd();
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
    for (const [user, texts] of filled) onType(user, texts);
    const missing = unmatched.length === 0 ? '' : ` Not matched: ${unmatched.join(', ')}.`;
    setPasted(`${inWords(filled.size)} pasted.${missing}`);
  }

  return { pasted, handleKey, handlePaste };
}

/** Moves the focus to a cell and selects its text. */
export function focusCell(user: string | undefined, column: TypedField | undefined): void {
  const cell = document.getElementById(cellId(user ?? '', column ?? 'time'));
  if (!(cell instanceof HTMLInputElement)) return;
  cell.focus();
  cell.select();
}

/** The athlete and column of an event's field. */
function placeOf(target: EventTarget): { athlete: string; column: TypedField } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { athlete, column } = target.dataset;
  const known = Object.keys(columnLabels).find((name): name is TypedField => name === column);
  return athlete === undefined || known === undefined ? null : { athlete, column: known };
}

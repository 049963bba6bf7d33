import { useEffect, useRef, type RefObject } from 'react';

const rowsIn = (region: HTMLElement) => [...region.querySelectorAll<HTMLElement>('[data-row]')];

/**
 * Keeps the focus in a list when a change moves or removes the focused row. A row is an element whose `data-row` is its
 * id. Focuses the row in its new place, otherwise the row now at the old place, otherwise the region, which needs a
 * `tabIndex`.
 */
export function useRowFocus(ref: RefObject<HTMLElement | null>, changes: readonly unknown[]): void {
  const left = useRef<{ row: string | undefined; place: number } | null>(null);
  useEffect(() => {
    const region = ref.current;
    if (region === null) return;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      if (row !== null) left.current = { row: row.dataset['row'], place: rowsIn(region).indexOf(row) };
    };
    // Don't steal focus if the user has moved it.
    const forget = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && region.contains(target))) left.current = null;
    };
    region.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      region.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, [ref]);
  useEffect(() => {
    const region = ref.current;
    if (region === null || left.current === null || document.activeElement !== document.body) return;
    const { row: id, place } = left.current;
    const rows = rowsIn(region);
    const row = rows.find((each) => each.dataset['row'] === id) ?? rows[place] ?? rows.at(-1);
    (row?.querySelector<HTMLElement>('a, button') ?? region).focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, changes);
}

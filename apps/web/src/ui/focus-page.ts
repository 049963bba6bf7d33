/** Moves the focus from a control that is about to be removed to the page around it. */
export function focusPageOf(control: HTMLElement): void {
  control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}

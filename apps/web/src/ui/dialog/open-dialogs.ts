const listeners = new Set<() => void>();
let open: readonly HTMLDialogElement[] = [];

function publish(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Adds a modal dialog above those that are open; returns a function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  publish([...open, dialog]);
  return () => publish(open.filter((each) => each !== dialog));
}

/** Returns the open dialog above all others, or null. */
export function topDialog(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

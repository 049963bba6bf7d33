import { createStore } from '../../lib/store.ts';

const open = createStore<readonly HTMLDialogElement[]>([]);

/** Adds a modal dialog above those that are open; returns a function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  open.set([...open.get(), dialog]);
  return () => open.set(open.get().filter((each) => each !== dialog));
}

/** Returns the open dialog above all others, or null. */
export function topDialog(): HTMLDialogElement | null {
  return open.get().at(-1) ?? null;
}

export const subscribeToDialogs = open.subscribe;

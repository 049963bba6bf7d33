export type Toast = { id: number; title: string; isError: boolean; atMs: number };

const toastsMax = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says that something went well, or informs. It goes away by itself. */
export function showToast(title: string): void {
  add(title, false);
}

/** The toast is headed 'Something went wrong'; `title` says what. */
export function showErrorToast(title: string): void {
  add(title, true);
}

function add(title: string, isError: boolean): void {
  lastId += 1;
  publish([...toasts, { id: lastId, title, isError, atMs: Date.now() }].slice(-toastsMax));
}

export function dismissToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) publish(toasts.filter((toast) => toast.id !== id));
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

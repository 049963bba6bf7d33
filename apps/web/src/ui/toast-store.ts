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

const keptKey = 'toast';

/** For what is said by an action that reloads the page: the toast appears on the page that comes. */
export function showToastAfterReload(title: string): void {
  try {
    sessionStorage.setItem(keptKey, title);
  } catch {
    // Storage can be forbidden; the reloaded page then shows the change without a word about it.
  }
}

/** Called once the page can show toasts. */
export function showKeptToast(): void {
  let title: string | null = null;
  try {
    title = sessionStorage.getItem(keptKey);
    sessionStorage.removeItem(keptKey);
  } catch {
    return;
  }
  if (title !== null) showToast(title);
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

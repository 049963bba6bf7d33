export type Toast = { id: number; title: string; isError: boolean; atMs: number };

const toastsMax = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a success or information toast. */
export function showToast(title: string): void {
  add(title, false);
}

/** Shows an error toast with the heading 'Something went wrong' and `title` below. */
export function showErrorToast(title: string): void {
  add(title, true);
}

const keptKey = 'toast';

/** Stores a toast for an action that reloads the page; it appears on the reloaded page. */
export function showToastAfterReload(title: string): void {
  try {
    sessionStorage.setItem(keptKey, title);
  } catch {
    // Storage can be disabled; the reloaded page then shows the change without a toast.
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

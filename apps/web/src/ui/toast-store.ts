import { createStore } from '../lib/store.ts';

export type Toast = {
  id: number;
  title: string;
  isError: boolean;
  atMs: number;
  /** The action of this outcome; null without an action. */
  action: string | null;
  /** An error that disappears when its page is left. */
  isOfPage: boolean;
};

const toastsMax = 4;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a success or information toast. Closes the errors of earlier attempts at the same `action`. */
export function showToast(title: string, action: string | null = null): void {
  add({ title, isError: false, action, isOfPage: false });
}

type ErrorToastOptions = {
  /** A later outcome of the same action replaces this one. */
  action?: string;
  /** Stays when the user goes to another page: for errors of continuing actions, or that lead there. */
  isForAnyPage?: boolean;
};

/** Shows an error toast with the heading 'Something went wrong' and `title` below, until the user leaves the page. */
export function showErrorToast(
  title: string,
  { action, isForAnyPage = false }: ErrorToastOptions = {},
): void {
  add({ title, isError: true, action: action ?? null, isOfPage: !isForAnyPage });
}

/** Closes the errors of an action that has succeeded without a toast of its own. */
export function closeErrors(action: string): void {
  publishIfFewer(toasts.get().filter((toast) => !toast.isError || toast.action !== action));
}

/** Closes the errors of the page that the user has left. */
export function closeErrorsOfPage(): void {
  publishIfFewer(toasts.get().filter((toast) => !toast.isOfPage));
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

function add(toast: Omit<Toast, 'id' | 'atMs'>): void {
  lastId += 1;
  const others = toasts
    .get()
    .filter(({ isError, action }) => !isError || action === null || action !== toast.action);
  toasts.set([...others, { ...toast, id: lastId, atMs: Date.now() }].slice(-toastsMax));
}

export function dismissToast(id: number): void {
  publishIfFewer(toasts.get().filter((toast) => toast.id !== id));
}

function publishIfFewer(kept: readonly Toast[]): void {
  if (kept.length < toasts.get().length) toasts.set(kept);
}

export const getToasts = toasts.get;
export const subscribeToToasts = toasts.subscribe;

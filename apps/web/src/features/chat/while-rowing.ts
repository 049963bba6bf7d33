import { useSyncExternalStore } from 'react';

const storageKey = 'boathouse.chat.whileRowing';
const listeners = new Set<() => void>();
/** The setting while storage is not available. */
let setHere: boolean | null = null;

/** Returns whether this device shows the newest message while its user rows. Default: yes. */
export function useMessagesWhileRowing(): boolean {
  return useSyncExternalStore(subscribe, read);
}

export function setMessagesWhileRowing(areShown: boolean): void {
  try {
    localStorage.setItem(storageKey, areShown ? 'on' : 'off');
  } catch (error) {
    console.info('Local storage is not available', error);
    setHere = areShown;
  }
  for (const listener of listeners) listener();
}

function read(): boolean {
  if (setHere !== null) return setHere;
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

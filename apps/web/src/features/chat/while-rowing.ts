import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/store.ts';

const storageKey = 'boathouse.chat.whileRowing';
const changes = createListeners(followOtherTabs);
/** The setting while storage is not available. */
let setHere: boolean | null = null;

/** Returns whether this device shows the newest message while its user rows. Default: yes. */
export function useMessagesWhileRowing(): boolean {
  return useSyncExternalStore(changes.subscribe, read);
}

export function setMessagesWhileRowing(areShown: boolean): void {
  try {
    localStorage.setItem(storageKey, areShown ? 'on' : 'off');
  } catch (error) {
    console.info('Local storage is not available', error);
    setHere = areShown;
  }
  changes.call();
}

function followOtherTabs(): () => void {
  const tell = () => changes.call();
  addEventListener('storage', tell);
  return () => removeEventListener('storage', tell);
}

function read(): boolean {
  if (setHere !== null) return setHere;
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

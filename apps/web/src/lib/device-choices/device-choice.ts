import { useSyncExternalStore } from 'react';
import { createListeners } from '../store.ts';

type DeviceChoice<Choice> = {
  get: () => Choice;
  /** Returns whether the device stores it; otherwise it applies to this page only. */
  set: (choice: Choice) => boolean;
  /** The choice as a hook. */
  use: () => Choice;
};

/**
 * Creates a choice that is stored on this device, in local storage under `boathouse.<name>`, and followed in all tabs.
 * If storage is not available, it applies to this page only.
 * @param parse reads the stored text; null without one. The default replaces unreadable values
 */
export function createDeviceChoice<Choice>(
  name: string,
  parse: (stored: string | null) => Choice,
  format: (choice: Choice) => string,
): DeviceChoice<Choice> {
  const key = `boathouse.${name}`;
  const changes = createListeners(followOtherTabs);
  /** The choice if it can't be stored. */
  let ofPage: string | null = null;
  let read: { text: string | null; choice: Choice } | null = null;

  function followOtherTabs(): () => void {
    const tell = () => changes.call();
    addEventListener('storage', tell);
    return () => removeEventListener('storage', tell);
  }

  function stored(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function get(): Choice {
    const text = ofPage ?? stored();
    // The same object for the same text, as `useSyncExternalStore` needs.
    if (read === null || read.text !== text) read = { text, choice: parse(text) };
    return read.choice;
  }

  return {
    get,
    set(choice) {
      const text = format(choice);
      try {
        localStorage.setItem(key, text);
        ofPage = null;
      } catch {
        ofPage = text;
      }
      changes.call();
      return ofPage === null;
    },
    use: () => useSyncExternalStore(changes.subscribe, get),
  };
}

import { useEffect, useState } from 'react';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { singleKeysChoice } from '../../lib/device-choices/single-keys.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { createListeners } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { usePreload } from '../../lib/timing/use-preload.ts';
import { takesKeys, type Press } from './press.ts';

const Commands = lazyPart<{ press: Press }>({
  name: 'The search',
  load: async () => (await loadChunk(() => import('./commands.tsx'))).Commands,
});

const preloads = [Commands.preload];

/** Time for the second of two keys. */
const secondKeyMs = 1_500;

/**
 * Keyboards with other scripts have no Latin letters: their keys count by position. Filling a form sends no key at all.
 */
const keyOf = ({ key = '', code = '' }: Partial<KeyboardEvent>) =>
  (key > '~' ? code.slice(3) : key).toLowerCase();

const requests = createListeners<[string]>();

/** Opens the search, as Ctrl K does. */
export function openSearch(): void {
  requests.call('Ctrl K');
}

/** Asks who rows next on a shared device. */
export function openSwitch(): void {
  requests.call('Switch');
}

/**
 * Opens the dialogs that a menu asks for, and listens for shortcuts outside fields and dialogs, but not in the cockpit:
 * a stray key must not leave it.
 */
export function CommandKeys() {
  const isInCockpit = useIsInCockpit();
  const [press, setPress] = useState<Press | null>(null);
  usePreload(preloads);
  useEffect(() => requests.subscribe((key) => setPress({ key, after: '', atMs: performance.now() })), []);
  useEffect(() => {
    if (isInCockpit) return;
    let last: Press | null = null;
    function note(key: string) {
      const atMs = performance.now();
      last = { key, after: last && atMs - last.atMs < secondKeyMs ? last.key : '', atMs };
      if (last.after === 'g' || /^([gn?]|Ctrl K)$/.test(key)) setPress(last);
    }
    function listen(event: KeyboardEvent) {
      const { target } = event;
      const key = keyOf(event);
      const isControl = event.ctrlKey || event.metaKey;
      if (
        (isControl ? key !== 'k' : !singleKeysChoice.get()) ||
        event.altKey ||
        (target instanceof Element && target.closest(takesKeys)) ||
        document.querySelector('dialog[open]')
      )
        return;
      if (isControl) event.preventDefault();
      note(isControl ? 'Ctrl K' : key);
    }
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      setPress(null);
    };
  }, [isInCockpit]);
  return press && <Commands press={press} />;
}

import { useSyncExternalStore } from 'react';
import { createListeners } from '../lib/store.ts';

/** In the order of the indices that the API stores: Light, Dark, Blue. */
export const modes = ['light', 'dark', 'blue'] as const;
/** In the order of the indices that the API stores: Default Blue, Green, Purple, Mint. */
export const tints = ['blue', 'green', 'purple', 'mint'] as const;
export type Mode = (typeof modes)[number];
export type Tint = (typeof tints)[number];
export type Appearance = { mode: Mode; tint: Tint };

const storageKey = 'appearance';
const listeners = createListeners();
let current: Appearance | null = null;

/** Initial state: the attributes that theme.js set on the root element before the first paint. */
function readRoot(): Appearance {
  const { mode, tint } = document.documentElement.dataset;
  return {
    mode: modes.find((known) => known === mode) ?? 'light',
    tint: tints.find((known) => known === tint) ?? 'blue',
  };
}

export function getAppearance(): Appearance {
  current ??= readRoot();
  return current;
}

/** Applies to the page at once and stores the choice on this device. */
export function setAppearance(change: Partial<Appearance>): void {
  const next = { ...getAppearance(), ...change };
  if (next.mode === getAppearance().mode && next.tint === getAppearance().tint) return;
  current = next;
  const root = document.documentElement;
  root.dataset['mode'] = next.mode;
  root.dataset['tint'] = next.tint;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage can be full or disabled; the choice then applies only to this page.
  }
  listeners.call();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(listeners.subscribe, getAppearance);
}

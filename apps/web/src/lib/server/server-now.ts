import { createListeners } from '../store.ts';

/*
 * The server's time on this page, for every sentence about time: devices are wrong by minutes and by years. Each
 * response has the server's time in whole seconds. Durations on this device use the device's own clocks: `Date.now`,
 * `performance.now`.
 */

type Known = {
  /** The server's time less the device's. */
  offsetMs: number;
  errorMs: number;
};

/** A smaller difference does not matter in a sentence, and a right clock is not corrected. */
const rightMs = 2_000;
const storageKey = 'boathouse.clock-offset';

const listeners = createListeners();
/** The offset that an earlier page has measured, until this one has: it may begin without the server. */
let known: Known | null = readStored();

/** Returns the server's time in whole ms since 1970; the device's while the server's is unknown. */
export function serverNowMs(): number {
  // Replacements of the clock in a browser (extensions, Playwright) may return fractions, which Temporal refuses.
  return Math.floor(Date.now()) + (known?.offsetMs ?? 0);
}

/** Returns a time of the device, in ms since 1970, by the server's clock. */
export function atServerMs(deviceMs: number): number {
  return deviceMs + (known?.offsetMs ?? 0);
}

/** Calls the listener when the device's clock turns out to be wrong, or right again. */
export const onServerNow = listeners.subscribe;

/** Reads the server's time from the `Date` of a response, which was set between its request and its arrival. */
export function noteServerDate(date: string | null, sentMs: number, receivedMs: number): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  // The header has whole seconds, cut off.
  if (Number.isFinite(serverMs)) noteServerMs(serverMs + 500, sentMs, receivedMs, 500);
}

/** Reads the server's time from the page's response, which was loaded within `tookMs`. */
export function noteServerMs(serverMs: number, sentMs: number, receivedMs: number, coarseMs = 0): void {
  const offsetMs = serverMs - (sentMs + receivedMs) / 2;
  const errorMs = Math.max(0, receivedMs - sentMs) / 2 + coarseMs;
  const isSame = known !== null && Math.abs(offsetMs - known.offsetMs) <= errorMs + known.errorMs;
  if (isSame && known !== null && known.errorMs <= errorMs) return;
  const isRight = Math.abs(offsetMs) <= rightMs + errorMs;
  const next = { offsetMs: isRight ? 0 : Math.round(offsetMs), errorMs: isRight ? rightMs : errorMs };
  const before = known?.offsetMs ?? 0;
  known = next;
  store(next);
  if (next.offsetMs !== before) listeners.call();
}

function readStored(): Known | null {
  try {
    const offsetMs = Number.parseInt(localStorage.getItem(storageKey) ?? '', 10);
    // A measurement of this page always replaces it.
    return Number.isFinite(offsetMs) ? { offsetMs, errorMs: Infinity } : null;
  } catch {
    return null;
  }
}

function store({ offsetMs }: Known): void {
  try {
    if (offsetMs === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(offsetMs));
  } catch {
    // Without storage the next page measures again.
  }
}

type Beat = { listeners: Set<() => void>; dueMs: number };

/** The key is their step in ms. */
const beats = new Map<number, Beat>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls the listener every `stepMs`, and at once when the page is shown again, because browsers slow the timers of
 * hidden pages. Returns a function that unsubscribes. The whole page has one timer: all due listeners are called in
 * one task, so that React renders once.
 */
export function onTick(stepMs: number, listener: () => void): () => void {
  const beat = beats.get(stepMs) ?? { listeners: new Set(), dueMs: nextDueMs(stepMs) };
  // A separate wrapper, so that the same function can be subscribed twice.
  const call = () => listener();
  beat.listeners.add(call);
  if (beats.size === 0) document.addEventListener('visibilitychange', tickWhenShown);
  if (!beats.has(stepMs)) {
    beats.set(stepMs, beat);
    wait();
  }
  return () => {
    beat.listeners.delete(call);
    if (beat.listeners.size > 0 || beats.get(stepMs) !== beat) return;
    beats.delete(stepMs);
    if (beats.size === 0) document.removeEventListener('visibilitychange', tickWhenShown);
    wait();
  };
}

/** Steps begin together, so that the steps of 1 s and of 15 s share a tick. */
const nextDueMs = (stepMs: number) => (Math.floor(performance.now() / stepMs) + 1) * stepMs;

function wait(): void {
  clearTimeout(timer);
  if (beats.size === 0) return;
  const dueMs = Math.min(...[...beats.values()].map((beat) => beat.dueMs));
  timer = setTimeout(tick, Math.max(0, Math.ceil(dueMs - performance.now())));
}

function tick(): void {
  const nowMs = performance.now();
  for (const [stepMs, beat] of beats) {
    if (beat.dueMs > nowMs) continue;
    beat.dueMs = nextDueMs(stepMs);
    for (const listener of beat.listeners) listener();
  }
  wait();
}

function tickWhenShown(): void {
  if (document.visibilityState !== 'visible') return;
  for (const beat of beats.values()) beat.dueMs = 0;
  tick();
}

/** A request to the server and its response: the page's monotonic times, and the server's time in between, in ms. */
export type ClockExchange = { sentMs: number; receivedMs: number; serverMs: number };

/** The server's time minus the page's is between `lowMs` and `highMs`, as known at `atMs` on the page's clock. */
export type ClockOffset = { lowMs: number; highMs: number; atMs: number };

/** The maximum drift between the two clocks, as a share of the time: quartz, and a server's clock that is being set. */
const driftMax = 200e-6;
/** The server sends whole ms, rounded down. */
const serverStepMs = 1;

/**
 * Narrows the bounds with another exchange. The server read its clock between sending and receiving, so that one
 * exchange limits the offset, even with asymmetric delays; several limit it by the shortest delay in each direction.
 * Bounds that contradict each other mean that a clock was set, or that the page slept: then only the newest count.
 */
export function withExchange(known: ClockOffset | null, exchange: ClockExchange): ClockOffset {
  const { sentMs, receivedMs, serverMs } = exchange;
  const given: ClockOffset = {
    lowMs: serverMs - receivedMs,
    highMs: serverMs + serverStepMs - sentMs,
    atMs: receivedMs,
  };
  if (known === null) return given;
  const before = widened(known, receivedMs);
  const lowMs = Math.max(before.lowMs, given.lowMs);
  const highMs = Math.min(before.highMs, given.highMs);
  return lowMs <= highMs ? { lowMs, highMs, atMs: receivedMs } : given;
}

/** Returns the offset at a time of the page's clock, and by how much it is wrong at most. */
export function offsetAt(known: ClockOffset, nowMs: number): { offsetMs: number; errorMs: number } {
  const { lowMs, highMs } = widened(known, nowMs);
  return { offsetMs: (lowMs + highMs) / 2, errorMs: (highMs - lowMs) / 2 };
}

function widened({ lowMs, highMs, atMs }: ClockOffset, nowMs: number): ClockOffset {
  const driftMs = Math.max(0, nowMs - atMs) * driftMax;
  return { lowMs: lowMs - driftMs, highMs: highMs + driftMs, atMs: nowMs };
}

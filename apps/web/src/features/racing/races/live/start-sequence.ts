import type { StartSequence } from '@boathouse/contract/races/race';

/** A command of the start, as on the ergometers of Venue Race. */
export type StartCommand = 'prepare' | 'ready' | 'attention' | 'row';

export const commandWords: Record<StartCommand, string> = {
  prepare: 'Stop, prepare for start',
  ready: 'Sit ready',
  attention: 'Attention',
  row: 'ROW',
};

/** How long ROW is shown. */
const rowForMs = 3_000;

/**
 * Returns the command at a time of the server's clock. The moment of ROW is not announced, so no page counts down to
 * it.
 */
export function commandAt(start: StartSequence | null, serverMs: number): StartCommand | null {
  if (start === null) return null;
  const at = (time: string) => Date.parse(time) <= serverMs;
  if (at(start.rowAt)) return serverMs < Date.parse(start.rowAt) + rowForMs ? 'row' : null;
  if (at(start.attentionAt)) return 'attention';
  if (at(start.readyAt)) return 'ready';
  return at(start.prepareAt) ? 'prepare' : null;
}

/** Returns how long until the command changes; null if it never changes by itself. */
export function untilNextMs(start: StartSequence | null, serverMs: number): number | null {
  if (start === null) return null;
  const moments = [
    Date.parse(start.prepareAt),
    Date.parse(start.readyAt),
    Date.parse(start.attentionAt),
    Date.parse(start.rowAt),
    Date.parse(start.rowAt) + rowForMs,
  ];
  const next = moments.find((moment) => moment > serverMs);
  return next === undefined ? null : next - serverMs;
}

/** The server's clock according to a response: its time minus this page's monotonic clock. */
export type ServerOffset = { offsetMs: number; tookMs: number };

/**
 * Returns the offset after another response, which was requested and received at these times of the monotonic clock.
 * The quickest response counts, unless they contradict each other: the device may have slept.
 */
export function offsetBy(
  before: ServerOffset | null,
  at: string,
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): ServerOffset {
  const tookMs = receivedMs - sentMs;
  const offsetMs = Date.parse(at) - (sentMs + receivedMs) / 2;
  const isBetter =
    before !== null &&
    before.tookMs <= tookMs &&
    Math.abs(before.offsetMs - offsetMs) <= before.tookMs + tookMs;
  return isBetter ? before : { offsetMs, tookMs };
}

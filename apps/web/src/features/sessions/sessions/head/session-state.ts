import { limits } from '@boathouse/contract/limits';
import { todayIn, viewerTimeZone } from '../../../../lib/format.ts';

/** Athletes who row with a signal, and those in progress whose values have stopped. */
type InProgress = {
  rowing: number;
  noSignal: number;
  /** An item has been begun, maybe before the planned time. */
  hasBegun?: boolean;
};

/** The state of a session in time. `live` at any time while an athlete rows, or while one without a signal may be rowing. */
type SessionState =
  | { kind: 'upcoming'; inMs: number }
  | { kind: 'live'; rowing: number; noSignal: number }
  | { kind: 'started'; agoMs: number }
  /** In days of the viewer's calendar, because the end itself is unknown. */
  | { kind: 'over'; daysAgo: number };

export function sessionStateOf(
  startAt: string,
  { rowing, noSignal, hasBegun = false }: InProgress,
  nowMs: number,
  timeZone: string = viewerTimeZone(),
): SessionState {
  if (rowing + noSignal > 0) return { kind: 'live', rowing, noSignal };
  const inMs = Date.parse(startAt) - nowMs;
  if (inMs > 0) return hasBegun ? { kind: 'live', rowing, noSignal } : { kind: 'upcoming', inMs };
  if (-inMs < limits.sessionOverMs) return { kind: 'started', agoMs: -inMs };
  const dayAt = (ms: number) => todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(ms));
  const overMs = Date.parse(startAt) + limits.sessionOverMs;
  return { kind: 'over', daysAgo: dayAt(overMs).until(dayAt(nowMs)).days };
}

/** `Starts in 12 min`, `Starts now`, `Live, 3 rowing`, `Live, 0 rowing, 1 without signal`, `Started 5 min ago`, `Ended yesterday`. */
export function wordsOfState(state: SessionState): string {
  switch (state.kind) {
    case 'upcoming':
      return state.inMs < 60_000 ? 'Starts now' : `Starts in ${durationWords(state.inMs)}`;
    case 'live':
      return `Live, ${state.rowing} rowing${state.noSignal > 0 ? `, ${state.noSignal} without signal` : ''}`;
    case 'started':
      return state.agoMs < 60_000 ? 'Starts now' : `Started ${durationWords(state.agoMs)} ago`;
    case 'over':
      return endedWords(state.daysAgo);
  }
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Rounds to the nearest unit, so that a session in 1 h 50 min is in 2 h. */
function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(ms / hourMs);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

function endedWords(daysAgo: number): string {
  if (daysAgo === 0) return 'Ended';
  return daysAgo === 1 ? 'Ended yesterday' : `Ended ${daysAgo} days ago`;
}

import { limits } from '@boathouse/contract/limits';

/** Where a session is in time. `live` while an athlete rows, however early or late. */
type SessionState =
  | { kind: 'upcoming'; inMs: number }
  | { kind: 'live'; rowing: number }
  | { kind: 'started'; agoMs: number }
  | { kind: 'over'; agoMs: number };

export function sessionStateOf(startAt: string, rowing: number, nowMs: number): SessionState {
  if (rowing > 0) return { kind: 'live', rowing };
  const inMs = Date.parse(startAt) - nowMs;
  if (inMs > 0) return { kind: 'upcoming', inMs };
  return { kind: -inMs < limits.sessionOverMs ? 'started' : 'over', agoMs: -inMs };
}

/** `Starts in 12 min`, `Starts now`, `Live, 3 rowing`, `Started 5 min ago`, `Ended yesterday`. */
export function wordsOfState(state: SessionState): string {
  switch (state.kind) {
    case 'upcoming':
      return state.inMs < 60_000 ? 'Starts now' : `Starts in ${durationWords(state.inMs)}`;
    case 'live':
      return `Live, ${state.rowing} rowing`;
    case 'started':
      return state.agoMs < 60_000 ? 'Starts now' : `Started ${durationWords(state.agoMs)} ago`;
    case 'over':
      return endedWords(state.agoMs);
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

/** To the day, because the end itself is not known. */
function endedWords(agoMs: number): string {
  const days = Math.floor(agoMs / dayMs);
  if (days === 0) return 'Ended';
  return days === 1 ? 'Ended yesterday' : `Ended ${days} days ago`;
}

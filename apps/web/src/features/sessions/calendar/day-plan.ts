import type { Session } from '@boathouse/contract/sessions';

/** A group is usually still rowing this long after the start. */
const underWayMs = 60 * 60_000;

/** Rows of a day that are shown at once. */
export const dayRowsMax = 6;

type Planned = Pick<Session, '_id' | 'startAt'>;

/** Returns the session whose start is nearest, the later one of two equally near; null once all have ended. */
export function nearestOf<T extends Planned>(sessions: readonly T[], nowMs: number): T | null {
  const distanceMs = ({ startAt }: T) => Math.abs(Date.parse(startAt) - nowMs);
  return sessions
    .filter(({ startAt }) => Date.parse(startAt) > nowMs - underWayMs)
    .reduce<T | null>(
      (nearest, session) =>
        nearest === null || distanceMs(session) <= distanceMs(nearest) ? session : nearest,
      null,
    );
}

/** Returns at most `dayRowsMax` sessions of a long day: from the nearest one on, or else the last ones. */
export function shownOf<T extends Planned>(sessions: readonly T[], nearestId: string | null): readonly T[] {
  const nearest = sessions.findIndex(({ _id }) => _id === nearestId);
  const last = Math.max(0, sessions.length - dayRowsMax);
  const from = nearest < 0 ? last : Math.min(nearest, last);
  return sessions.slice(from, from + dayRowsMax);
}

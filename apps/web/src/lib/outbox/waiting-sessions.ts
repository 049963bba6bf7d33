import { sessions, SessionSchema, type Session } from '@boathouse/contract/sessions';
import { attendance } from '@boathouse/contract/sessions/attendance';
import { urlOf } from '@boathouse/contract/endpoint';
import { starts } from '@boathouse/contract/sessions/starts';
import type { Kept } from '../kept/reads.ts';
import { actsAs } from '../server/login-state.ts';
import { serverNowMs } from '../server/server-now.ts';
import { readWaiting, type Entry } from './outbox.ts';

/**
 * Returns the data that pages show at an address while sessions of this page's user wait for the server: these
 * sessions, or `kept` with them. Refused ones are among them until the user discards them.
 */
export async function withWaitingSessions(url: string, kept: Kept): Promise<Kept> {
  const login = actsAs();
  if (login === null || !url.startsWith('/api/sessions/')) return kept;
  const scheduled = (await readWaiting(login)).map(waitingSessionOf).filter((session) => session !== null);
  if (scheduled.length === 0) return kept;
  const own = scheduled.find(({ _id }) => url.startsWith(`/api/sessions/${_id}`));
  if (own !== undefined) return ofSession(own, url);
  return kept && inList(url, kept.body, scheduled);
}

/** Returns the session that an entry of the outbox creates; null for any other entry. */
export function waitingSessionOf({ method, url, makes }: Entry): Session | null {
  if (method !== sessions.create.method || url !== urlOf(sessions.create, {}, {})) return null;
  const read = SessionSchema.safeParse(makes);
  return read.success ? read.data : null;
}

/** No other user knows the session yet, so nothing has happened in it. */
function ofSession(session: Session, url: string): Kept {
  const params = { id: session._id };
  switch (url) {
    case urlOf(sessions.byId, params, {}):
      return { body: session };
    case urlOf(sessions.activities, params, {}):
      return { body: session.workoutItems.map(() => []) };
    case urlOf(starts.ofSession, params, {}):
    case urlOf(attendance.ofSession, params, {}):
      return { body: [] };
    default:
      return null;
  }
}

function inList(url: string, body: unknown, scheduled: readonly Session[]): Kept {
  const { pathname, searchParams } = new URL(url, location.origin);
  if (pathname.endsWith('/next')) {
    const next = SessionSchema.safeParse(body);
    const coming = scheduled.filter(({ startAt }) => Date.parse(startAt) > serverNowMs());
    return { body: [...(next.success ? [next.data] : []), ...coming].toSorted(byStart)[0] ?? null };
  }
  if (!Array.isArray(body)) return { body };
  const wanted = ['year', 'month', 'day'].map((name) => searchParams.get(name));
  const timeZone = searchParams.get('timeZone') ?? 'UTC';
  const covered = scheduled.filter(({ startAt }) => {
    const { year, month, day } = Temporal.Instant.from(startAt).toZonedDateTimeISO(timeZone);
    return [year, month, day].every((part, index) => wanted[index] === null || wanted[index] === `${part}`);
  });
  return { body: [...body, ...covered] };
}

const byStart = (one: Session, other: Session) => Date.parse(one.startAt) - Date.parse(other.startAt);

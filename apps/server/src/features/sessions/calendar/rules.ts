import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { limits } from '@boathouse/contract/limits';
import type { Session } from '@boathouse/contract/sessions';

/** A session with the fields by which a calendar distinguishes its versions. */
export type CalendarSession = {
  session: Session;
  isCanceled: boolean;
  changeCount: number;
  changedAt: Date;
};

type CalendarOptions = {
  name: string;
  productName: string;
  /** The web app's address, for the links to the sessions. */
  address: string;
};

/** How often a program may request the calendar. */
const refreshSec = 3_600;

/**
 * Writes sessions as iCalendar (RFC 5545), in UTC. A session has no end: its event is an hour long, the time for which
 * a session stays open when no one rows. The text of the same sessions is always the same.
 */
export function iCalendarOf(
  found: readonly CalendarSession[],
  { name, productName, address }: CalendarOptions,
): string {
  const calendar = ical({
    name,
    prodId: { company: productName, product: productName, language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSec,
  });
  for (const { session, isCanceled, changeCount, changedAt } of found) {
    const { _id, title, startAt, club, hostUser, workoutItems } = session;
    const startMs = Date.parse(startAt);
    const url = `${address}/sessions/${_id}`;
    const host = `Hosted by ${hostUser.displayName}${club === null ? '' : `, ${club.name}`}`;
    calendar.createEvent({
      id: _id,
      start: new Date(startMs),
      end: new Date(startMs + limits.sessionOverMs),
      stamp: changedAt,
      lastModified: changedAt,
      sequence: changeCount,
      summary: title,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A deleted session can't be opened, and its items no longer plan anything.
      ...(isCanceled ? {} : { description: [...workoutItems, host, url].join('\n'), url }),
    });
  }
  return calendar.toString();
}

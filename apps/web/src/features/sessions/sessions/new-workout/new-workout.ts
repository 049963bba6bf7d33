import { limits } from '@boathouse/contract/limits';
import type { NewSession, Session, SessionChange } from '@boathouse/contract/sessions';
import {
  nextStep,
  toInstantISO,
  toPlainTime,
  toTwelveHour,
  type TwelveHourTime,
} from '../../../../lib/format.ts';

/** The audience: only the host, anyone with the link, or the members of the club with that id. */
export type Visibility = 'onlyMe' | 'link' | { club: string };

/** Returns the value of the field: for a club, its id. */
export function valueOfVisibility(visibility: Visibility): string {
  return typeof visibility === 'object' ? visibility.club : visibility;
}

export function visibilityOfValue(value: string): Visibility {
  return value === 'onlyMe' || value === 'link' ? value : { club: value };
}

/** The values of the form; `date` is the value of a date field, `2025-11-21` or empty. */
export type NewWorkout = {
  title: string;
  items: readonly string[];
  date: string;
  time: TwelveHourTime;
  visibility: Visibility;
  /** The id of the squad that the session is for, in the club of its visibility; null for all members. */
  squad: string | null;
};

/** By field: `title`, `date`, or `items.0` and on. */
export type NewWorkoutErrors = Readonly<Record<string, string>>;

/** The initial day, and the usual time of day, if there is one. */
export type PresetStart = { day: Temporal.PlainDate; time: Temporal.PlainTime | null };

/** Starts at the preset; without one, or if its time has passed, at the next step of the time picker. */
export function emptyWorkout(now: Temporal.ZonedDateTime, preset?: PresetStart): NewWorkout {
  const start = startOf(now, preset);
  return {
    title: '',
    items: Array.from({ length: limits.workoutItemsDefault }, () => ''),
    date: start.toPlainDate().toString(),
    time: toTwelveHour(start.toPlainTime()),
    visibility: 'onlyMe',
    squad: null,
  };
}

function startOf(now: Temporal.ZonedDateTime, preset?: PresetStart): Temporal.PlainDateTime {
  const next = nextStep(now, limits.timePickerMinuteStep);
  if (preset === undefined) return next;
  const start = preset.day.toPlainDateTime(preset.time ?? next.toPlainTime());
  return Temporal.PlainDateTime.compare(start, now.toPlainDateTime()) > 0 ? start : next;
}

/** Returns whether there is an empty workout item for a template, or room for another item. */
export function hasFreeItem({ items }: NewWorkout): boolean {
  return items.length < limits.workoutItemsMax || items.some((item) => item.trim() === '');
}

/** Writes a template in the first empty workout item; sets the title if there is none. */
export function withTemplate(
  workout: NewWorkout,
  template: { title: string; workoutItem: string },
): Pick<NewWorkout, 'title' | 'items'> {
  const empty = workout.items.findIndex((item) => item.trim() === '');
  return {
    title: workout.title.trim() === '' ? template.title : workout.title,
    items:
      empty < 0 ? [...workout.items, template.workoutItem] : workout.items.with(empty, template.workoutItem),
  };
}

/** Returns whether a title or an activity has been typed, which would be lost. */
export function isBegun({ title, items }: NewWorkout): boolean {
  return [title, ...items].some((text) => text.trim() !== '');
}

/** Returns a session as the form's values; its start in `timeZone`. */
export function workoutOf(session: Session, timeZone: string): NewWorkout {
  const start = Temporal.Instant.from(session.startAt).toZonedDateTimeISO(timeZone);
  return {
    title: session.title,
    items: session.workoutItems,
    date: start.toPlainDate().toString(),
    time: toTwelveHour(start.toPlainTime()),
    visibility: session.club === null ? linkOrOnlyMe(session.isAccessibleByLink) : { club: session.club._id },
    squad: session.squad?._id ?? null,
  };
}

const linkOrOnlyMe = (isAccessibleByLink: boolean): Visibility => (isAccessibleByLink ? 'link' : 'onlyMe');

/** Returns the typed items, followed by the session's items that must be kept. */
export function withKeptItems(
  typed: readonly string[],
  scheduled: readonly string[],
  keptItems: number,
): readonly string[] {
  return [...typed, ...scheduled.slice(typed.length, keptItems)];
}

/**
 * Builds the request body with what differs from the session; null while `errorsOf` returns errors. An unchanged start
 * is not sent, so that its seconds stay.
 */
export function toSessionChange(
  workout: NewWorkout,
  session: Session,
  timeZone: string,
): SessionChange | null {
  const wanted = toNewSession(workout, session.hostUser._id, timeZone);
  if (wanted === null) return null;
  const before = toNewSession(workoutOf(session, timeZone), session.hostUser._id, timeZone);
  const { title, startAt, isAccessibleByLink, club = null, workoutItems } = wanted;
  const squad = wanted.squad ?? null;
  const isOfOtherClub = club !== (session.club?._id ?? null);
  // With another club the server removes the previous club's squad.
  const squadBefore = isOfOtherClub ? null : (session.squad?._id ?? null);
  const areItemsSame = JSON.stringify(workoutItems) === JSON.stringify(session.workoutItems);
  return {
    ...(title === session.title ? {} : { title }),
    ...(startAt === before?.startAt ? {} : { startAt }),
    ...(isAccessibleByLink === session.isAccessibleByLink ? {} : { isAccessibleByLink }),
    ...(isOfOtherClub ? { club } : {}),
    ...(squad === squadBefore ? {} : { squad }),
    ...(areItemsSame ? {} : { workoutItems }),
  };
}

/** Returns the items to send: trimmed, without empty ones at the end. */
export function filledItems(items: readonly string[]): string[] {
  const trimmed = items.map((item) => item.trim());
  return trimmed.slice(0, trimmed.findLastIndex((item) => item !== '') + 1);
}

export function errorsOf(workout: NewWorkout): NewWorkoutErrors {
  const errors: Record<string, string> = {};
  if (workout.title.trim() === '') errors['title'] = 'A title is required';
  if (workout.items[0]?.trim() === '') errors['items.0'] = 'The first workout item is required';
  filledItems(workout.items).forEach((item, row) => {
    if (row > 0 && item === '') errors[`items.${row}`] = 'Fill in this workout item, or move the next one up';
  });
  if (parseDate(workout.date) === null) errors['date'] = 'A date is required';
  return errors;
}

function parseDate(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

/** Builds the request body; null while `errorsOf` returns errors. `timeZone` is the IANA zone in which the time was chosen. */
export function toNewSession(workout: NewWorkout, hostUser: string, timeZone: string): NewSession | null {
  const day = parseDate(workout.date);
  if (day === null || Object.keys(errorsOf(workout)).length > 0) return null;
  const { visibility, squad } = workout;
  return {
    title: workout.title.trim(),
    hostUser,
    startAt: toInstantISO(day, toPlainTime(workout.time), timeZone),
    isAccessibleByLink: visibility === 'link',
    ...(typeof visibility === 'object'
      ? { club: visibility.club, ...(squad === null ? {} : { squad }) }
      : {}),
    workoutItems: filledItems(workout.items),
  };
}

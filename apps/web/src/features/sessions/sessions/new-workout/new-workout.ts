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

/** Returns the value of the field: of a club, its id. */
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
};

/** By field: `title`, `date`, or `items.0` and on. */
export type NewWorkoutErrors = Readonly<Record<string, string>>;

/** The day to begin with, and the usual time of day, if there is one. */
export type PresetStart = { day: Temporal.PlainDate; time: Temporal.PlainTime | null };

/** Starts at the preset; without one, or where its time has passed, at the next step of the time picker. */
export function emptyWorkout(now: Temporal.ZonedDateTime, preset?: PresetStart): NewWorkout {
  const start = startOf(now, preset);
  return {
    title: '',
    items: Array.from({ length: limits.workoutItemsDefault }, () => ''),
    date: start.toPlainDate().toString(),
    time: toTwelveHour(start.toPlainTime()),
    visibility: 'onlyMe',
  };
}

function startOf(now: Temporal.ZonedDateTime, preset?: PresetStart): Temporal.PlainDateTime {
  const next = nextStep(now, limits.timePickerMinuteStep);
  if (preset === undefined) return next;
  const start = preset.day.toPlainDateTime(preset.time ?? next.toPlainTime());
  return Temporal.PlainDateTime.compare(start, now.toPlainDateTime()) > 0 ? start : next;
}

/** Returns whether a template finds an empty workout item, or one more. */
export function hasFreeItem({ items }: NewWorkout): boolean {
  return items.length < limits.workoutItemsMax || items.some((item) => item.trim() === '');
}

/** Writes a template in the first empty workout item; its title where there is none. */
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
  };
}

const linkOrOnlyMe = (isAccessibleByLink: boolean): Visibility => (isAccessibleByLink ? 'link' : 'onlyMe');

/** Returns the typed items, and behind them those of the session that are to be kept. */
export function withKeptItems(
  typed: readonly string[],
  scheduled: readonly string[],
  keptItems: number,
): readonly string[] {
  return [...typed, ...scheduled.slice(typed.length, keptItems)];
}

/**
 * Builds the request body with what differs from the session; null while `errorsOf` returns errors. A start that was not
 * touched is not sent, so that its seconds stay.
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
  const areItemsSame = JSON.stringify(workoutItems) === JSON.stringify(session.workoutItems);
  return {
    ...(title === session.title ? {} : { title }),
    ...(startAt === before?.startAt ? {} : { startAt }),
    ...(isAccessibleByLink === session.isAccessibleByLink ? {} : { isAccessibleByLink }),
    ...(club === (session.club?._id ?? null) ? {} : { club }),
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
  const { visibility } = workout;
  return {
    title: workout.title.trim(),
    hostUser,
    startAt: toInstantISO(day, toPlainTime(workout.time), timeZone),
    isAccessibleByLink: visibility === 'link',
    ...(typeof visibility === 'object' ? { club: visibility.club } : {}),
    workoutItems: filledItems(workout.items),
  };
}

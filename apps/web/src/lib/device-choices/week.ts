import { createDeviceChoice } from './device-choice.ts';

/** Days on which a week can begin. */
export const firstDays = ['Sunday', 'Monday', 'Saturday'] as const;
export type FirstDay = (typeof firstDays)[number];

/** The day on which the reader's weeks begin: Sunday without a choice. */
export const firstDayChoice = createDeviceChoice<FirstDay>(
  'firstDay',
  (stored) => firstDays.find((day) => day === stored) ?? 'Sunday',
  (day) => day,
);

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Returns the names of the seven days of a week, in order. */
export function weekdaysFrom(firstDay: FirstDay): string[] {
  const first = weekdays.indexOf(firstDay);
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}

/** Returns how many days of its week are before `day`: 0 to 6. */
export function daysIntoWeek(day: Temporal.PlainDate, firstDay: FirstDay): number {
  // Sunday is 7 in Temporal.
  return (day.dayOfWeek - weekdays.indexOf(firstDay) + 7) % 7;
}

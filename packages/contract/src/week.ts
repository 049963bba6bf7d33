/** Days on which a week can begin. */
export const firstDays = ['Sunday', 'Monday', 'Saturday'] as const;
export type FirstDay = (typeof firstDays)[number];
/** The default for users who have not chosen one. */
export const usualFirstDay: FirstDay = 'Sunday';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Returns the names of the seven days of a week, in order. */
export function weekdaysFrom(firstDay: FirstDay): string[] {
  const first = weekdays.indexOf(firstDay);
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}

/** Returns how many days of its week are before `day`: 0 to 6. */
export function daysIntoWeek(day: Pick<Temporal.PlainDate, 'dayOfWeek'>, firstDay: FirstDay): number {
  // Sunday is 7 in Temporal.
  return (day.dayOfWeek - weekdays.indexOf(firstDay) + 7) % 7;
}

/** The sessions of the day on which sample data is made: one in progress, and two later ones. */
type SampleDay = Record<'live' | 'test' | 'steady', { title: string; startAt: Temporal.ZonedDateTime }>;

/** When a club meets, in hours and minutes. */
const usualStarts = [
  [6, 30],
  [9, 0],
  [12, 10],
  [15, 0],
  [17, 30],
  [19, 30],
  [21, 0],
] as const;

/** Time to row the session that is under way. */
const leastMinutesBetween = 60;

/** `Morning` from 5, `Lunchtime` from 11, `Afternoon` from 14, `Evening` from 17, `Night` from 22. */
function partOfDay({ hour }: Temporal.ZonedDateTime): string {
  if (hour < 5 || hour >= 22) return 'Night';
  if (hour < 11) return 'Morning';
  if (hour < 14) return 'Lunchtime';
  return hour < 17 ? 'Afternoon' : 'Evening';
}

/**
 * Returns today's sessions with names and hours that fit the time of day: one that has begun within the last ten
 * minutes, and the next two at which a club would meet; late in the evening, tomorrow's.
 */
export function sampleDay(now: Temporal.ZonedDateTime): SampleDay {
  const live = now.startOfDay().withPlainTime({ hour: now.hour, minute: Math.floor(now.minute / 10) * 10 });
  const from = now.add({ minutes: leastMinutesBetween });
  const [test = from, , steady = from] = [now, now.add({ days: 1 })]
    .flatMap((day) => usualStarts.map(([hour, minute]) => day.withPlainTime({ hour, minute })))
    .filter((start) => Temporal.ZonedDateTime.compare(start, from) >= 0);
  return {
    live: { title: `${partOfDay(live)} sprints`, startAt: live },
    test: { title: '2k test', startAt: test },
    steady: { title: `${partOfDay(steady)} steady state`, startAt: steady },
  };
}

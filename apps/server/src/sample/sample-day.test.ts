import { expect, test } from 'vitest';
import { sampleDay } from './sample-day.ts';

const at = (time: string) => Temporal.ZonedDateTime.from(`2026-05-04T${time}[Europe/Berlin]`);
const inWords = (now: Temporal.ZonedDateTime) =>
  Object.values(sampleDay(now)).map(({ title, startAt }) => {
    const days = startAt.toPlainDate().since(now.toPlainDate()).days;
    return `${days > 0 ? 'tomorrow ' : ''}${startAt.toPlainTime().toString({ smallestUnit: 'minute' })} ${title}`;
  });

test.each([
  ['00:09', ['00:00 Night sprints', '06:30 2k test', '12:10 Lunchtime steady state']],
  ['06:29', ['06:20 Morning sprints', '09:00 2k test', '15:00 Afternoon steady state']],
  ['08:38', ['08:30 Morning sprints', '12:10 2k test', '17:30 Evening steady state']],
  ['12:04', ['12:00 Lunchtime sprints', '15:00 2k test', '19:30 Evening steady state']],
  ['16:30', ['16:30 Afternoon sprints', '17:30 2k test', '21:00 Evening steady state']],
  ['19:36', ['19:30 Evening sprints', '21:00 2k test', 'tomorrow 09:00 Morning steady state']],
  ['23:59', ['23:50 Night sprints', 'tomorrow 06:30 2k test', 'tomorrow 12:10 Lunchtime steady state']],
])('at %s the sessions have names and hours of the day', (time, sessions) =>
  expect(inWords(at(time))).toEqual(sessions),
);

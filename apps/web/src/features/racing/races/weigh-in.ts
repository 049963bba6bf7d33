import type { WholeRaceEvent } from '@boathouse/contract/races';
import { weighInOf } from '@boathouse/racing/timetable';
import { formatTime } from '../../../lib/format.ts';

/** Returns when the athlete of a race weighs in: `08:20 to 09:20` on the race day's clock. */
export function weighInWords(startsAt: string, timeZone: string): string {
  const { fromMs, untilMs } = weighInOf(Date.parse(startsAt));
  return [fromMs, untilMs].map((ms) => formatTime(new Date(ms).toISOString(), timeZone)).join(' to ');
}

/** Whether a race's category has a weight limit. */
export function isWeighedFor(
  { categories, races }: Pick<WholeRaceEvent, 'categories' | 'races'>,
  raceId: string,
): boolean {
  const race = races.find(({ _id }) => _id === raceId);
  const category = categories.find(({ _id }) => _id === race?.category);
  return category !== undefined && category.rules.maxWeight !== null;
}

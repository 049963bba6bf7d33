import { limits } from '@boathouse/contract/limits';
import { statistics, type ClubPeriod, type SpanStep } from '@boathouse/contract/statistics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

/** `timeZone` (IANA) decides which day is today. */
export function metersOf(userId: string, timeZone: string) {
  return queryOptions({
    queryKey: ['statistics', 'meters', userId, timeZone],
    ...apiQuery(statistics.meters, { params: { id: userId }, query: { timeZone } }),
  });
}

export function overviewOf(userId: string, timeZone: string) {
  return queryOptions({
    queryKey: ['statistics', 'general', userId, timeZone],
    ...apiQuery(statistics.general, { params: { id: userId }, query: { timeZone } }),
  });
}

/** Distances in the pace trend: up to, or from, a number of meters. */
export type DistanceFilter = { comparator: 'less' | 'greater'; distanceM: number };

const boundsOf = ({ comparator, distanceM }: DistanceFilter) =>
  comparator === 'less'
    ? { gte: '0', lte: `${distanceM}` }
    : { gte: `${distanceM}`, lte: `${limits.distanceFilterCapM}` };

export function paceTrendOf(userId: string, timeZone: string, filter: DistanceFilter) {
  const bounds = boundsOf(filter);
  return queryOptions({
    queryKey: ['statistics', 'progress', userId, timeZone, bounds],
    ...apiQuery(statistics.progress, { params: { id: userId }, query: { ...bounds, timeZone } }),
    placeholderData: keepPreviousData,
  });
}

/** Both days are included. */
type DaysInSteps = { from: Temporal.PlainDate; to: Temporal.PlainDate; step: SpanStep };

const spanOf = ({ from, to, step }: DaysInSteps) => ({ from: from.toString(), to: to.toString(), step });

/** Fetches the user's own totals of a span of days. */
export function totalsOfSpan(userId: string, days: DaysInSteps) {
  const query = spanOf(days);
  return queryOptions({
    queryKey: ['statistics', 'span', userId, query],
    ...apiQuery(statistics.totalsOfSpan, { params: { id: userId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the user's own pace in a span of days. */
export function paceOfSpan(userId: string, days: DaysInSteps, filter: DistanceFilter) {
  const query = { ...spanOf(days), ...boundsOf(filter) };
  return queryOptions({
    queryKey: ['statistics', 'span progress', userId, query],
    ...apiQuery(statistics.paceOfSpan, { params: { id: userId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the calendar year `yearOffset` (0 or less) years from the viewer's. */
export function heatmapOf(userId: string, currentYear: number, yearOffset: number) {
  return queryOptions({
    queryKey: ['statistics', 'heatmap', userId, currentYear, yearOffset],
    ...apiQuery(statistics.heatmap, {
      params: { id: userId },
      query: { currentYear: `${currentYear}`, yearOffset: `${yearOffset}` },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a user's personal bests, of the activities that the viewer may read. */
export function personalBestsOf(userId: string) {
  return queryOptions({
    queryKey: ['statistics', 'bests', userId],
    ...apiQuery(statistics.personalBests, { params: { id: userId } }),
  });
}

/** The members of a club by their meters. */
export function clubMetersOf(clubId: string, period: ClubPeriod, timeZone: string) {
  return queryOptions({
    queryKey: ['statistics', 'club', clubId, period, timeZone],
    ...apiQuery(statistics.clubMeters, { params: { id: clubId }, query: { period, timeZone } }),
    placeholderData: keepPreviousData,
  });
}

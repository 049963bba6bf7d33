import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { races } from '@boathouse/contract/races';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay, type RaceInFull } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { raceResults } from '@boathouse/contract/races/results';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { ApiError, callEndpoint, isNotThere, refusalOf } from '../../../lib/api.ts';
import { changeCached } from '../../../lib/change-cached.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';

/** The race days of a club, the newest first. */
export function racesOfClub(clubId: string) {
  return queryOptions({
    queryKey: ['races', 'club', clubId],
    ...apiQuery(races.ofClub, { params: { id: clubId } }),
  });
}

/** A race day with everything in it. */
export function raceEventById(id: string) {
  return queryOptions({
    queryKey: ['races', 'event', id],
    ...apiQuery(races.byId, { params: { id } }),
  });
}

/** Changes come with the room of the race; between races, and for pages without a room, it polls. */
export const nowEveryMs = 3_000;

/** The races of this moment on a race day, and the reader's own lanes. */
export function raceNowOf(id: string) {
  return queryOptions({
    queryKey: ['races', 'now', id],
    ...apiQuery(raceDay.now, { params: { id } }),
    refetchInterval: nowEveryMs,
    staleTime: 0,
  });
}

/** A race with its attempts and protests, for officials. */
export function raceInFull(id: string) {
  return queryOptions({
    queryKey: ['races', 'full', id],
    ...apiQuery(raceDay.race, { params: { id } }),
    staleTime: 0,
  });
}

/** The athletes who advance to the final of a category. */
export function advanceOf(categoryId: string) {
  return queryOptions({
    queryKey: ['races', 'advance', categoryId],
    ...apiQuery(raceDay.advance, { params: { id: categoryId } }),
    staleTime: 0,
  });
}

export function resultsOfEvent(id: string) {
  return queryOptions({
    queryKey: ['races', 'results', id],
    ...apiQuery(raceResults.ofEvent, { params: { id } }),
    staleTime: 0,
  });
}

/** The previous race day, by category, for a commentator: it does not change during a day. */
export function raceBefore(id: string) {
  return queryOptions({
    queryKey: ['races', 'before', id],
    ...apiQuery(raceResults.before, { params: { id } }),
    staleTime: 600_000,
  });
}

export function logOfEvent(id: string, race: string) {
  return queryOptions({
    queryKey: ['races', 'log', id, race],
    ...apiQuery(raceDay.log, { params: { id }, query: { race } }),
    staleTime: 0,
  });
}

/** A screen has no user who could press Try again, so it never stops retrying. */
export const forEver = {
  retry: (_: number, error: Error) => !isNotThere(error),
  retryDelay: 3_000,
  refetchIntervalInBackground: true,
};

/** The public page of a race day. */
export function racePage(key: string) {
  return queryOptions({
    queryKey: ['races', 'page', key],
    ...apiQuery(raceResults.page, { params: { key } }),
    ...forEver,
    refetchInterval: 15_000,
  });
}

/** The courses of a race with a result, for its public page. */
export function replayOfPage(key: string, race: string) {
  return queryOptions({
    queryKey: ['races', 'replay', key, race],
    ...apiQuery(raceResults.pageReplay, { params: { key, race } }),
  });
}

/** Shows races as the server has just returned them. */
export async function mergeRaces(
  client: QueryClient,
  eventId: string,
  given: readonly Race[],
): Promise<void> {
  const ids = new Set(given.map(({ _id }) => _id));
  await changeCached(client, raceEventById(eventId).queryKey, (event) => ({
    ...event,
    races: [...event.races.filter(({ _id }) => !ids.has(_id)), ...given].toSorted(byTime),
  }));
  for (const race of given) {
    client.setQueryData(raceInFull(race._id).queryKey, (full) => full && { ...full, race });
  }
  void client.invalidateQueries({ queryKey: raceNowOf(eventId).queryKey });
}

/** They are in the server's order. */
const byTime = (one: Race, other: Race) =>
  one.startsAt.localeCompare(other.startsAt) || one._id.localeCompare(other._id);

/** Changes the cached race day. */
export function changeEvent(
  client: QueryClient,
  id: string,
  change: (event: WholeRaceEvent) => WholeRaceEvent,
): Promise<WholeRaceEvent | undefined> {
  return changeCached(client, raceEventById(id).queryKey, change);
}

/** Fetches everything of a race day again: after a refusal the page is out of date. */
export function refreshEvent(client: QueryClient, eventId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: raceEventById(eventId).queryKey }),
    client.invalidateQueries({ queryKey: raceNowOf(eventId).queryKey }),
    client.invalidateQueries({ queryKey: ['races', 'full'] }),
  ]);
}

/** After this time without a response, a button can be pressed again. */
const answerWithinMs = 15_000;

/**
 * A call that changes a race day. It may have been carried out even if it fails without a response: the page then loads
 * the day again, and a repeated step is refused because it names the version before it.
 */
export function callRaceDay<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
): Promise<EndpointResponse<E>> {
  return callEndpoint(endpoint, args, { withinMs: answerWithinMs });
}

/** Publishes the races in draft, and the day with them. */
export async function publishDay({
  _id,
  isPublished,
}: Pick<WholeRaceEvent, '_id' | 'isPublished'>): Promise<Race[]> {
  const params = { id: _id };
  if (!isPublished) await callRaceDay(races.change, { params, body: { isPublished: true } });
  return callRaceDay(raceDay.publish, { params });
}

const changedWords = 'Another official was first. The page shows the race as it is now.';

/** Returns why an action on a race was refused, for the official who pressed the button. */
export function refusedWords(error: unknown): string {
  if (error instanceof ApiError && error.code === 'race_changed') return changedWords;
  return refusalOf(error);
}

/**
 * A change of a race day. Shows a refusal as a toast, and then the present day; `name` is the action, so that its
 * success closes its error.
 */
export function useRaceChange<Input, Output>(
  eventId: string,
  name: string,
  run: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => unknown,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (output, input) => {
      closeErrors(name);
      return onDone?.(output, input);
    },
    onError: (error) => {
      showErrorToast(refusedWords(error), { action: name });
      void refreshEvent(client, eventId);
    },
  });
}

/** Shows a race in full as the server has just returned it. */
export async function mergeFull(client: QueryClient, full: RaceInFull): Promise<void> {
  client.setQueryData(raceInFull(full.race._id).queryKey, full);
  await mergeRaces(client, full.race.event, [full.race]);
}

import { squads, type Squad } from '@boathouse/contract/clubs/squads';
import { tests } from '@boathouse/contract/racing/tests';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { newId } from '../../../lib/outbox/call-or-keep.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** Fetches a club's squads with their members; for its members only. */
export function squadsOf(clubId: string) {
  return queryOptions({
    queryKey: ['squads', clubId],
    ...apiQuery(squads.ofClub, { params: { id: clubId } }),
  });
}

/** Fetches a club's tests, including those of squads; only for its members. */
export function testsOf(clubId: string) {
  return queryOptions({
    queryKey: ['tests', clubId, 'list'],
    ...apiQuery(tests.ofClub, { params: { id: clubId } }),
  });
}

type WantedSquad = { squad: Squad | null; name: string; members: string[] };

/** Makes or changes a squad; a refusal belongs to its form. */
export function useSaveSquad(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ squad, name, members }: WantedSquad) =>
      callApi(squads.save, {
        params: { id: clubId, squad: squad?._id ?? (await newId()) },
        body: { name, members },
      }),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: ['squads', clubId] });
      showToast(`${name} saved`, 'squad');
    },
  });
}

export function useRemoveSquad(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Squad) => callApi(squads.remove, { params: { id: clubId, squad: _id } }),
    onSuccess: async (_, { name }) => {
      await client.invalidateQueries({ queryKey: ['squads', clubId] });
      showToast(`${name} deleted`, 'squad');
    },
    onError: (error) => showErrorToast(messageOf(error), { action: 'squad' }),
  });
}

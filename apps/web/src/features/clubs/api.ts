import {
  clubRoles,
  clubs,
  isMember,
  type Club,
  type ClubMembership,
  type ClubPatch,
  type ClubRef,
  type NewClub,
} from '@boathouse/contract/clubs';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../lib/api.ts';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';

/** Two custom URLs that differ only in case are the same one. */
export const clubByUrl = (customURL: string) =>
  queryOptions({
    queryKey: ['clubs', 'url', customURL.toLowerCase()],
    queryFn: ({ signal }) => callApi(clubs.byCustomURL, { params: { url: customURL } }, { signal }),
  });

/** What a user is in a club. */
export const standingInClub = (clubId: string, userId: string) =>
  queryOptions({
    queryKey: ['clubs', 'standing', clubId, userId],
    queryFn: ({ signal }) => callApi(clubs.isMember, { query: { user: userId, club: clubId } }, { signal }),
  });

/** By role, the owner first, and by name; the requests to join are for admins alone. */
export const membershipsOfClub = (clubId: string) =>
  queryOptions({
    queryKey: ['clubs', 'members', clubId],
    queryFn: ({ signal }) => callApi(clubs.membershipsOfClub, { params: { id: clubId } }, { signal }),
  });

/** By the club's name; the requests to join are for the user alone. */
export const membershipsOfUser = (userId: string) =>
  queryOptions({
    queryKey: ['clubs', 'memberships', userId],
    queryFn: ({ signal }) => callApi(clubs.membershipsOfUser, { params: { id: userId } }, { signal }),
  });

/** The clubs that a user belongs to; a pending request is not belonging. */
export const clubsOfUser = (userId: string) =>
  queryOptions({
    ...membershipsOfUser(userId),
    select: (memberships): ClubRef[] =>
      memberships.filter(({ role }) => isMember(role)).map(({ club }) => club),
  });

/** Not below 'clubs': the form that has founded a club must not hear at once that its address is taken. */
export const customUrlAvailability = (customURL: string) =>
  queryOptions({
    queryKey: ['customURL', 'availability', customURL.toLowerCase()],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await callApi(clubs.isAvailable, { query: { customURL } }, { signal })).isAvailable,
  });

/** Whatever shows clubs, their members, or what only members may see is fetched again. */
function refreshClubs(client: QueryClient): Promise<unknown> {
  void client.invalidateQueries({ queryKey: ['feed'] });
  void client.invalidateQueries({ queryKey: ['sessions'] });
  return client.invalidateQueries({ queryKey: ['clubs'] });
}

export function useCreateClub() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (club: NewClub) => callApi(clubs.create, { body: club }),
    onSuccess: (club) => {
      client.setQueryData(clubByUrl(club.customURL).queryKey, club);
      void refreshClubs(client);
    },
  });
}

export function useSaveClub(club: Club, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: ClubPatch) =>
      callApi(clubs.patch, { query: { club: club._id, requestingUser: userId }, body: patch }),
    onSuccess: (saved) => {
      client.setQueryData(clubByUrl(saved.customURL).queryKey, saved);
      void refreshClubs(client);
    },
  });
}

/** Says what came of it. A refusal means that what the page shows is out of date, so it is fetched again as well. */
export function useJoinOrLeave(club: Club, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: 'join' | 'leave'): Promise<string> => {
      const ids = { user: userId, club: club._id };
      const answer =
        change === 'join'
          ? await callApi(clubs.join, { body: { ...ids, role: clubRoles.member } })
          : await callApi(clubs.leave, { query: ids });
      return answer.message;
    },
    onSuccess: (message) => showToast(message),
    onError: (error, change) => {
      const doing = change === 'join' ? 'joining' : 'leaving';
      showErrorToast(`Error ${doing} ${club.name}. ${messageOf(error)}`);
    },
    onSettled: () => refreshClubs(client),
  });
}

export const memberActions = ['accept', 'decline', 'makeAdmin', 'revokeAdmin', 'transfer', 'remove'] as const;
export type MemberAction = (typeof memberActions)[number];
export type MemberChange = { action: MemberAction; member: ClubMembership };

/** What admins and the owner do with somebody's membership, and says what came of it. */
export function useChangeMember(club: Club, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, member }: MemberChange): Promise<{ message: string }> => {
      const ids = { requestingUser: userId, user: member.user._id, club: club._id };
      switch (action) {
        case 'accept':
          return callApi(clubs.makeMember, { body: ids });
        case 'makeAdmin':
          return callApi(clubs.makeAdmin, { body: ids });
        case 'revokeAdmin':
          return callApi(clubs.revokeAdmin, { body: ids });
        case 'decline':
        case 'remove':
          return callApi(clubs.revokeMembership, { query: ids });
        case 'transfer':
          return callApi(clubs.transferOwnership, {
            body: { fromUser: userId, toUser: member.user._id, club: club._id },
          });
        default:
          return action satisfies never;
      }
    },
    onSuccess: ({ message }) => showToast(message),
    onError: (error) => showErrorToast(messageOf(error)),
    onSettled: () => refreshClubs(client),
  });
}

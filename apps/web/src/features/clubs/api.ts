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

/** Fetches a club; custom URLs are case-insensitive. */
export function clubByUrl(customURL: string) {
  return queryOptions({
    queryKey: ['clubs', 'url', customURL.toLowerCase()],
    queryFn: ({ signal }) => callApi(clubs.byCustomURL, { params: { url: customURL } }, { signal }),
  });
}

/** Fetches a user's membership check of a club. */
export function membershipInClub(clubId: string, userId: string) {
  return queryOptions({
    queryKey: ['clubs', 'membership', clubId, userId],
    queryFn: ({ signal }) => callApi(clubs.isMember, { query: { user: userId, club: clubId } }, { signal }),
  });
}

/** Sorted by role, owner first, and by name; contains pending requests only for admins. */
export function membershipsOfClub(clubId: string) {
  return queryOptions({
    queryKey: ['clubs', 'members', clubId],
    queryFn: ({ signal }) => callApi(clubs.membershipsOfClub, { params: { id: clubId } }, { signal }),
  });
}

/** Sorted by the club's name; contains pending requests only for the user's own list. */
export function membershipsOfUser(userId: string) {
  return queryOptions({
    queryKey: ['clubs', 'memberships', userId],
    queryFn: ({ signal }) => callApi(clubs.membershipsOfUser, { params: { id: userId } }, { signal }),
  });
}

/** The clubs of a user, without pending requests. */
export function clubsOfUser(userId: string) {
  return queryOptions({
    ...membershipsOfUser(userId),
    select: (memberships): ClubRef[] =>
      memberships.filter(({ role }) => isMember(role)).map(({ club }) => club),
  });
}

/** Not below 'clubs': otherwise creating a club refetches it, and the form shows its own URL as not available. */
export function customUrlAvailability(customURL: string) {
  return queryOptions({
    queryKey: ['customURL', 'availability', customURL.toLowerCase()],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await callApi(clubs.isAvailable, { query: { customURL } }, { signal })).isAvailable,
  });
}

/** Refetches clubs, their members, and data that only members may see. */
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

/** Shows the result as a toast. Refetches also after a refusal, because the page is then out of date. */
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

const memberActions = ['accept', 'decline', 'makeAdmin', 'revokeAdmin', 'transfer', 'remove'] as const;
export type MemberAction = (typeof memberActions)[number];
export type MemberChange = { action: MemberAction; member: ClubMembership };

/** Runs an action of an admin or the owner on a membership, and shows the result as a toast. */
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

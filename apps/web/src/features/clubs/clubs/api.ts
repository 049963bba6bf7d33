import {
  clubRoles,
  clubs,
  isMember,
  type Club,
  type ClubMembership,
  type ClubMembershipWithMessage,
  type ClubPatch,
  type ClubRef,
  type NewClub,
} from '@boathouse/contract/clubs';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { changeCached } from '../../../lib/change-cached.ts';
import { withEntry } from '../../../lib/rest-of-list.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { membershipInClub, type MemberAction } from './membership.ts';

/** Fetches a club; custom URLs are case-insensitive. */
export function clubByUrl(customURL: string) {
  return queryOptions({
    queryKey: ['clubs', 'url', customURL.toLowerCase()],
    ...apiQuery(clubs.byCustomURL, { params: { url: customURL } }),
  });
}

/**
 * The first members of a large club, sorted by role, owner first, and by name; contains pending requests only for
 * admins.
 */
export function membershipsOfClub(clubId: string) {
  return queryOptions({
    queryKey: ['clubs', 'members', clubId],
    ...apiQuery(clubs.membershipsOfClub, { params: { id: clubId } }),
  });
}

export function fetchMembersAfter(clubId: string, last: ClubMembership): Promise<ClubMembership[]> {
  return callApi(clubs.membershipsOfClub, { params: { id: clubId }, query: { after: last._id } });
}

/** Sorted by the club's name; contains pending requests only for the user's own list. */
export function membershipsOfUser(userId: string) {
  return queryOptions({
    queryKey: ['clubs', 'memberships', userId],
    ...apiQuery(clubs.membershipsOfUser, { params: { id: userId } }),
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

/** Refetches everything about clubs after a refusal, because the page is then out of date. */
function refreshClubs(client: QueryClient): Promise<unknown> {
  void client.invalidateQueries({ queryKey: ['feed'] });
  void client.invalidateQueries({ queryKey: ['sessions'] });
  return client.invalidateQueries({ queryKey: ['clubs'] });
}

const collator = new Intl.Collator('en');

/** Shows a membership as the server has just returned it, in every list that has it. */
export async function mergeMembership(client: QueryClient, given: ClubMembership): Promise<void> {
  const { user, club, role } = given;
  client.setQueryData(membershipInClub(club._id, user._id).queryKey, { isMember: isMember(role), role });
  const others = (shown: ClubMembership[]) => shown.filter(({ _id }) => _id !== given._id);
  await Promise.all([
    changeCached(client, membershipsOfClub(club._id).queryKey, (shown) =>
      // Only admins see requests, and admins never send one.
      role === clubRoles.pending ? others(shown) : withEntry(others(shown), given, byRoleAndUser),
    ),
    changeCached(client, membershipsOfUser(user._id).queryKey, (shown) =>
      [...others(shown), given].toSorted(byClub),
    ),
  ]);
  refreshClub(client, club);
}

/** Removes an ended membership from every list. */
async function dropMembership(
  client: QueryClient,
  club: ClubMembership['club'],
  userId: string,
): Promise<void> {
  client.setQueryData(membershipInClub(club._id, userId).queryKey, { isMember: false, role: null });
  await Promise.all([
    changeCached(client, membershipsOfClub(club._id).queryKey, (shown) =>
      shown.filter(({ user }) => user._id !== userId),
    ),
    changeCached(client, membershipsOfUser(userId).queryKey, (shown) =>
      shown.filter((membership) => membership.club._id !== club._id),
    ),
  ]);
  refreshClub(client, club);
}

/**
 * The club itself with its count and its members' meters, not a list. Not awaited: until a change has ended, other
 * presses on its member do nothing.
 */
function refreshClub(client: QueryClient, { _id, customURL }: Pick<Club, '_id' | 'customURL'>): void {
  void client.invalidateQueries({ queryKey: clubByUrl(customURL).queryKey });
  void client.invalidateQueries({ queryKey: ['statistics', 'club', _id] });
}

/** The server's orders. */
const byRoleAndUser = (one: ClubMembership, other: ClubMembership) =>
  rankOf(other) - rankOf(one) || collator.compare(one.user.displayName, other.user.displayName);
const rankOf = ({ role }: ClubMembership) => (role === clubRoles.pending ? 0.5 : role);
const byClub = (one: ClubMembership, other: ClubMembership) =>
  collator.compare(one.club.name, other.club.name);

export function useCreateClub() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (club: NewClub) => callApi(clubs.create, { body: club }),
    onSuccess: (club) => {
      client.setQueryData(clubByUrl(club.customURL).queryKey, club);
      void client.invalidateQueries({ queryKey: ['clubs', 'memberships'] });
      void client.invalidateQueries({ queryKey: ['clubs', 'newest'] });
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
      // Lists of other pages have the club's name and icon.
      const lists = ['memberships', 'newest', 'search'].map((list) => ['clubs', list]);
      for (const queryKey of [...lists, ['sessions'], ['feed']]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    },
  });
}

/** Shows the result as a toast. Data for members only is fetched again. */
export function useJoinOrLeave(club: Club, userId: string) {
  const client = useQueryClient();
  const action = `membership ${club._id}`;
  return useMutation({
    mutationFn: async (change: 'join' | 'leave') => {
      const ids = { user: userId, club: club._id };
      if (change === 'leave') {
        const { message } = await callApi(clubs.leave, { query: ids });
        return { message, membership: null };
      }
      const { message, ...membership } = await callApi(clubs.join, {
        body: { ...ids, role: clubRoles.member },
      });
      return { message, membership };
    },
    onSuccess: ({ message, membership }) => {
      showToast(message, action);
      void client.invalidateQueries({ queryKey: ['feed'] });
      void client.invalidateQueries({ queryKey: ['sessions'] });
      return membership === null ? dropMembership(client, club, userId) : mergeMembership(client, membership);
    },
    onError: (error, change) => {
      const doing = change === 'join' ? 'joining' : 'leaving';
      showErrorToast(`Error ${doing} ${club.name}. ${messageOf(error)}`, { action });
      return refreshClubs(client);
    },
  });
}

export type MemberChange = { action: MemberAction; member: ClubMembership };

/** Runs an action of an admin or the owner on a membership, and shows the result as a toast. */
export function useChangeMember(club: Club, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      action,
      member,
    }: MemberChange): Promise<{ message: string } | ClubMembershipWithMessage> => {
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
    onSuccess: async (answer, { action, member }) => {
      const { message, ...changed } = answer;
      showToast(message, `member ${member._id}`);
      if (!('role' in changed)) return dropMembership(client, club, member.user._id);
      await mergeMembership(client, changed);
      if (action !== 'transfer') return;
      const mine = client
        .getQueryData(membershipsOfClub(club._id).queryKey)
        ?.find(({ user }) => user._id === userId);
      if (mine) await mergeMembership(client, { ...mine, role: clubRoles.admin });
    },
    onError: (error, { member }) => {
      showErrorToast(messageOf(error), { action: `member ${member._id}` });
      return refreshClubs(client);
    },
  });
}

import { auth } from '@boathouse/contract/auth';
import { follows } from '@boathouse/contract/follows';
import { limits } from '@boathouse/contract/limits';
import { users, type User, type UserRef, type Visibility } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf, refusalOf } from '../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { askForLogin } from '../../people/auth/index.ts';
import { useKeepUser } from './keep-user.ts';

/** The possible training partners of a user: followees and followers, each once, by name. */
export function possiblePartners(userId: string) {
  return queryOptions({
    queryKey: ['follows', 'partners', userId],
    queryFn: async ({ signal }): Promise<UserRef[]> => {
      const params = { id: userId };
      const [followees, followers] = await Promise.all([
        callApi(follows.followees, { params }, { signal }),
        callApi(follows.followers, { params }, { signal }),
      ]);
      const people = [
        ...followees.map(({ followee }) => followee),
        ...followers.map(({ follower }) => follower),
      ];
      return [...new Map(people.map((person) => [person._id, person])).values()].toSorted((one, other) =>
        one.displayName.localeCompare(other.displayName),
      );
    },
  });
}

/** The server also changes the name at the identity provider, which writes it into its mails. */
export function useSaveDisplayName(user: User) {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: (displayName: string) =>
      callApi(users.setDisplayName, { params: { id: user._id }, body: { displayName } }),
    onSuccess: keepUser,
  });
}

/** A stored path; null removes it. */
export function useSavePhoto(user: User) {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: (iconURL: string | null) =>
      callApi(users.setIconURL, { params: { id: user._id }, body: { iconURL } }),
    onSuccess: keepUser,
  });
}

/** A stored path, or null for none. */
export function useSaveBanner(user: User) {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: (bannerURL: string | null) =>
      callApi(users.setBannerURL, { params: { id: user._id }, body: { bannerURL } }),
    onSuccess: keepUser,
  });
}

/** Shows the outcome as a toast. */
export function useSaveVisibility(user: User) {
  const keepUser = useKeepUser();
  const action = 'save visibility';
  return useMutation({
    // In order: an arrow key chooses each option that it passes, and the last one must be stored last.
    scope: { id: action },
    mutationFn: (visibility: Visibility) =>
      callApi(users.setVisibility, { params: { id: user._id }, body: { visibility } }),
    onSuccess: (saved) => {
      keepUser(saved);
      showToast('Changes saved', action);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}

/** Returns whether the new address already applies; if not, the user must first open the link in a mail. */
export function useSaveEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (newEmail: string): Promise<{ isInForce: boolean }> => {
      await callApi(auth.changeEmail, { body: { newEmail, callbackURL: '/settings#account' } });
      const login = await askForLogin(client);
      return { isInForce: login?.email.toLowerCase() === newEmail.toLowerCase() };
    },
  });
}

/**
 * Changes the password, and signs out other devices, because a stranger may know the old one. Shows the outcome as a
 * toast.
 */
export function useSavePassword() {
  const action = 'save password';
  return useMutation({
    mutationFn: (change: { currentPassword: string; newPassword: string }) =>
      callApi(auth.changePassword, { body: change }),
    onSuccess: () => showToast('Changes saved', action),
    onError: (error) => showErrorToast(refusalOf(error), { action }),
  });
}

/** Returns whether this login has a password, not only a provider such as Google. */
export function hasPasswordQuery(uid: string) {
  return queryOptions({
    queryKey: ['login', 'hasPassword', uid],
    ...apiQuery(auth.accounts, {}, (accounts) =>
      accounts.some(({ providerId }) => providerId === 'credential'),
    ),
    staleTime: Infinity,
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sets or (with null) removes the training partner, after a delay of a second. Shows the outcome as a toast. */
export function useSaveTrainingPartner(user: User) {
  const keepUser = useKeepUser();
  const action = 'training partner';
  return useMutation({
    mutationFn: async (trainingPartner: string | null) => {
      await pause(limits.trainingPartnerDelayMs);
      return callApi(users.setTrainingPartner, { params: { id: user._id }, body: { trainingPartner } });
    },
    onSuccess: (saved) => {
      keepUser(saved);
      showToast(saved.message, action);
    },
    onError: (error, trainingPartner) => {
      const doing = trainingPartner === null ? 'removing' : 'setting';
      showErrorToast(`Error ${doing} training partner. ${messageOf(error)}`, { action });
    },
  });
}

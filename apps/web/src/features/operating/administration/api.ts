import { reports, type ReportDecision } from '@boathouse/contract/administration/reports';
import { administration, type AdministeredUser } from '@boathouse/contract/administration/calls';
import { outgoing, type Outgoing } from '@boathouse/contract/administration/outgoing';
import { limits } from '@boathouse/contract/limits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/paging.ts';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** The queries of the installation; a change may affect any of them. */
const all = ['administration'] as const;

export const stateQuery = queryOptions({
  queryKey: [...all, 'state'],
  queryFn: async ({ signal }) => {
    const askedAtMs = Date.now();
    const state = await callApi(administration.state, {}, { signal });
    return { ...state, clockOffMs: clockOffMs(state.at, askedAtMs) };
  },
});

export const warningsQuery = queryOptions({
  queryKey: [...all, 'warnings'],
  queryFn: async ({ signal }) => {
    const askedAtMs = Date.now();
    const { at, warnings } = await callApi(administration.warnings, {}, { signal });
    return { warnings, clockOffMs: clockOffMs(at, askedAtMs) };
  },
  staleTime: 600_000,
  refetchInterval: 600_000,
});

/**
 * Returns by how much the server's clock is ahead of the browser's; 0 if the call's duration explains the difference.
 */
function clockOffMs(at: string, askedAtMs: number): number {
  const serverMs = Date.parse(at);
  const answeredAtMs = Date.now();
  if (serverMs > answeredAtMs) return serverMs - answeredAtMs;
  return Math.min(0, serverMs - askedAtMs);
}

export type Search = { search: string; page: number };

export function usersQuery({ search, page }: Search) {
  return queryOptions({
    queryKey: [...all, 'users', search, page],
    ...apiQuery(administration.users, { query: { search, ...pageQuery(page) } }),
    placeholderData: keepPreviousData,
  });
}

export function clubsQuery({ search, page }: Search) {
  return queryOptions({
    queryKey: [...all, 'clubs', search, page],
    ...apiQuery(administration.clubs, { query: { search, ...pageQuery(page) } }),
    placeholderData: keepPreviousData,
  });
}

export function clubMembersQuery(id: string) {
  return queryOptions({
    queryKey: [...all, 'members', id],
    ...apiQuery(administration.clubMembers, { params: { id } }),
  });
}

export const settingsQuery = queryOptions({
  queryKey: [...all, 'settings'],
  ...apiQuery(administration.settings, {}),
});

export function logQuery(page: number) {
  return queryOptions({
    queryKey: [...all, 'log', page],
    ...apiQuery(administration.log, { query: pageQuery(page, limits.pageSize) }),
    placeholderData: keepPreviousData,
  });
}

export function reportsQuery(state: 'open' | 'decided', page: number) {
  return queryOptions({
    queryKey: [...all, 'reports', state, page],
    ...apiQuery(reports.list, { query: { state, ...pageQuery(page) } }),
    placeholderData: keepPreviousData,
  });
}

export const outgoingQuery = queryOptions({
  queryKey: [...all, 'outgoing'],
  ...apiQuery(outgoing.state, {}),
});

/** Makes a change, shows its outcome as a toast, and refetches data that it may have changed. */
function useChange<Input, Output>(
  action: string,
  change: (input: Input) => Promise<Output>,
  wordsOf: (output: Output) => string | null,
  options: { scope?: { id: string } } = {},
) {
  const client = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: change,
    onSuccess: async (output) => {
      closeErrors(action);
      const words = wordsOf(output);
      if (words !== null) showToast(words, action);
      await client.invalidateQueries({ queryKey: all });
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action });
      void client.invalidateQueries({ queryKey: all });
    },
  });
}

const messageIn = ({ message }: { message: string }) => message;

export function useSendTestMail() {
  return useChange('test mail', () => callApi(administration.sendTestMail), messageIn);
}

export type UserAction = 'resetLink' | keyof typeof calls;

const calls = {
  endLogins: administration.endLogins,
  lock: administration.lock,
  unlock: administration.unlock,
  makeAdministrator: administration.makeAdministrator,
  revokeAdministrator: administration.revokeAdministrator,
  remove: administration.removeUser,
} as const;

type UserChange = { user: AdministeredUser; action: keyof typeof calls };

export function useChangeUser() {
  return useChange(
    'administer user',
    ({ user, action }: UserChange): Promise<{ message: string }> =>
      callApi(calls[action], { params: { id: user._id } }),
    messageIn,
  );
}

export function useMakeResetLink() {
  return useChange(
    'reset link',
    (id: string) => callApi(administration.makeResetLink, { params: { id } }),
    () => null,
  );
}

export function useHandOverClub() {
  return useChange(
    'hand over',
    ({ id, user }: { id: string; user: string }) =>
      callApi(administration.handOverClub, { params: { id }, body: { user } }),
    messageIn,
  );
}

export function useRemoveClub() {
  return useChange(
    'remove club',
    (id: string) => callApi(administration.removeClub, { params: { id } }),
    messageIn,
  );
}

export function useChangeSettings() {
  const action = 'settings of the installation';
  return useChange(
    action,
    (body: Parameters<typeof callApi<typeof administration.changeSettings>>[1]['body']) =>
      callApi(administration.changeSettings, { body }),
    () => 'Changes saved',
    // In order: an arrow key chooses each option that it passes, and the last one must be stored last.
    { scope: { id: action } },
  );
}

export function useCreateInvitation() {
  return useChange(
    'invitation',
    (body: { isForOne: boolean; days: number }) => callApi(administration.createInvitation, { body }),
    () => null,
  );
}

export function useEndInvitation() {
  return useChange(
    'invitation',
    (id: string) => callApi(administration.endInvitation, { params: { id } }),
    () => 'The link has ended',
  );
}

export function useDecideReport() {
  return useChange(
    'decide report',
    ({ id, decision }: { id: string; decision: ReportDecision }) =>
      callApi(reports.decide, { params: { id }, body: { decision } }),
    messageIn,
  );
}

export function useTakeBack() {
  return useChange('decide report', (id: string) => callApi(reports.takeBack, { params: { id } }), messageIn);
}

type OutgoingChange = { action: 'retry' | 'discard'; messages: string[] };

/** Sends messages again that were given up, or deletes them. */
export function useChangeOutgoing() {
  const client = useQueryClient();
  return useChange(
    'outgoing',
    async ({ action, messages }: OutgoingChange): Promise<Outgoing> => {
      const state = await callApi(outgoing[action], { body: { messages } });
      client.setQueryData(outgoingQuery.queryKey, state);
      return state;
    },
    () => null,
  );
}

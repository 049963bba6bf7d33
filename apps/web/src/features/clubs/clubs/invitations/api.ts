import { invitations } from '@boathouse/contract/clubs/invitations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { forgetInvitation } from '../../../../lib/invitation.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { mergeMembership } from '../api.ts';

/** Fetches the club that a key invites to. Each fetch counts against a quota. */
export function invitedTo(key: string) {
  return queryOptions({
    queryKey: ['invitation', key],
    queryFn: ({ signal }) => callApi(invitations.read, { body: { key } }, { signal }),
    staleTime: Infinity,
  });
}

/** Fetches when the invitation of a club ends. */
export function invitationOf(clubId: string) {
  return queryOptions({
    queryKey: ['invitation of club', clubId],
    queryFn: ({ signal }) => callApi(invitations.ofClub, { params: { id: clubId } }, { signal }),
    staleTime: 0,
  });
}

/** Joins, and opens the club's page instead of the one with the key. */
export function useAcceptInvitation(key: string, clubName: string, userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const action = `invitation ${key}`;
  return useMutation({
    mutationFn: () => callApi(invitations.accept, { body: { user: userId, key } }),
    onSuccess: async ({ message, ...membership }) => {
      forgetInvitation();
      showToast(message, action);
      void client.invalidateQueries({ queryKey: ['feed'] });
      void client.invalidateQueries({ queryKey: ['sessions'] });
      await mergeMembership(client, membership);
      await navigate(`/clubs/${membership.club.customURL}/general`, { replace: true });
    },
    onError: (error) => {
      showErrorToast(`Error joining ${clubName}. ${messageOf(error)}`, { action });
      return client.invalidateQueries({ queryKey: invitedTo(key).queryKey });
    },
  });
}

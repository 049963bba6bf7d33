import { clubRoles, clubs } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { previews, type SessionClub } from '@boathouse/contract/sessions/previews';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { mergeMembership } from '../../clubs/clubs/index.ts';
import { sessionById } from './api.ts';

/** It is shown while an admin decides on the request. */
const askedAgainMs = 15_000;

/** Fetches the club whose members may open a session; null for a session without a club, and for a missing session. */
function clubOfSession(sessionId: string) {
  return queryOptions({
    queryKey: ['sessions', 'club', sessionId],
    ...apiQuery(previews.clubOfSession, { params: { id: sessionId } }),
    refetchInterval: ({ state: { data } }) => (data?.role === clubRoles.pending ? askedAgainMs : false),
  });
}

type JoinToOpenProps = {
  sessionId: string;
  club: SessionClub;
  /** The key of the club's invitation, if the link has it. */
  invitationKey: string | null;
  /** Called once the viewer is a member. */
  onOpen: () => void;
};

/** Makes a user who has the link of a club's session a member, or sends a request, and then opens the session. */
export function JoinToOpen({ sessionId, club, invitationKey, onOpen }: JoinToOpenProps) {
  const { _id: user } = useCurrentUser();
  const client = useQueryClient();
  const { name, isPrivate, role } = club;
  const isMember = role !== null && role >= clubRoles.member;
  const action = `join ${club._id}`;
  const join = useMutation({
    mutationFn: () =>
      invitationKey === null
        ? callApi(clubs.join, { body: { user, club: club._id } })
        : callApi(invitations.accept, { body: { user, key: invitationKey } }),
    onSuccess: async ({ message, ...membership }) => {
      showToast(message, action);
      void client.invalidateQueries({ queryKey: ['feed'] });
      await mergeMembership(client, membership);
      await client.invalidateQueries({ queryKey: clubOfSession(sessionId).queryKey });
    },
    onError: (error) => showErrorToast(`Error joining ${name}. ${messageOf(error)}`, { action }),
  });
  const open = useEffectEvent(async () => {
    await client.invalidateQueries({ queryKey: sessionById(sessionId).queryKey });
    onOpen();
  });
  // This holds even after an admin has accepted the request.
  useEffect(() => {
    if (isMember) void open();
  }, [isMember]);
  const isAsked = role === clubRoles.pending && invitationKey === null;
  if (isAsked) return <p>You have asked to join {name}. The session opens once an admin accepts you.</p>;
  return (
    <Button look="primary" isBusy={join.isPending || isMember} onClick={() => join.mutate()}>
      {isPrivate && invitationKey === null ? `Ask to join ${name}` : `Join ${name} and open`}
    </Button>
  );
}

/** Returns the club through which the viewer may open a session that they can't read; null if there is none. */
export function useClubOfSession(sessionId: string, isMissing: boolean) {
  return useQuery({ ...clubOfSession(sessionId), enabled: isMissing });
}

import { invitations } from '@boathouse/contract/clubs/invitations';
import { sessions } from '@boathouse/contract/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { todayIn, viewerTimeZone } from '../../../../lib/format.ts';
import { forgetInvitation } from '../../../../lib/invitation.ts';
import { serverNowMs } from '../../../../lib/server/server-now.ts';
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

/** A session that began longer ago has ended. */
const isOverAfterMs = 2 * 3_600_000;

/** Returns the club's current session or the next one today; null without one, or if that can't be read. */
async function sessionTonight(userId: string, clubId: string): Promise<string | null> {
  const timeZone = viewerTimeZone();
  const { year, month, day } = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(serverNowMs()));
  const query = { year: `${year}`, month: `${month}`, day: `${day}`, sparse: '0' as const, timeZone };
  try {
    const found = await callApi(sessions.ofUser, { params: { id: userId }, query });
    const open = found.filter(
      (session) =>
        'club' in session &&
        session.club?._id === clubId &&
        Date.parse(session.startAt) > serverNowMs() - isOverAfterMs,
    );
    open.sort((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
    return open[0]?._id ?? null;
  } catch (error) {
    console.warn("The club's session of today is not known", error);
    return null;
  }
}

/** Joins, and opens the club's session of today, or else its page, instead of the page with the key. */
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
      const session = await sessionTonight(userId, membership.club._id);
      const { customURL } = membership.club;
      await navigate(session === null ? `/clubs/${customURL}/general` : `/sessions/${session}`, {
        replace: true,
      });
    },
    onError: (error) => {
      showErrorToast(`Error joining ${clubName}. ${messageOf(error)}`, { action });
      return client.invalidateQueries({ queryKey: invitedTo(key).queryKey });
    },
  });
}

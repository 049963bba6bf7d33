import { invitations } from '@boathouse/contract/clubs/invitations';
import type { ClubRef } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { sessionLink } from '../../../../lib/invitation.ts';
import { Button } from '../../../../ui/button.tsx';
import { copyLink } from '../../../../ui/link/copy-link.ts';
import { LinkCode } from '../../../../ui/link/link-code.tsx';
import { LinkDialog } from '../../../../ui/link/link-dialog.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { clubByUrl, invitationOf, isAdmin, membershipInClub } from '../../../clubs/clubs/index.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';

type ShareDialogProps = { session: Session; onClose: () => void };

/** Shows a session's link as text and as a QR code, for phones beside the screen. */
export function ShareDialog({ session, onClose }: ShareDialogProps) {
  const { club } = session;
  if (club !== null) return <ShareInClub {...{ session, club, onClose }} />;
  return <Share {...{ session, onClose }} about="Anyone with the link can join, after logging in." />;
}

/**
 * A user who opens the link joins the club first. An admin's link of an invite-only club contains the club's
 * invitation: a new one if the club has none, otherwise only on request, because it replaces one that others may have
 * received.
 */
function ShareInClub({ session, club, onClose }: ShareDialogProps & { club: ClubRef }) {
  const me = useCurrentUser();
  const client = useQueryClient();
  const { data: known } = useQuery(clubByUrl(club.customURL));
  const { data: membership } = useQuery(membershipInClub(club._id, me._id));
  const isPrivate = known?.isPrivate ?? true;
  const mayInvite = isPrivate && known !== undefined && isAdmin(membership?.role ?? null);
  const { data: before } = useQuery({ ...invitationOf(club._id), enabled: mayInvite });
  const invite = useMutation({
    mutationFn: (isPressed: boolean) =>
      callApi(invitations.create, { params: { id: club._id } }, { asksForProof: isPressed }),
    onSuccess: ({ expiresAt }) => client.setQueryData(invitationOf(club._id).queryKey, { expiresAt }),
    // Without a request the button is still there; it asks for the password if the server requires it.
    onError: (error, isPressed) =>
      isPressed && showErrorToast(messageOf(error), { action: `invitation of ${club._id}` }),
  });
  const made = invite.data;
  const isMakingFirst = invite.isPending && !invite.variables;
  const isFirst = mayInvite && before?.expiresAt === null && invite.isIdle;
  const inviteFirst = useEffectEvent(() => invite.mutate(false));
  useEffect(() => {
    if (isFirst) inviteFirst();
  }, [isFirst]);
  const about =
    made !== undefined
      ? `Anyone who opens the link joins ${club.name} and this session, until ${formatDayAndTime(made.expiresAt)}.`
      : !isPrivate
        ? `Anyone who opens the link joins ${club.name} and this session.`
        : `Members of ${club.name} can open the link, and others can ask to join.`;
  return (
    <Share
      {...{ session, onClose, about }}
      invitationKey={made?.key ?? null}
      invite={
        mayInvite && made === undefined && before !== undefined && !isFirst && !isMakingFirst ? (
          <>
            <p>
              With an invitation, others join at once.
              {before?.expiresAt != null && " It replaces the club's invitation link."}
            </p>
            <Button isBusy={invite.isPending} onClick={() => invite.mutate(true)}>
              Add an invitation to the link
            </Button>
          </>
        ) : null
      }
    />
  );
}

type ShareProps = ShareDialogProps & {
  /** Shows who can use the link. */
  about: string;
  invitationKey?: string | null;
  invite?: React.ReactNode;
};

function Share({ session, about, invitationKey = null, invite, onClose }: ShareProps) {
  const link = sessionLink(session._id, invitationKey);
  return (
    <LinkDialog
      title={`Share ${session.title}`}
      about={about}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={() => void copyLink(link, 'Copy the address of this page instead.')}>
          Copy link
        </Button>
      }
    >
      <LinkCode link={link} title="QR code of the session's link" />
      {invite}
    </LinkDialog>
  );
}

import { invitations } from '@boathouse/contract/clubs/invitations';
import type { Club } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDayAndTime } from '../../../lib/format.ts';
import { invitationLink } from '../../../lib/invitation.ts';
import { Button } from '../../../ui/button.tsx';
import { copyLink } from '../../../ui/link/copy-link.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LinkCode } from '../../../ui/link/link-code.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { invitationOf } from './api.ts';
import styles from './invitation-dialog.module.css';

type DialogProps = { club: Club; onClose: () => void };

/** Makes, replaces and switches off the link that makes members. A link is shown once: only its digest is stored. */
export function InvitationDialog({ club, onClose }: DialogProps) {
  const client = useQueryClient();
  const params = { id: club._id };
  const { queryKey } = invitationOf(club._id);
  const made = useQuery(invitationOf(club._id));
  const action = `invitation of ${club._id}`;
  // A response to an earlier request would restore what was before the change.
  const onMutate = () => client.cancelQueries({ queryKey });
  const onError = (error: unknown) => showErrorToast(messageOf(error), { action });
  const create = useMutation({
    mutationFn: () => callApi(invitations.create, { params }),
    onSuccess: ({ expiresAt }) => {
      closeErrors(action);
      client.setQueryData(queryKey, { expiresAt });
    },
    onMutate,
    onError,
  });
  const revoke = useMutation({
    mutationFn: () => callApi(invitations.revoke, { params }),
    onSuccess: (none) => {
      create.reset();
      client.setQueryData(queryKey, none);
      showToast('Invitation link switched off', action);
    },
    onMutate,
    onError,
  });
  const link = create.data && invitationLink(create.data.key);
  const expiresAt = made.data?.expiresAt ?? null;
  const isBusy = create.isPending || revoke.isPending;
  const linkRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(expiresAt !== null, linkRef);

  return (
    <Dialog title={`Invite to ${club.name}`} onClose={onClose}>
      <div className={styles.invite}>
        <p className={styles.about}>
          Anyone with an account who opens the link can join at once, without a request. It ends after{' '}
          {limits.clubInvitationDays} days, and when a member is removed.
        </p>
        {made.isPending && <Loading label="Loading the invitation" />}
        {made.isError && (
          <Unavailable onRetry={() => void made.refetch()}>The invitation couldn't be loaded.</Unavailable>
        )}
        {link !== undefined && <LinkCode link={link} title="QR code of the invitation link" />}
        {expiresAt !== null && (
          <p>
            {link === undefined
              ? `A link is valid until ${formatDayAndTime(expiresAt)}. It can't be shown again; a new one replaces it.`
              : `Valid until ${formatDayAndTime(expiresAt)}. Copy it now: it can't be shown again.`}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          {expiresAt !== null && (
            <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
              Switch off
            </Button>
          )}
          {(made.isSuccess || link !== undefined) && (
            // One button for both, so that the focus stays on it.
            <Button
              ref={linkRef}
              look="primary"
              isBusy={isBusy}
              onClick={() =>
                link === undefined ? create.mutate() : void copyLink(link, 'Select it and copy it instead.')
              }
            >
              {link !== undefined ? 'Copy link' : expiresAt === null ? 'Create link' : 'Create new link'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

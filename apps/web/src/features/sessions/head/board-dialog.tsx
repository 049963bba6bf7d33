import { boards } from '@boathouse/contract/sessions/boards';
import type { Session } from '@boathouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDayAndTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { copyLink } from '../../../ui/link/copy-link.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LinkCode } from '../../../ui/link/link-code.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import styles from './share-dialog.module.css';

/** Makes and revokes the link of a session's board. A link is shown once, when it is made: only its digest is stored. */
export function BoardDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const client = useQueryClient();
  const params = { id: session._id };
  const queryKey = ['boards', 'of session', session._id];
  const made = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(boards.ofSession, { params }, { signal }),
  });
  const action = `board of ${session._id}`;
  // A response to an earlier request would restore what was before the change.
  const onMutate = () => client.cancelQueries({ queryKey });
  const onError = (error: unknown) => showErrorToast(messageOf(error), { action });
  const create = useMutation({
    mutationFn: () => callApi(boards.create, { params }),
    onSuccess: ({ createdAt }) => {
      closeErrors(action);
      client.setQueryData(queryKey, { createdAt });
    },
    onMutate,
    onError,
  });
  const revoke = useMutation({
    mutationFn: () => callApi(boards.revoke, { params }),
    onSuccess: (none) => {
      create.reset();
      client.setQueryData(queryKey, none);
      showToast('Board closed', action);
    },
    onMutate,
    onError,
  });
  const link = create.data && new URL(`/boards/${create.data.key}`, location.href).href;
  const createdAt = made.data?.createdAt ?? null;
  const isBusy = create.isPending || revoke.isPending;
  const linkRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(createdAt !== null, linkRef);

  return (
    <Dialog title="Board for a television" onClose={onClose}>
      <div className={styles.share}>
        <p className={styles.readers}>
          The board shows the lanes and the ranking in large type. Anyone with its link sees names and
          results, without an account.
        </p>
        {made.isPending && <Loading label="Loading the board" />}
        {made.isError && (
          <Unavailable onRetry={() => void made.refetch()}>The board couldn't be loaded.</Unavailable>
        )}
        {link !== undefined && <LinkCode link={link} title="QR code of the board's link" />}
        {link === undefined && createdAt !== null && (
          <p>
            A link was made {formatDayAndTime(createdAt)}. It can't be shown again; a new one replaces it.
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          {createdAt !== null && (
            <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
              Revoke
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
              {link !== undefined ? 'Copy link' : createdAt === null ? 'Create link' : 'Create new link'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

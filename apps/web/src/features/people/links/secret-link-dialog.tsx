import { useMutation, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { copyLink } from '../../../ui/link/copy-link.ts';
import { LinkCode } from '../../../ui/link/link-code.tsx';
import { LinkDialog } from '../../../ui/link/link-dialog.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';

/** The words of a kind of link. */
type LinkWords = {
  title: string;
  about: string;
  /** The thing that the link opens, as in "Loading the board". */
  noun: string;
  /** The title of the QR code. */
  codeTitle: string;
  revokeLabel: string;
  revoked: string;
  /** @param isShown whether the dialog shows the link, which it does until it closes */
  sayDate: (date: string, isShown: boolean) => string | null;
};

/** The server's knowledge of the link, and the calls that change it. */
type LinkCalls<State> = {
  query: UseQueryOptions<State, Error, State, string[]>;
  /** Returns when the link was made or when it ends; null without one. */
  dateOf: (state: State) => string | null;
  create: () => Promise<{ link: string; state: State }>;
  revoke: () => Promise<State>;
};

type SecretLinkDialogProps<State> = {
  words: LinkWords;
  calls: LinkCalls<State>;
  /** The user's choice, and the link to which it applies. */
  choice?: { field: ReactNode; linkOf: (link: string) => string };
  onClose: () => void;
};

/**
 * Makes, replaces and revokes a link with a secret. It is shown once, when it is created, because only its digest is
 * stored.
 */
export function SecretLinkDialog<State>({ words, calls, choice, onClose }: SecretLinkDialogProps<State>) {
  const { query, dateOf } = calls;
  const { noun } = words;
  const { queryKey } = query;
  const client = useQueryClient();
  const made = useQuery(query);
  const action = queryKey.join(' ');
  // A response to an earlier request would restore the old state.
  const onMutate = () => client.cancelQueries({ queryKey });
  const onError = (error: unknown) => showErrorToast(messageOf(error), { action });
  const create = useMutation({
    mutationFn: calls.create,
    onSuccess: ({ state }) => {
      closeErrors(action);
      client.setQueryData(queryKey, state);
    },
    onMutate,
    onError,
  });
  const revoke = useMutation({
    mutationFn: calls.revoke,
    onSuccess: (none) => {
      create.reset();
      client.setQueryData(queryKey, none);
      showToast(words.revoked, action);
    },
    onMutate,
    onError,
  });
  const link = create.data && (choice?.linkOf(create.data.link) ?? create.data.link);
  const date = made.data === undefined ? null : dateOf(made.data);
  const hint = date === null ? null : words.sayDate(date, link !== undefined);
  const linkRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(date !== null, linkRef);

  return (
    <LinkDialog
      title={words.title}
      about={words.about}
      onClose={onClose}
      actions={
        <>
          {date !== null && (
            <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
              {words.revokeLabel}
            </Button>
          )}
          {(made.isSuccess || link !== undefined) && (
            // One button for both, so that the focus stays on it.
            <Button
              ref={linkRef}
              look="primary"
              isBusy={create.isPending || revoke.isPending}
              onClick={() =>
                link === undefined ? create.mutate() : void copyLink(link, 'Select it and copy it instead.')
              }
            >
              {link !== undefined ? 'Copy link' : date === null ? 'Create link' : 'Create new link'}
            </Button>
          )}
        </>
      }
    >
      {made.isPending && <Loading label={`Loading the ${noun}`} />}
      {made.isError && (
        <Unavailable onRetry={() => void made.refetch()}>The {noun} couldn't be loaded.</Unavailable>
      )}
      {link !== undefined && choice?.field}
      {link !== undefined && <LinkCode link={link} title={words.codeTitle} />}
      {hint !== null && <p>{hint}</p>}
    </LinkDialog>
  );
}

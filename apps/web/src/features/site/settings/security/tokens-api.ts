import { tokens, type Token, type TokenDays, type TokenScope } from '@boathouse/contract/auth/tokens';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';
import { callApi, messageOf, refusalOf } from '../../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { AnotherUserError, confirmAtProvider } from '../../../people/auth/index.ts';

const action = 'access token';

/** The user's access tokens, the newest first. */
export function tokensQuery(uid: string) {
  return queryOptions({ queryKey: ['login', 'tokens', uid], ...apiQuery(tokens.list, {}) });
}

type NewToken = {
  name: string;
  scopes: TokenScope[];
  days: TokenDays | null;
  password?: string;
  /** The sign-in that comes first needs it. */
  popup: { window: Window; provider: string } | null;
};

/**
 * Makes a token, after another sign-in if the user has a provider. The data is the token itself, which is shown once.
 */
export function useMakeToken(uid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ popup, ...body }: NewToken) => {
      if (popup !== null) await confirmAtProvider(client, popup.window, popup.provider);
      return callApi(tokens.create, { body });
    },
    onSuccess: ({ made }) =>
      client.setQueryData(
        tokensQuery(uid).queryKey,
        (list) => list && { ...list, tokens: [made, ...list.tokens] },
      ),
    onError: (error) =>
      showErrorToast(refusalOf(error), { action, isForAnyPage: error instanceof AnotherUserError }),
  });
}

/** Ends one token, or with null all. Shows the outcome as a toast. */
export function useEndToken(uid: string) {
  const client = useQueryClient();
  const { queryKey } = tokensQuery(uid);
  return useMutation({
    mutationFn: async (token: Token | null): Promise<void> => {
      if (token === null) await callApi(tokens.endAll);
      else await callApi(tokens.end, { params: { id: token._id } });
    },
    onSuccess: (_, token) => {
      client.setQueryData(
        queryKey,
        (list) =>
          list && {
            ...list,
            tokens: list.tokens.filter(({ _id }) => token !== null && _id !== token._id),
          },
      );
      showToast(token === null ? 'All access tokens ended' : `"${token.name}" ended`, action);
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action });
      void client.invalidateQueries({ queryKey });
    },
  });
}

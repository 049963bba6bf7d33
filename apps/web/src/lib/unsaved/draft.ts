import { useQueryClient } from '@tanstack/react-query';

/**
 * Keeps typed text while the user is on another page: in the query cache, which is cleared when the login changes. `kind` is
 * what the text is, such as `note`, and `of` the id of what it is for.
 */
export function useDraft(kind: string, of: string) {
  const client = useQueryClient();
  const queryKey = [`${kind}-draft`, of];
  return {
    /** Returns null without a draft. */
    read: () => client.getQueryData<string | null>(queryKey) ?? null,
    keep: (text: string | null) => void client.setQueryData<string | null>(queryKey, text),
  };
}

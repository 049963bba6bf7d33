import { useQueryClient } from '@tanstack/react-query';

/**
 * Keeps typed text while the user is on another page: in the query cache, which is cleared when the login changes.
 * `kind` is the kind of text, such as `note`, and `of` the id of its subject.
 */
export function useDraft(kind: string, of: string) {
  const client = useQueryClient();
  const ofKind = [`${kind}-draft`];
  const queryKey = [...ofKind, of];
  return {
    /** Returns null without a draft. */
    read: () => client.getQueryData<string>(queryKey) ?? null,
    keep: (text: string | null) => {
      if (text === null) return client.removeQueries({ queryKey, exact: true });
      // Nothing observes a draft: by default it would be removed some minutes after its first letter.
      client.setQueryDefaults(ofKind, { gcTime: Infinity });
      client.setQueryData<string>(queryKey, text);
    },
  };
}

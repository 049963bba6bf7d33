import { templates, type Template } from '@boathouse/contract/sessions/templates';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { changeCached } from '../../../lib/change-cached.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** The viewer's favorites and the whiteboards of their clubs, by title. */
export function templatesOf(userId: string) {
  return queryOptions({ queryKey: ['templates', userId], ...apiQuery(templates.list, {}) });
}

/** The name of a club's templates. */
export function whiteboardOf(clubName: string): string {
  return `Whiteboard of ${clubName}`;
}

const collator = new Intl.Collator('en');
const byTitle = (one: Template, other: Template) => collator.compare(one.title, other.title);

type TemplateChange =
  | { kind: 'save'; title: string; workoutItem: string; club: string | null }
  | { kind: 'rename'; id: string; title: string }
  | { kind: 'delete'; id: string };

function send(change: TemplateChange): Promise<Template | { _id: string }> {
  switch (change.kind) {
    case 'save': {
      const { title, workoutItem, club } = change;
      return callApi(templates.create, { body: { title, workoutItem, club } });
    }
    case 'rename':
      return callApi(templates.rename, { params: { id: change.id }, body: { title: change.title } });
    case 'delete':
      return callApi(templates.remove, { params: { id: change.id } });
  }
}

const words = {
  save: { done: 'Template saved', failed: 'Error saving template.' },
  rename: { done: 'Template renamed', failed: 'Error renaming template.' },
  delete: { done: 'Template deleted', failed: 'Error deleting template.' },
} as const;

const mutationKey = ['templates', 'change'];

/** Returns whether a change is in progress, including one that has not been rendered yet. */
export function areTemplatesChanging(client: QueryClient): boolean {
  return client.isMutating({ mutationKey }) > 0;
}

/** Saves, renames or deletes a template. Shows the outcome as a toast. */
export function useChangeTemplates(userId: string) {
  const client = useQueryClient();
  const action = 'change templates';
  return useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: (made, { kind }) => {
      showToast(words[kind].done, action);
      return changeCached(client, templatesOf(userId).queryKey, (shown) => {
        const others = shown.filter(({ _id }) => _id !== made._id);
        return 'title' in made ? [...others, made].toSorted(byTitle) : others;
      });
    },
    onError: (error, { kind }) => showErrorToast(`${words[kind].failed} ${messageOf(error)}`, { action }),
  });
}

import { webhooks, type Webhook } from '@boathouse/contract/clubs/webhooks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';

/** Fetches a club's webhook and its last deliveries. */
export function webhookOf(clubId: string) {
  return queryOptions({
    queryKey: ['webhook of club', clubId],
    queryFn: ({ signal }) => callApi(webhooks.ofClub, { params: { id: clubId } }, { signal }),
    staleTime: 0,
  });
}

/** Sets the address; a refusal belongs to its field. The data has the key for signatures, which is shown once. */
export function useSetWebhook(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => callApi(webhooks.set, { params: { id: clubId }, body: { url } }),
    onSuccess: ({ url, deliveries }) =>
      client.setQueryData(webhookOf(clubId).queryKey, { url, deliveries } satisfies Webhook),
  });
}

/** Sends a test, or removes the webhook. Shows the outcome as a toast. */
export function useChangeWebhook(clubId: string) {
  const client = useQueryClient();
  const params = { id: clubId };
  return useMutation({
    mutationFn: (change: 'test' | 'remove') =>
      change === 'test' ? callApi(webhooks.test, { params }) : callApi(webhooks.remove, { params }),
    onSuccess: (webhook, change) => {
      client.setQueryData(webhookOf(clubId).queryKey, webhook);
      if (change === 'remove') return showToast('Webhook removed', 'webhook');
      const problem = webhook.deliveries.find(({ event }) => event === 'test')?.problem ?? null;
      if (problem === null) showToast('The test has arrived', 'webhook');
      else showErrorToast(`The test has failed. ${problem}`, { action: 'webhook' });
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action: 'webhook' });
      void client.invalidateQueries({ queryKey: webhookOf(clubId).queryKey });
    },
  });
}

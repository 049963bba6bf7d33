import { limits } from '@boathouse/contract/limits';
import { notifications, type MailKind, type Notification } from '@boathouse/contract/notifications';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { callApi, messageOf } from '../../../lib/api.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { changeCached } from '../../../lib/change-cached.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { readersLocale } from '../../../lib/locale.ts';
import { pageQuery } from '../../../lib/paging.ts';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { keyOf } from './unread.ts';

const linesOf = (page: number) => apiQuery(notifications.list, { query: pageQuery(page) });

/** Fetches the lines page after page. A line that has grown since the first page arrives again, and is shown once. */
export const linesQuery = infiniteQueryOptions({
  queryKey: keyOf.list,
  queryFn: ({ pageParam, signal }) => linesOf(pageParam).queryFn({ signal }),
  initialData: () => {
    const first = linesOf(1).initialData();
    return first && { pages: [first], pageParams: [1] };
  },
  initialPageParam: 1,
  getNextPageParam: (last: Notification[], pages: Notification[][]) =>
    last.length === limits.pageSize ? pages.length + 1 : undefined,
  select: ({ pages }: InfiniteData<Notification[], number>): Notification[] => [
    ...new Map(pages.flat().map((line) => [line._id, line])).values(),
  ],
});

/** Returns a function that stores the unread count of a response and shows lines as read at once. */
function useKeepRead(): (unread: number, isRead: (line: Notification) => boolean) => void {
  const client = useQueryClient();
  return (unread, isRead) => {
    client.setQueryData(keyOf.unread, unread);
    client.setQueryData<InfiniteData<Notification[], number>>(keyOf.list, (shown) =>
      shown === undefined
        ? undefined
        : {
            ...shown,
            pages: shown.pages.map((page) =>
              page.map((line) => (isRead(line) ? { ...line, isRead: true } : line)),
            ),
          },
    );
  };
}

export function useReadLine() {
  const keep = useKeepRead();
  return useMutation({
    mutationFn: ({ _id }: Notification) => callApi(notifications.read, { params: { id: _id } }),
    onSuccess: ({ unread }, line) => keep(unread, ({ _id }) => _id === line._id),
    // Opening the line leads to another page.
    onError: (error) => showErrorToast(messageOf(error), { isForAnyPage: true }),
  });
}

/** Marks the lines up to the newest one shown as read; later ones stay unread. */
export function useReadAll() {
  const keep = useKeepRead();
  const action = 'read all';
  return useMutation({
    mutationFn: (until: string) => callApi(notifications.readAll, { body: { until } }),
    onSuccess: ({ unread }, until) => {
      closeErrors(action);
      keep(unread, ({ createdAt }) => createdAt <= until);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}

export const mailQuery = queryOptions({
  queryKey: keyOf.mail,
  ...apiQuery(notifications.mailChoice, {}),
});

/** Shows the outcome as a toast. */
export function useChooseMail() {
  const client = useQueryClient();
  const action = 'choose mail';
  return useMutation({
    // In order, because the later of two quick choices must be stored last.
    scope: { id: action },
    mutationFn: (kinds: MailKind[]) =>
      callApi(notifications.chooseMail, {
        body: { kinds, timeZone: viewerTimeZone(), locale: readersLocale() },
      }),
    onSuccess: async ({ kinds }) => {
      showToast('Changes saved', action);
      await changeCached(client, mailQuery.queryKey, (shown) => ({ ...shown, kinds }));
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}

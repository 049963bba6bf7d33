import { liveEvents } from '@boathouse/contract/live';
import { notifications, NotificationsChangedSchema } from '@boathouse/contract/notifications';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { useRooms } from '../../rowing/room/index.ts';

export const keyOf = {
  all: ['notifications'],
  list: ['notifications', 'list'],
  unread: ['notifications', 'unread'],
  mail: ['notification-mail'],
} as const;

/** Without a live connection the count is at most this old, while the page is in front. */
const pollMs = 60_000;

/** Fetches the number of unread lines. */
export const unreadQuery = queryOptions({
  queryKey: keyOf.unread,
  ...apiQuery(notifications.unread, {}, ({ unread }) => unread),
  refetchInterval: pollMs,
});

/** Reloads the notifications when the server reports a change. */
export function useNotificationEvents(): void {
  const { onEvent } = useRooms();
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent(liveEvents.notificationsChanged, NotificationsChangedSchema, () => {
        void client.invalidateQueries({ queryKey: keyOf.all });
      }),
    [onEvent, client],
  );
}

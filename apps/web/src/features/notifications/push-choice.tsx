import { webpush } from '@boathouse/contract/webpush/calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, messageOf, NetworkError } from '../../lib/api.ts';
import { apiQuery } from '../../lib/api-query.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Unavailable } from '../../ui/states.tsx';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import styles from './mail-choice.module.css';
import {
  isPushOn,
  NotificationsBlockedError,
  pushWorker,
  turnPushOff,
  turnPushOn,
} from './push-subscription.ts';

const stateQuery = queryOptions({ queryKey: ['push', 'state'], ...apiQuery(webpush.state, {}) });
const workerQuery = queryOptions({ queryKey: ['push', 'worker'], queryFn: pushWorker, staleTime: Infinity });

/** Whether this device shows reminders while the page is closed. Absent where the browser or the server has no push. */
export function PushChoice() {
  const noteId = useId();
  const client = useQueryClient();
  const { data: worker = null } = useQuery(workerQuery);
  const { data: state, isError, refetch } = useQuery({ ...stateQuery, enabled: worker !== null });
  const { data: isOn = false } = useQuery({
    queryKey: ['push', 'on', state?.endpoint],
    queryFn: () => (worker === null || state === undefined ? false : isPushOn(worker, state)),
    enabled: worker !== null && state !== undefined,
  });
  const action = 'choose push';
  const choose = useMutation({
    mutationFn: ({ wanted, from, key }: { wanted: boolean; from: ServiceWorkerRegistration; key: string }) =>
      wanted ? turnPushOn(from, key) : turnPushOff(from),
    onSuccess: async (stored) => {
      client.setQueryData(stateQuery.queryKey, stored);
      await client.invalidateQueries({ queryKey: ['push', 'on'] });
      showToast('Changes saved', action);
    },
    onError: (error) => showErrorToast(wordsOf(error), { action }),
  });
  if (worker === null) return null;
  if (state === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>
        The reminders on this device couldn't be loaded.
      </Unavailable>
    ) : null;
  }
  const { key } = state;
  if (key === null) return null;
  return (
    <>
      <FieldGroup label="On this device" className={styles.kinds}>
        <label className={styles.kind}>
          <input
            type="checkbox"
            checked={choose.isPending ? choose.variables.wanted : isOn}
            disabled={choose.isPending}
            aria-describedby={noteId}
            onChange={({ currentTarget: { checked } }) =>
              choose.mutate({ wanted: checked, from: worker, key })
            }
          />
          Sessions that start soon
        </label>
      </FieldGroup>
      <p id={noteId} className={styles.note}>
        Shown also while the page is closed, until you log out here. They come through the push service of
        your browser's maker, which can't read them.
      </p>
    </>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof NotificationsBlockedError) {
    return 'Your browser blocks notifications of this site. Allow them in its settings, then try again.';
  }
  if (error instanceof ApiError || error instanceof NetworkError) return messageOf(error);
  return "Your browser's push service doesn't answer. Try again later.";
}

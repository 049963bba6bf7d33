import { webpush, type PushState } from '@boathouse/contract/webpush/calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ApiError, messageOf, NetworkError } from '../../../lib/api.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Unavailable } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './mail-choice.module.css';
import {
  NotificationsBlockedError,
  pushStateOf,
  pushWorker,
  turnPushOff,
  turnPushOn,
  type PushLack,
} from './push-subscription.ts';

const stateQuery = queryOptions({ queryKey: ['push', 'state'], ...apiQuery(webpush.state, {}) });
/** The first page of a browser stores its worker some seconds after it has opened. */
const lookForWorkerEveryMs = 1_000;
const workerQuery = queryOptions({
  queryKey: ['push', 'worker'],
  queryFn: pushWorker,
  staleTime: ({ state: { data } }) => (data === 'worker' ? 0 : Infinity),
  refetchInterval: ({ state: { data } }) => (data === 'worker' ? lookForWorkerEveryMs : false),
});

/**
 * Whether this device shows reminders while the page is closed, or why it can't. Absent if the server sends no
 * messages.
 */
export function PushChoice() {
  const { data: worker = 'worker' } = useQuery(workerQuery);
  const { data: state, isError, refetch } = useQuery({ ...stateQuery, enabled: worker !== 'worker' });
  if (worker === 'worker') return null;
  if (state === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>
        The reminders on this device couldn't be loaded.
      </Unavailable>
    ) : null;
  }
  if (state.key === null) return null;
  return (
    <FieldGroup label="On this device" className={styles.kinds}>
      {typeof worker === 'string' ? (
        <p className={styles.note}>{lackWords[worker]}</p>
      ) : (
        <Choice worker={worker} state={state} serverKey={state.key} />
      )}
    </FieldGroup>
  );
}

const lackWords: Record<Exclude<PushLack, 'worker'>, ReactNode> = {
  https: (
    <>
      This page is not secure, and browsers show reminders of https pages only.{' '}
      {/* A page of the server, not of the app. */}
      <a href="/trust">Set up this device</a>
    </>
  ),
  homeScreen:
    'An iPhone or iPad shows reminders of apps on its home screen only. Press Share, then Add to Home Screen, and turn them on in the app that is there.',
  browser: "This browser can't show reminders while the page is closed.",
};

type ChoiceProps = { worker: ServiceWorkerRegistration; state: PushState; serverKey: string };

function Choice({ worker, state, serverKey }: ChoiceProps) {
  const noteId = useId();
  const client = useQueryClient();
  const { data: shown = 'off' } = useQuery({
    queryKey: ['push', 'on', state.endpoint],
    queryFn: () => pushStateOf(worker, state),
  });
  const action = 'choose push';
  const choose = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? turnPushOn(worker, serverKey) : turnPushOff(worker)),
    onSuccess: (stored) => {
      client.setQueryData(stateQuery.queryKey, stored);
      showToast('Changes saved', action);
    },
    onError: (error) => {
      // The note explains it in the same place.
      if (!(error instanceof NotificationsBlockedError)) showErrorToast(wordsOf(error), { action });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['push', 'on'] }),
  });
  return (
    <>
      <label className={styles.kind}>
        <input
          type="checkbox"
          checked={choose.isPending ? choose.variables : shown === 'on'}
          disabled={choose.isPending}
          aria-describedby={noteId}
          onChange={({ currentTarget: { checked } }) => choose.mutate(checked)}
        />
        Sessions that start soon
      </label>
      <p id={noteId} className={styles.note} role="status">
        {shown === 'blocked'
          ? 'Your browser blocks notifications of this site. Allow them in its settings, then try again.'
          : "Shown also while the page is closed, until you log out here. They come through the push service of your browser's maker, which can't read them."}
      </p>
    </>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError && error.fields.some(({ field }) => field === 'endpoint')) {
    return "This server can't use the push service of your browser's maker. Ask its administrator.";
  }
  if (error instanceof ApiError || error instanceof NetworkError) return messageOf(error);
  return "Your browser's push service doesn't answer. Try again later.";
}

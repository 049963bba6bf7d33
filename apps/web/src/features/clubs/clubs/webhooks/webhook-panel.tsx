import type { WebhookDelivery } from '@boathouse/contract/clubs/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../../../lib/api.ts';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useChangeWebhook, useSetWebhook, webhookOf } from './api.ts';
import styles from './webhook-panel.module.css';

/** The address that gets the results of the club's finished sessions, and the outcome of the last deliveries. */
export function WebhookPanel({ clubId }: { clubId: string }) {
  const { data: webhook, isError, refetch } = useQuery(webhookOf(clubId));
  const set = useSetWebhook(clubId);
  const change = useChangeWebhook(clubId);

  if (webhook === undefined) {
    return (
      <Panel title="Results for another program">
        {isError ? (
          <Unavailable onRetry={() => void refetch()}>The webhook couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the webhook" lines={2} />
        )}
      </Panel>
    );
  }
  return (
    <Panel title="Results for another program">
      <div className={styles.panel}>
        <p className={styles.note}>
          When a session of the club has finished, its results are sent to this address: names, times and
          distances, no heart rates. Only set an address of a program that the club trusts.
        </p>
        <AddressForm url={webhook.url} {...{ set, change }} />
        {webhook.stoppedAt != null && (
          <p role="status">
            Stopped {formatDayAndTime(webhook.stoppedAt)}: for three days nothing arrived at this address.
            Send a test to start it again.
          </p>
        )}
        {set.data !== undefined && webhook.url !== null && (
          <div role="status">
            <p>The key for signatures, which is not shown again:</p>
            <p className={styles.key}>{set.data.key}</p>
          </div>
        )}
        {webhook.deliveries.length > 0 && <Deliveries deliveries={webhook.deliveries} />}
      </div>
    </Panel>
  );
}

type AddressFormProps = {
  /** The stored address; null without one. */
  url: string | null;
  set: ReturnType<typeof useSetWebhook>;
  change: ReturnType<typeof useChangeWebhook>;
};

function AddressForm({ url: current, set, change }: AddressFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const url = typed ?? current ?? '';

  function submit() {
    if (set.isPending) return;
    setProblem(url.trim() === '' ? 'Address is required' : null);
    if (url.trim() === '') return;
    // Keeps text that was typed while it was set.
    set.mutate(url, { onSuccess: () => setTyped((now) => (now === url ? null : now)) });
  }

  return (
    <form
      noValidate
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        label="Address"
        type="url"
        name="webhook"
        placeholder="https://"
        autoComplete="off"
        maxLength={500}
        value={url}
        error={problem ?? (set.error === null ? null : refusalOf(set.error))}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" isBusy={set.isPending}>
          {current === null ? 'Set address' : 'Set address, with a new key'}
        </Button>
        {current !== null && (
          <>
            <Button isBusy={change.isPending} onClick={() => change.mutate('test')}>
              Send a test
            </Button>
            <Button aria-disabled={change.isPending} onClick={() => change.mutate('remove')}>
              Remove
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <>
      <h3 className={styles.heading}>Last deliveries</h3>
      <ul className={styles.deliveries}>
        {deliveries.map((delivery) => (
          <li key={delivery._id}>
            <strong>{delivery.event === 'test' ? 'Test' : (delivery.title ?? 'A deleted session')}</strong>
            <span className={styles.note}>{wordsFor(delivery)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function wordsFor({ state, createdAt, attempts, nextAt, problem }: WebhookDelivery): string {
  const when = formatDayAndTime(createdAt);
  if (state === 'delivered') return `${when}: delivered`;
  const why = problem === null ? '' : `: ${problem}`;
  if (state === 'failed') return `${when}, failed${why}`;
  const next = nextAt === null ? '' : `, next try ${formatDayAndTime(nextAt)}`;
  return attempts === 0 ? `${when}: waiting` : `${when}, try ${attempts}${why}${next}`;
}

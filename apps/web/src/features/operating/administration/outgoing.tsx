import type { GivenUpMessage, Outgoing as OutgoingState } from '@boathouse/contract/administration/outgoing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDayAndTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { RowMenu } from '../../../ui/menu/row-menu.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { outgoingQuery, useChangeOutgoing } from './api.ts';
import styles from './administration.module.css';
import { recipientOf, recipientTitleOf, titleOf, waitingInWords } from './outgoing-words.ts';

/** Mails, push messages and webhooks that wait, fail or were given up. */
export function Outgoing() {
  const { data, isError, refetch, isFetching } = useQuery(outgoingQuery);
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The outgoing messages couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the outgoing messages" />
    );
  }
  return (
    <>
      <p role="status">{waitingInWords(data)}</p>
      <Failing failing={data.failing} />
      <GivenUp givenUp={data.givenUp} />
      <div className={styles.part}>
        <div className={styles.actions}>
          <Button look="quiet" isBusy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        </div>
      </div>
    </>
  );
}

function Failing({ failing }: Pick<OutgoingState, 'failing'>) {
  if (failing.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Can't be reached</h3>
      <ul className={styles.rows}>
        {failing.map(({ kind, name, waiting, failingSince, problem, pausedUntil }) => (
          <li key={`${kind} ${name}`} className={styles.row}>
            <span className={styles.subject}>
              <span className={styles.name}>{titleOf(kind, name)}</span>
              {problem !== null && <span className={styles.note}>{problem}</span>}
              <span className={styles.note}>
                Since {formatDayAndTime(failingSince)}, {formatCount(waiting)} waiting
                {pausedUntil !== null && `, next try ${formatDayAndTime(pausedUntil)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GivenUp({ givenUp: { count, messages } }: Pick<OutgoingState, 'givenUp'>) {
  const [isAsked, setAsked] = useState(false);
  const change = useChangeOutgoing();
  if (count === 0) return null;
  const retriable = messages.filter(({ canRetry }) => canRetry).map(({ _id }) => _id);
  const all = messages.map(({ _id }) => _id);
  const isAll = count === messages.length;
  return (
    <section className={styles.part}>
      <h3>Given up</h3>
      <p className={styles.note}>
        {formatCount(count)} in the last 14 days
        {!isAll && `, the newest ${formatCount(messages.length)} below`}
      </p>
      <ul className={styles.rows}>
        {messages.map((message) => (
          <Message
            key={message._id}
            message={message}
            isBusy={change.isPending && change.variables.messages.includes(message._id)}
            onChange={(action) => change.mutate({ action, messages: [message._id] })}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        {retriable.length > 0 && (
          <Button
            isBusy={change.isPending}
            onClick={() => change.mutate({ action: 'retry', messages: retriable })}
          >
            {isAll ? 'Send all again' : `Send ${formatCount(retriable.length)} again`}
          </Button>
        )}
        <Button look="quiet" isBusy={change.isPending} onClick={() => setAsked(true)}>
          {isAll ? 'Discard all' : `Discard ${formatCount(all.length)}`}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          question={
            all.length === 1 ? 'Discard this message?' : `Discard these ${formatCount(all.length)} messages?`
          }
          action="Discard"
          look="danger"
          onConfirm={() => change.mutate({ action: 'discard', messages: all })}
          onClose={() => setAsked(false)}
        >
          They are deleted without being sent.
        </ConfirmDialog>
      )}
    </section>
  );
}

type MessageProps = {
  message: GivenUpMessage;
  isBusy: boolean;
  onChange: (action: 'retry' | 'discard') => void;
};

function Message({ message, isBusy, onChange }: MessageProps) {
  const { kind, destination, problem, attempts, givenUpAt, canRetry } = message;
  return (
    <li className={styles.row} data-row={message._id}>
      <span className={styles.subject}>
        <span className={styles.name}>{recipientTitleOf(message)}</span>
        {problem !== null && <span className={styles.note}>{problem}</span>}
        <span className={styles.note}>
          {titleOf(kind, destination)}, {formatCount(attempts)} {attempts === 1 ? 'try' : 'tries'}, given up{' '}
          {formatDayAndTime(givenUpAt)}
        </span>
        {!canRetry && <span className={styles.note}>Its link has ended: it can't be sent again.</span>}
      </span>
      <RowMenu
        label={`Actions for the ${recipientOf(message)}`}
        isBusy={isBusy}
        items={[
          ...(canRetry ? [{ key: 'retry', words: 'Send again', onSelect: () => onChange('retry') }] : []),
          { key: 'discard', words: 'Discard', onSelect: () => onChange('discard') },
        ]}
      />
    </li>
  );
}

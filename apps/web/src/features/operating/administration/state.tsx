import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { stateQuery, useSendTestMail } from './api.ts';
import styles from './administration.module.css';
import { clockWarning, factsOf } from './state-words.ts';

export function State() {
  const { data: state, isError, refetch, isFetching } = useQuery(stateQuery);
  const sendMail = useSendTestMail();
  if (state === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The state of the server couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the state of the server" lines={5} />
    );
  }
  const clock = clockWarning(state.clockOffMs);
  const warnings = [...state.warnings.map(({ text }) => text), ...(clock === null ? [] : [clock])];
  return (
    <>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {factsOf(state).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button isBusy={sendMail.isPending} onClick={() => sendMail.mutate(undefined)}>
          Send a test mail to me
        </Button>
        <Button look="quiet" isBusy={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
    </>
  );
}

import type { Login } from '@boathouse/contract/auth/security';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { dayOf, formatFullDay, formatWhen, viewerTimeZone } from '../../../../lib/format.ts';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useRowFocus } from '../../../../ui/use-row-focus.ts';
import { loginsQuery, useEndLogin, wordsForDevice } from './api.ts';
import styles from './security.module.css';

/** The devices on which the user is logged in. */
export function Logins({ uid }: { uid: string }) {
  const { data: logins, isError, refetch } = useQuery(loginsQuery(uid));
  const endOthers = useEndLogin(uid);
  const headingId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  useRowFocus(sectionRef, [logins]);
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>Where you're logged in</h3>
      {logins === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>This list couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your logins" lines={2} />
        )
      ) : (
        <>
          <ul className={styles.logins}>
            {logins.map((login) => (
              <LoginLine key={login.id} login={login} uid={uid} />
            ))}
          </ul>
          {logins.some(({ isCurrent }) => !isCurrent) && (
            <div>
              <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate(null)}>
                Log out everywhere else
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function LoginLine({ login, uid }: { login: Login; uid: string }) {
  const end = useEndLogin(uid);
  const lastUse = useAtNow((nowMs) => formatWhen(login.lastUsedAt, nowMs));
  const device = wordsForDevice(login);
  return (
    <li data-row={login.id}>
      <p>
        <strong>{device.charAt(0).toUpperCase() + device.slice(1)}</strong>
        <span className={styles.note}>
          {login.isCurrent ? 'This device' : `Last used ${lastUse}`}
          {`, logged in on ${formatFullDay(dayOf(login.createdAt, viewerTimeZone()))}`}
        </span>
      </p>
      {!login.isCurrent && (
        <Button isBusy={end.isPending} aria-label={`Log out on ${device}`} onClick={() => end.mutate(login)}>
          Log out
        </Button>
      )}
    </li>
  );
}

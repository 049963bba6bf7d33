import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { secondFactorQuery } from './api.ts';
import styles from './security.module.css';
import type { SecondFactorTask } from './second-factor-dialog.tsx';

const SecondFactorDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./second-factor-dialog.tsx'))).SecondFactorDialog,
});

/** Turns the second factor of the user's password on and off. */
export function SecondFactor({ uid }: { uid: string }) {
  const { data: factor, isError, refetch } = useQuery(secondFactorQuery(uid));
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  const client = useQueryClient();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>Second factor</h3>
      {factor === undefined &&
        (isError ? (
          <Unavailable onRetry={() => void refetch()}>The second factor couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the second factor" lines={1} />
        ))}
      {factor?.state === 'unavailable' && (
        <p className={styles.note}>
          Your account has no password here. Your sign-in provider can ask for more.
        </p>
      )}
      {factor?.state === 'off' && (
        <>
          {factor.isDemandedOfAdmins && (
            <p>On this server, the admins of clubs need a second factor to manage their club.</p>
          )}
          <p className={styles.note}>
            Ask for a code of an authenticator app on your phone when you log in with your password.
          </p>
          <div>
            <Button onClick={() => setTask('turn on')}>Turn on</Button>
          </div>
        </>
      )}
      {factor?.state === 'on' && (
        <>
          <p className={styles.note}>
            On. Logging in with your password asks for a code.
            {` ${factor.recoveryCodesLeft} recovery ${factor.recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.`}
          </p>
          <div className={styles.actions}>
            <Button onClick={() => setTask('renew codes')}>New recovery codes</Button>
            <Button onClick={() => setTask('turn off')}>Turn off</Button>
          </div>
        </>
      )}
      {task !== null && (
        <SecondFactorDialog
          task={task}
          onClose={() => {
            setTask(null);
            void refetch();
            // They depend on whether an admin's rights wait for the second factor.
            void client.invalidateQueries({ queryKey: ['clubs', 'membership'] });
          }}
        />
      )}
    </section>
  );
}

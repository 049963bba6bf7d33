import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { productQuery } from '../../../../lib/product.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { deviceMembersQuery, LogOutEveryone } from '../../../people/devices/index.ts';
import styles from '../security/security.module.css';
import { useLeaveDevice } from './api.ts';
import { PinDialog } from './pin-dialog.tsx';

/** Puts the user into the list of a device that several athletes share, with a PIN or without. */
export function SharedDevice() {
  const user = useCurrentUser();
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const leave = useLeaveDevice(user.uid);
  const { data: members, isError, refetch } = useQuery(deviceMembersQuery);
  // A hosted provider stores the passwords, so there are no PINs.
  const isOffered = useQuery(productQuery).data?.passwordSignIn ?? true;
  if (!isOffered) return null;
  const own = members?.find(({ _id }) => _id === user._id);
  const others = members?.filter(({ _id }) => _id !== user._id) ?? [];
  return (
    <section tabIndex={-1} aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>Shared device</h3>
      {members === undefined && isError && (
        <Unavailable onRetry={() => void refetch()}>The list of this device couldn't be loaded.</Unavailable>
      )}
      {members === undefined && !isError && <Loading label="Loading the list of this device" lines={2} />}
      {members !== undefined && (
        <>
          <p className={styles.note}>
            {own === undefined
              ? 'On a device that several athletes share, such as the tablet of a boathouse, choose your name from a list instead of typing your email, and log in with a PIN that works only there. Your name is shown to everyone at the device.'
              : own.hasPin
                ? 'Your name is in the list of this device. You log in with your PIN.'
                : 'Your name is in the list of this device. You log in with your password.'}
          </p>
          {others.length > 0 && (
            <p className={styles.note}>
              In the list: {others.map(({ displayName }) => displayName).join(', ')}.
            </p>
          )}
          <div className={styles.actions}>
            <Button onClick={() => setIsOpen(true)}>{wordsFor(own)}</Button>
            {own !== undefined && (
              <Button isBusy={leave.isPending} onClick={() => leave.mutate()}>
                Remove me from this device
              </Button>
            )}
            {members.length > 0 && <LogOutEveryone />}
          </div>
        </>
      )}
      {isOpen && <PinDialog isListed={own !== undefined} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function wordsFor(own: { hasPin: boolean } | undefined): string {
  if (own === undefined) return 'Add me to this device';
  return own.hasPin ? 'Change PIN' : 'Set a PIN';
}

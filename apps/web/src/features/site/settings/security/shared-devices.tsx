import type { Device } from '@boathouse/contract/auth/devices';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { formatWhen } from '../../../../lib/format.ts';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { useRowFocus } from '../../../../ui/use-row-focus.ts';
import { ownDevicesQuery, useEndDevice } from '../devices/api.ts';
import styles from './security.module.css';

/** The shared devices whose lists contain the user; nothing without one. */
export function SharedDevices({ uid }: { uid: string }) {
  const { data: devices } = useQuery(ownDevicesQuery(uid));
  const headingId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  useRowFocus(sectionRef, [devices]);
  if (devices === undefined || devices.length === 0) return null;
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>Shared devices</h3>
      <p className={styles.note}>Your name is in the lists of these devices. A new password ends all PINs.</p>
      <ul className={styles.logins}>
        {devices.map((device) => (
          <DeviceLine key={device._id} device={device} uid={uid} />
        ))}
      </ul>
    </section>
  );
}

function DeviceLine({ device, uid }: { device: Device; uid: string }) {
  const end = useEndDevice(uid);
  const lastUse = useAtNow((nowMs) => formatWhen(device.lastUsedAt, nowMs));
  const words = device.device ?? 'an unknown device';
  return (
    <li data-row={device._id}>
      <p>
        <strong>{words.charAt(0).toUpperCase() + words.slice(1)}</strong>
        <span className={styles.note}>
          {device.isCurrent ? 'This device' : `Last used ${lastUse}`}
          {device.hasPin ? ', with a PIN' : ', without a PIN'}
        </span>
      </p>
      <Button
        isBusy={end.isPending}
        aria-label={`Remove me from ${words}`}
        onClick={() => end.mutate(device)}
      >
        Remove
      </Button>
    </li>
  );
}

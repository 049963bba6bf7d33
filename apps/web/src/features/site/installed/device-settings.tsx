import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './device-settings.module.css';
import { install, installOffer, isInstalled } from './install-prompt.ts';
import { deviceStorage, freeSpace, readStorage } from './storage.ts';

/** The app on this device: installing it, and its storage. */
export function DeviceSettings() {
  return (
    <>
      <Installing />
      <Space />
    </>
  );
}

function Installing() {
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  if (isInstalled()) return <p className={styles.note}>The app is installed on this device.</p>;
  if (!isOffered) return null;
  return (
    <div className={styles.part}>
      <p className={styles.note}>Installed, the app opens from its own icon, without the browser's bars.</p>
      <Button onClick={() => void install()}>Install</Button>
    </div>
  );
}

function Space() {
  const storage = useSyncExternalStore(deviceStorage.subscribe, deviceStorage.get);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void readStorage(), []);
  const { usedBytes = null, isPersistent = null } = storage ?? {};
  async function free() {
    const action = 'free space';
    setIsBusy(true);
    try {
      await freeSpace();
      showToast('Space freed', action);
    } catch (error) {
      console.warn('Space could not be freed', error);
      showErrorToast("The browser couldn't delete these files. Try again.", { action });
    } finally {
      setIsBusy(false);
    }
  }
  if (storage !== null && usedBytes === null) {
    return <p className={styles.note}>This browser doesn't say how much space the app takes.</p>;
  }
  return (
    <div className={styles.part}>
      <dl className={styles.facts}>
        <dt>Space used on this device</dt>
        <dd>{usedBytes === null ? '…' : bytesInWords(usedBytes)}</dd>
      </dl>
      {isPersistent !== null && (
        <p className={styles.note}>
          {isPersistent
            ? "The browser keeps workouts that aren't sent yet, also when its disk fills up."
            : "When its disk fills up, the browser may delete what this device keeps, also workouts that aren't sent yet."}
        </p>
      )}
      <p className={styles.note}>
        Freeing space deletes what the device can get again: older versions of the app, pages kept for reading
        offline, and shared files that weren't imported. Workouts stay.
      </p>
      <Button isBusy={isBusy} onClick={() => void free()}>
        Free space
      </Button>
    </div>
  );
}

const megabyte = 1_000_000;

function bytesInWords(bytes: number): string {
  return bytes < megabyte ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / megabyte).toFixed(1)} MB`;
}

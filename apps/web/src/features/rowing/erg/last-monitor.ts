import { shownDeviceName } from '@boathouse/pm5/device-information';
import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';
import type { GattDevice } from './bluetooth-device.ts';
import { requestBluetoothMonitor } from './bluetooth.ts';
import { grantedDevices } from './granted-devices.ts';

/**
 * `id` is the browser's, for this site only. The name is stored as the device sends it, because choosers find it by
 * that.
 */
export type KnownMonitor = { id: string; name: string };

/** The monitor that this device connected last over Bluetooth. */
export const lastMonitor = createDeviceChoice<KnownMonitor | null>(
  'last-monitor',
  (stored) => {
    const [id, ...lines] = stored?.split('\n') ?? [];
    const name = lines.join('\n');
    return id && name ? { id, name } : null;
  },
  (monitor) => (monitor === null ? '' : `${monitor.id}\n${monitor.name}`),
);

/** The name of a monitor as the page shows it, without the erg's type: "Connect PM5 430000000 Row again" misleads. */
export function shownNameOf({ name }: KnownMonitor): string {
  return shownDeviceName(name, 'PM5').replace(/^(PM5 \d+) Row$/, '$1');
}

/** Key in session storage: a reload keeps it, another tab does not have it. */
const keptAs = 'boathouse.erg-connected';

/** Stores that this tab has a monitor, or has left it. */
export function noteMonitor(monitor: KnownMonitor | null): void {
  if (monitor !== null) lastMonitor.set(monitor);
  try {
    if (monitor === null) sessionStorage.removeItem(keptAs);
    else sessionStorage.setItem(keptAs, monitor.id);
  } catch {
    // Without storage, reconnecting after a reload needs a press.
  }
}

/** Whether this tab had the monitor when it was reloaded. */
export function wasConnected({ id }: KnownMonitor): boolean {
  try {
    return sessionStorage.getItem(keptAs) === id;
  } catch {
    return false;
  }
}

type Advertising = {
  /** Absent in browsers that only have `getDevices`. */
  watchAdvertisements?(options: { signal: AbortSignal }): Promise<void>;
  addEventListener(type: string, listener: () => void, options: AddEventListenerOptions): void;
};

/**
 * Whether the monitor advertises within this time. A browser connects a device that it knows only by its permission
 * after that.
 */
async function advertisesWithin(device: Advertising, withinMs: number): Promise<boolean> {
  if (device.watchAdvertisements === undefined) return true;
  const over = new AbortController();
  const advertised = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => advertised.resolve(false), withinMs);
  device.addEventListener('advertisementreceived', () => advertised.resolve(true), { signal: over.signal });
  device.watchAdvertisements({ signal: over.signal }).catch(() => advertised.resolve(false));
  try {
    return await advertised.promise;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/**
 * Returns the monitor without asking the user; null if that is impossible. Few browsers have `getDevices`, and the
 * monitor must advertise within this time.
 */
export async function grantedMonitor({ id }: KnownMonitor, withinMs: number): Promise<GattDevice | null> {
  try {
    const device = (await grantedDevices()).find((each) => each.id === id);
    return device !== undefined && (await advertisesWithin(device, withinMs)) ? device : null;
  } catch (error) {
    console.info('The known monitors could not be read', error);
    return null;
  }
}

/** A press counts for 5 s: later the browser no longer opens the chooser. */
const heardWithinMs = 3_000;

/** Returns the monitor, or opens the browser's chooser with only this monitor; call it from a click. */
export async function chooseAgain(monitor: KnownMonitor): Promise<GattDevice> {
  return (
    (await grantedMonitor(monitor, heardWithinMs)) ??
    requestBluetoothMonitor(undefined, [{ name: monitor.name }])
  );
}

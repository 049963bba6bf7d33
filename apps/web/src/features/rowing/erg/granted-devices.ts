import type { GattDevice } from './bluetooth-device.ts';

/* Separate from `bluetooth.ts`, which every page loads. */

type Granted = { getDevices?(): Promise<Array<GattDevice & EventTarget>> };

/**
 * Returns the devices that the user has chosen for this site before; none in most browsers, which do not report them.
 */
export async function grantedDevices(from: Granted | undefined = globalThis.navigator?.bluetooth) {
  return (await from?.getDevices?.()) ?? [];
}

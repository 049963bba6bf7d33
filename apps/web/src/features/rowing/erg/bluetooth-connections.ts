/* The code that loads once a device is chosen, in one file. */
import { createBluetoothDevice, type GattDevice } from './bluetooth-device.ts';
import { createRowerDevice } from './rower-connection.ts';

export { createBeltConnection, createBeltDevice } from './belt-connection.ts';

/** Returns the erg for a device that was chosen as a monitor, or among ergs of other makers. */
export function createErgDevice(chosen: GattDevice, isAmongRowers: boolean) {
  // That list can also contain a Concept2 monitor.
  const isOther = isAmongRowers && chosen.name?.startsWith('PM5') !== true;
  return isOther ? createRowerDevice(chosen) : createBluetoothDevice(chosen);
}

/* What is loaded once a device is chosen, in one file. */
import { createBluetoothDevice, type GattDevice } from './bluetooth-device.ts';
import { createRowerDevice } from './rower-connection.ts';

export { createBeltConnection, createBeltDevice } from './belt-connection.ts';

/** Returns the erg behind a device that was chosen as a monitor, or among rowers of other makers. */
export function createErgDevice(chosen: GattDevice, isAmongRowers: boolean) {
  // A monitor of Concept2 is one also there.
  const isOther = isAmongRowers && chosen.name?.startsWith('PM5') !== true;
  return isOther ? createRowerDevice(chosen) : createBluetoothDevice(chosen);
}

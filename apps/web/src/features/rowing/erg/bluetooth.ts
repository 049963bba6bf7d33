/** The only file that uses navigator.bluetooth, with `granted-devices.ts`. */
import { pm5Uuid, Service } from '@boathouse/pm5/uuids';
import type { GattDevice } from './bluetooth-device.ts';

/** The page's alert when `requestBluetoothMonitor` rejects without Bluetooth. */
export const bluetoothUnsupportedMessage = 'This browser does not support bluetooth.';

/** The name of Web Bluetooth for 0x180D, the standard service of belts. */
const heartRateService = 'heart_rate';
/** The standard service of rowers, by its number: not all browsers have its name. */
const fitnessMachine = 0x1826;
const monitorServices = [Service.information, Service.control, Service.rowing].map(pm5Uuid);

/** This browser has no Web Bluetooth. */
export class BluetoothUnavailableError extends Error {
  constructor() {
    super('Bluetooth not available');
  }
}

type Chooser = { requestDevice(options: RequestDeviceOptions): Promise<GattDevice> };

/** Returns whether this browser has Web Bluetooth. */
export function isBluetoothSupported(): boolean {
  return globalThis.navigator?.bluetooth !== undefined;
}

/**
 * Opens the browser's device chooser. Requires a click and a secure page (rules of Web Bluetooth).
 * Rejects with BluetoothUnavailableError without Bluetooth, and with the browser's NotFoundError when the
 * athlete closes the chooser without a choice.
 * @param filters which monitors it lists; all by default
 */
export async function requestBluetoothMonitor(
  chooser?: Chooser,
  // Some systems advertise only the name, others only the service: match either.
  filters: BluetoothLEScanFilter[] = [{ services: [pm5Uuid(Service.discovery)] }, { namePrefix: 'PM5' }],
): Promise<GattDevice> {
  return request(chooser, {
    filters,
    // The browser blocks every service that is not listed here.
    optionalServices: monitorServices,
  });
}

/** The same for an erg of another maker. The chooser can also list Concept2 monitors. */
export async function requestOtherRower(chooser?: Chooser): Promise<GattDevice> {
  return request(chooser, { filters: [{ services: [fitnessMachine] }], optionalServices: monitorServices });
}

/** The same for a heart-rate belt. */
export async function requestHeartRateBelt(chooser?: Chooser): Promise<GattDevice> {
  return request(chooser, { filters: [{ services: [heartRateService] }] });
}

function request(
  chooser: Chooser | undefined = globalThis.navigator?.bluetooth,
  options: RequestDeviceOptions,
): Promise<GattDevice> {
  if (chooser === undefined) throw new BluetoothUnavailableError();
  return chooser.requestDevice(options);
}

/** Returns whether the error means that the athlete closed the chooser, which is not a failure. */
export function isChooserClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotFoundError';
}

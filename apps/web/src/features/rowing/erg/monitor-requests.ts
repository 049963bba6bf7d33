import { decodeText } from '@boathouse/pm5/device-information';
import { SampleRate } from '@boathouse/pm5/sample-rate';
import { Characteristic } from '@boathouse/pm5/uuids';
import type { MonitorLink } from './monitor-device.ts';
import type { MonitorInformation } from './monitor-snapshot.ts';

/* The page's requests to a monitor on a new link. */

export type Log = (message: string, detail: unknown) => void;

const recordCharacteristics: readonly number[] = [
  Characteristic.generalStatus,
  Characteristic.additionalStatus1,
  Characteristic.additionalStatus2,
  Characteristic.strokeData,
  Characteristic.additionalStrokeData,
  Characteristic.splitIntervalData,
  Characteristic.additionalSplitIntervalData,
  Characteristic.endOfWorkoutSummary,
  Characteristic.additionalEndOfWorkoutSummary,
  Characteristic.heartRateBeltInformation,
];

/** Whether a monitor lacks a characteristic, as older firmware does. */
const isNotOffered = (error: unknown) =>
  error instanceof Error && ['NotFoundError', 'NotSupportedError'].includes(error.name);

/**
 * Subscribes to the individual characteristics or, if the system does not allow that many, to the multiplexed one.
 * Never both.
 */
export async function subscribeToRecords(
  link: MonitorLink,
  onBytes: (from: number, bytes: Uint8Array) => void,
  log: Log,
): Promise<void> {
  const subscribed: number[] = [];
  try {
    for (const characteristic of recordCharacteristics) {
      await link.subscribe(characteristic, (bytes) => onBytes(characteristic, bytes));
      subscribed.push(characteristic);
    }
  } catch (error) {
    const note = isNotOffered(error) ? console.info : log;
    note('The individual characteristics are not available; using the multiplexed one', error);
    // A monitor omits records from the multiplexed characteristic that it still notifies individually. If one can't be
    // unsubscribed, its records would be lost: only a new link ends them all.
    for (const characteristic of subscribed) await link.unsubscribe(characteristic);
    await link.subscribe(Characteristic.multiplexed, (bytes) => onBytes(Characteristic.multiplexed, bytes));
    return;
  }
  // The first PM5s have no force curve, and older firmware no charge of the battery.
  for (const extra of [Characteristic.forceCurve, Characteristic.additionalStatus3]) {
    await link.subscribe(extra, (bytes) => onBytes(extra, bytes)).catch(() => {});
  }
}

/** Returns the payload of additional status 3, or null for another notification. */
export function additionalStatus3In(characteristic: number, bytes: Uint8Array): Uint8Array | null {
  const { additionalStatus3, multiplexed } = Characteristic;
  if (characteristic === additionalStatus3) return bytes;
  return characteristic === multiplexed && bytes[0] === additionalStatus3 ? bytes.subarray(1) : null;
}

/** Sets four samples a second; keeps the monitor's own rate if it refuses. */
export async function askForSamples(link: MonitorLink, log: Log): Promise<void> {
  try {
    await link.write(Characteristic.sampleRate, Uint8Array.of(SampleRate.every250Ms));
    const rate = (await link.read(Characteristic.sampleRate))[0];
    if (rate !== SampleRate.every250Ms) log('The monitor keeps its own sample rate', rate);
  } catch (error) {
    log('The sample rate could not be set', error);
  }
}

/** Reads the monitor's information; null for each missing text. */
export async function readInformation(link: MonitorLink, log: Log): Promise<MonitorInformation> {
  const text = async (characteristic: number): Promise<string | null> => {
    try {
      return decodeText(await link.read(characteristic));
    } catch (error) {
      log('Device information could not be read', error);
      return null;
    }
  };
  return {
    serialNumber: await text(Characteristic.serialNumber),
    hardwareRevision: await text(Characteristic.hardwareRevision),
    firmwareRevision: await text(Characteristic.firmwareRevision),
    manufacturerName: await text(Characteristic.manufacturerName),
  };
}

/** Reads the number of the machine; null for firmware before 150 and from 200 to 203, which has no 0x16. */
export async function readMachineType(link: MonitorLink): Promise<number | null> {
  try {
    return (await link.read(Characteristic.ergMachineType))[0] ?? null;
  } catch {
    return null;
  }
}

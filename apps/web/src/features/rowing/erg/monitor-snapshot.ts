import type { ErgMachine } from '@boathouse/row/reduce/machine';
import type { MonitorSetup } from '@boathouse/row/reduce/setup';
import type { LinkState } from './kept-link.ts';

export type MonitorInformation = {
  serialNumber: string | null;
  hardwareRevision: string | null;
  firmwareRevision: string | null;
  manufacturerName: string | null;
};

export type MonitorSnapshot = LinkState & {
  /** Lent to another device for a while, until the next attempt, which starts automatically. */
  isLent: boolean;
  deviceName: string | null;
  isSimulated: boolean;
  /** The monitor's machine; null while unknown. */
  machine: ErgMachine | null;
  /** Whether its records have meters; null until a record shows it. Only an erg of another maker has it. */
  sendsDistance: boolean | null;
  /** null until it has been read once. */
  information: MonitorInformation | null;
  /** The charge of its battery; null until firmware that knows it has sent it. */
  batteryPercent: number | null;
  /** The workout that the waiting monitor is set to; null while it is rowed or in a menu. */
  setup: MonitorSetup | null;
  /**
   * The program (`programKeyOf`) that was sent on this link and with which the monitor still waits; null if none was.
   * It has values that the monitor does not report: the number of intervals, the later ones and the rests.
   */
  confirmed: string | null;
};

/** The snapshot without a monitor. */
export const noMonitor: MonitorSnapshot = {
  state: 'disconnected',
  reconnecting: false,
  isLent: false,
  deviceName: null,
  isSimulated: false,
  machine: null,
  sendsDistance: null,
  information: null,
  batteryPercent: null,
  setup: null,
  confirmed: null,
  silentSinceMs: null,
  problem: null,
};

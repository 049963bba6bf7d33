import type { ErgMachine } from '@boathouse/row/machine';
import type { MonitorSetup } from '@boathouse/row/setup';
import type { LinkState } from './kept-link.ts';

export type MonitorInformation = {
  serialNumber: string | null;
  hardwareRevision: string | null;
  firmwareRevision: string | null;
  manufacturerName: string | null;
};

export type MonitorSnapshot = LinkState & {
  /** Left to another device for a while; until the next attempt, which follows by itself. */
  isLent: boolean;
  deviceName: string | null;
  isSimulated: boolean;
  /** What the monitor is on; null until it is known. */
  machine: ErgMachine | null;
  /** null until it has been read once. */
  information: MonitorInformation | null;
  /** The workout that the waiting monitor is set to; null while it is rowed or in a menu. */
  setup: MonitorSetup | null;
  /**
   * The program (`programKeyOf`) that was sent on this link and that the monitor still waits with; null if none was. It
   * says what the monitor does not report: the number of intervals, the later ones and the rests.
   */
  confirmed: string | null;
};

/** Without a monitor. */
export const noMonitor: MonitorSnapshot = {
  state: 'disconnected',
  reconnecting: false,
  isLent: false,
  deviceName: null,
  isSimulated: false,
  machine: null,
  information: null,
  setup: null,
  confirmed: null,
  silentSinceMs: null,
  problem: null,
};

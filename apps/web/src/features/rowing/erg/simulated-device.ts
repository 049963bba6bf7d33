import { ErgMachineType } from '@boathouse/pm5/records';
import { createSimulatedErg, type SimulatedErg, type SimulatedRower } from '@boathouse/pm5/simulated-erg';
import { nowIn, viewerTimeZone } from '../../../lib/format.ts';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';

export type { SimulatedRower } from '@boathouse/pm5/simulated-erg';

/** The machines that a simulated erg offers. */
export type SimulatedMachine = 'rower' | 'skierg' | 'bike';

const machineTypes = {
  rower: ErgMachineType.simulator,
  skierg: ErgMachineType.skiErg,
  bike: ErgMachineType.bikeErg,
} as const;
const names = { rower: 'Simulated RowErg', skierg: 'Simulated SkiErg', bike: 'Simulated BikeErg' } as const;

export type SimulatedDevice = MonitorDevice & {
  /** Starts rowing; until then the monitor waits to begin. Ends an endless repeating workout after `intervals`. */
  startRowing(intervals?: number): void;
  /** Ends a workout under way, as the monitor's menu button does. */
  endRowing(): void;
};

/** Time for the simulation. */
export type SimulationClock = {
  /** Monotonic clock in ms. */
  monotonicMs(): number;
  /** The wall clock of the monitor's log, without a time zone. */
  wallClock(): { year: number; month: number; day: number; hour: number; minute: number };
  /** Calls back every `intervalMs` until the returned function is called. */
  every(intervalMs: number, callback: () => void): () => void;
};

/** Shorter than the fastest sample rate (100 ms), so that values arrive at the right time. */
const tickMs = 50;

const browserClock: SimulationClock = {
  monotonicMs: () => performance.now(),
  wallClock: () => {
    const { year, month, day, hour, minute } = nowIn(viewerTimeZone());
    return { year, month, day, hour, minute };
  },
  every: (intervalMs, callback) => {
    const timer = setInterval(callback, intervalMs);
    return () => clearInterval(timer);
  },
};

/**
 * Creates a simulated monitor with a rower, for users without an erg. Its workout is set like a real monitor's, and is
 * Just Row until then. The rower keeps rowing while the link is down.
 */
export function createSimulatedDevice(options: {
  rower: SimulatedRower;
  /** A RowErg by default. */
  machine?: SimulatedMachine | undefined;
  clock?: SimulationClock;
}): SimulatedDevice {
  const { machine = 'rower', clock = browserClock } = options;
  const { year, month, day, hour, minute } = clock.wallClock();
  const startedAtMs = clock.monotonicMs();
  const erg: SimulatedErg = createSimulatedErg({
    plan: { ...options.rower, ergMachineType: machineTypes[machine], pieces: [] },
    startDate: { year, month, day },
    startTime: { hour, minute },
  });
  const subscribers = new Map<number, (bytes: Uint8Array) => void>();
  let stopTicking: (() => void) | null = null;
  let current: MonitorLink | null = null;

  function advance(): void {
    for (const { characteristic, bytes } of erg.advanceTo((clock.monotonicMs() - startedAtMs) / 1000)) {
      subscribers.get(characteristic)?.(bytes);
    }
  }

  function end(): void {
    stopTicking?.();
    stopTicking = null;
    current = null;
    subscribers.clear();
  }

  /** Returns a link whose operations reject once it has ended, like those of a monitor. */
  function openLink(): MonitorLink {
    const check = (): void => {
      if (current !== link) throw new Error('The connection to the simulated erg has ended');
    };
    const link: MonitorLink = {
      async read(characteristic) {
        check();
        const bytes = erg.read(characteristic);
        if (bytes === null)
          throw new Error(`Characteristic 0x${characteristic.toString(16)} is not readable`);
        return bytes;
      },
      async write(characteristic, bytes) {
        check();
        if (!erg.write(characteristic, bytes)) throw new Error('The monitor rejects the value');
      },
      async subscribe(characteristic, onBytes) {
        check();
        subscribers.set(characteristic, onBytes);
      },
      async unsubscribe(characteristic) {
        if (current === link) subscribers.delete(characteristic);
      },
    };
    return link;
  }

  return {
    id: 'simulated',
    name: names[machine],
    isSimulated: true,
    async connect(signal) {
      signal.throwIfAborted();
      end();
      // Discard the notifications of the time without a link.
      advance();
      stopTicking = clock.every(tickMs, advance);
      current = openLink();
      return current;
    },
    onDisconnected: () => () => {},
    disconnect: end,
    startRowing(intervals) {
      advance();
      erg.startRowing(intervals);
    },
    endRowing() {
      advance();
      erg.terminate();
      advance();
    },
  };
}

import { createSimulatedErg, type SimulatedErg, type SimulatedPlan } from '@boathouse/pm5/simulated-erg';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';

export type { SimulatedPlan } from '@boathouse/pm5/simulated-erg';

export type SimulatedDevice = MonitorDevice & {
  /** Takes the first stroke; until then the monitor stands ready. */
  startRowing(): void;
};

/** Time for the simulation. */
export type SimulationClock = {
  /** Milliseconds that only ever go up. */
  monotonicMs(): number;
  /** The wall clock that the monitor writes into its log, without a zone. */
  wallClock(): { year: number; month: number; day: number; hour: number; minute: number };
  /** Calls back every `intervalMs` until the returned function is called. */
  every(intervalMs: number, callback: () => void): () => void;
};

/** Shorter than the fastest sample rate (100 ms), so that values come when the monitor would send them. */
const tickMs = 50;

const browserClock: SimulationClock = {
  monotonicMs: () => performance.now(),
  wallClock: () => {
    const { year, month, day, hour, minute } = Temporal.Now.plainDateTimeISO();
    return { year, month, day, hour, minute };
  },
  every: (intervalMs, callback) => {
    const timer = setInterval(callback, intervalMs);
    return () => clearInterval(timer);
  },
};

/**
 * A monitor with a rower on it behind the same port as a real one, for whoever has none at hand. Its rower goes on
 * while the link is down, as a real one does.
 */
export function createSimulatedDevice(options: {
  plan: SimulatedPlan;
  clock?: SimulationClock;
}): SimulatedDevice {
  const clock = options.clock ?? browserClock;
  const { year, month, day, hour, minute } = clock.wallClock();
  const startedAtMs = clock.monotonicMs();
  const erg: SimulatedErg = createSimulatedErg({
    plan: options.plan,
    startDate: { year, month, day },
    startTime: { hour, minute },
  });
  const subscribers = new Map<number, (bytes: Uint8Array) => void>();
  let stopTicking: (() => void) | null = null;

  function advance(): void {
    for (const { characteristic, bytes } of erg.advanceTo((clock.monotonicMs() - startedAtMs) / 1000)) {
      subscribers.get(characteristic)?.(bytes);
    }
  }

  function end(): void {
    stopTicking?.();
    stopTicking = null;
    subscribers.clear();
  }

  const link: MonitorLink = {
    async read(characteristic) {
      const bytes = erg.read(characteristic);
      if (bytes === null) throw new Error(`Characteristic 0x${characteristic.toString(16)} is not readable`);
      return bytes;
    },
    async write(characteristic, bytes) {
      if (!erg.write(characteristic, bytes)) throw new Error('The monitor refuses the value');
    },
    async subscribe(characteristic, onBytes) {
      subscribers.set(characteristic, onBytes);
    },
    async unsubscribe(characteristic) {
      subscribers.delete(characteristic);
    },
  };

  return {
    id: 'simulated',
    name: 'Simulated RowErg',
    isSimulated: true,
    async connect(signal) {
      signal.throwIfAborted();
      end();
      // What the monitor would have told while nobody listened is gone.
      advance();
      stopTicking = clock.every(tickMs, advance);
      return link;
    },
    onDisconnected: () => () => {},
    disconnect: end,
    startRowing() {
      advance();
      erg.startRowing();
    },
  };
}

import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { isChooserClosed, requestBluetoothMonitor, requestOtherRower } from './bluetooth.ts';
import { createLazyConnection } from './lazy-connection.ts';
import type { GattDevice } from './bluetooth-device.ts';
import type { BeltSnapshot } from './belt-connection.ts';
import { createLazyBelt } from './lazy-belt.ts';
import type { MonitorConnection } from './monitor-connection.ts';
import type { MonitorSnapshot } from './monitor-snapshot.ts';
import type { SimulatedDevice, SimulatedMachine, SimulatedRower } from './simulated-device.ts';

type ErgActions = {
  /**
   * Opens the browser's chooser; call it from a click. Resolves when a monitor is chosen, not when it is connected (see
   * `state`), or when the athlete closes the chooser. Rejects with BluetoothUnavailableError without Bluetooth.
   * @param choose replaces that chooser
   */
  connectBluetooth(choose?: () => Promise<GattDevice>): Promise<void>;
  /** The same for an erg of another maker. */
  connectOtherRower(): Promise<void>;
  /**
   * Connects a simulated erg without a workout; it waits until `startSimulatedRowing`. Rejects if its code does not load.
   */
  connectSimulated(rower: SimulatedRower, machine?: SimulatedMachine): Promise<void>;
  disconnect(): void;
  /** Releases the monitor to another device for a while; see MonitorConnection. */
  lend(): void;
  /**
   * Subscribes to every record once and in order, with the wall clock in ms. Statuses have the heart rate of the
   * connected belt. Returns the unsubscribe function.
   */
  onRecord(listener: (record: RowRecord, atMs: number) => void): () => void;
  /** Sets a workout on the monitor; see MonitorConnection. */
  pushWorkout: MonitorConnection['pushWorkout'];
  /** Whether the monitor waits with the plan's program; see MonitorConnection. */
  isSetTo: MonitorConnection['isSetTo'];
  /** Starts rowing `intervals` on the simulated erg; does nothing on a real one. */
  startSimulatedRowing(intervals?: number): void;
  /** Ends the simulated erg's workout, so that another can be set; does nothing on a real one. */
  endSimulatedRowing(): void;
};

export type Erg = MonitorSnapshot & ErgActions;

type Belt = ReturnType<typeof createLazyBelt>;
type Store = {
  connection: Pick<MonitorConnection, 'subscribe' | 'getSnapshot'>;
  actions: ErgActions;
  belt: Belt;
};

function createStore(): Store {
  const connection = createLazyConnection({
    log: (message, detail) => console.warn(message, detail),
  });
  const belt = createLazyBelt();
  let simulated: SimulatedDevice | null = null;
  async function choose(request: () => Promise<GattDevice>, isAmongRowers: boolean): Promise<void> {
    try {
      const chosen = await request();
      simulated = null;
      await connection.connect(async () => {
        const { createErgDevice } = await loadChunk(() => import('./bluetooth-connections.ts'));
        return createErgDevice(chosen, isAmongRowers);
      });
    } catch (error) {
      if (!isChooserClosed(error)) throw error;
    }
  }
  const actions: ErgActions = {
    connectBluetooth: (request = requestBluetoothMonitor) => choose(request, false),
    connectOtherRower: () => choose(requestOtherRower, true),
    async connectSimulated(rower, machine) {
      const { createSimulatedDevice } = await loadChunk(() => import('./simulated-device.ts'));
      const device = createSimulatedDevice({ rower, machine });
      simulated = device;
      await connection.connect(() => device);
    },
    disconnect() {
      simulated = null;
      connection.disconnect();
    },
    lend: connection.lend,
    onRecord: (listener) =>
      connection.onRecord((record, atMs) =>
        listener(
          record.kind === 'additionalStatus1' || record.kind === 'rowerData'
            ? { ...record, beltHeartRateBpm: belt.getSnapshot()?.heartRateBpm ?? null }
            : record,
          atMs,
        ),
      ),
    pushWorkout: connection.pushWorkout,
    isSetTo: connection.isSetTo,
    startSimulatedRowing: (intervals) => simulated?.startRowing(intervals),
    endSimulatedRowing: () => simulated?.endRowing(),
  };
  return { connection, actions, belt };
}

/** This browser's erg, from `ErgProvider`. */
export const ErgContext = createContext<Store | null>(null);

/** Provides this browser's one erg connection. Mounted around the routes, so that it survives navigation. */
export function ErgProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  useEffect(
    () => () => {
      store.actions.disconnect();
      store.belt.disconnect();
    },
    [store],
  );
  return <ErgContext value={store}>{children}</ErgContext>;
}

function useStore(): Store {
  const store = use(ErgContext);
  if (store === null) throw new Error('There is no ErgProvider around it');
  return store;
}

/** Returns the erg connection. Its actions are stable functions. */
export function useErg(): Erg {
  const { connection, actions } = useStore();
  const snapshot = useSyncExternalStore(connection.subscribe, connection.getSnapshot);
  return useMemo(() => ({ ...snapshot, ...actions }), [snapshot, actions]);
}

/** `snapshot` is null without a belt. */
export type HeartRateBelt = { snapshot: BeltSnapshot | null } & Pick<Belt, 'connect' | 'disconnect'>;

/** Returns the connected heart-rate belt. Its actions are stable functions. */
export function useHeartRateBelt(): HeartRateBelt {
  const { belt } = useStore();
  return { snapshot: useSyncExternalStore(belt.subscribe, belt.getSnapshot), ...belt };
}

import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { isChooserClosed, requestBluetoothMonitor } from './bluetooth.ts';
import {
  createMonitorConnection,
  type MonitorConnection,
  type MonitorSnapshot,
} from './monitor-connection.ts';
import { createSimulatedDevice, type SimulatedDevice, type SimulatedRower } from './simulated-device.ts';

type ErgometerActions = {
  /**
   * Opens the browser's chooser; call it from a click. Resolves when a monitor is chosen, not when it is connected (see
   * `state`), or when the athlete closes the chooser. Rejects with Error('Bluetooth not available') without Bluetooth.
   */
  connectBluetooth(): Promise<void>;
  /** Connects a simulated erg without a workout; it waits until `startSimulatedRowing`. */
  connectSimulated(rower: SimulatedRower): void;
  disconnect(): void;
  /** Subscribes to every record once and in order, with the wall clock in ms. Returns the unsubscribe function. */
  onRecord: MonitorConnection['onRecord'];
  /** Wall clock in ms of the newest record, null before the first. */
  lastRecordAtMs(): number | null;
  /** Sets a workout on the monitor; see MonitorConnection. */
  pushWorkout: MonitorConnection['pushWorkout'];
  /** Starts rowing `intervals` on the simulated erg; does nothing on a real one. */
  startSimulatedRowing(intervals?: number): void;
  /** Ends what the simulated erg still rows, so that a workout can be set; does nothing on a real one. */
  endSimulatedRowing(): void;
};

export type Ergometer = MonitorSnapshot & ErgometerActions;

type Store = { connection: MonitorConnection; actions: ErgometerActions };

function createStore(): Store {
  const connection = createMonitorConnection({
    log: (message, detail) => console.warn(message, detail),
  });
  let simulated: SimulatedDevice | null = null;
  const actions: ErgometerActions = {
    async connectBluetooth() {
      try {
        const device = await requestBluetoothMonitor();
        simulated = null;
        connection.connect(device);
      } catch (error) {
        if (!isChooserClosed(error)) throw error;
      }
    },
    connectSimulated(rower) {
      simulated = createSimulatedDevice({ rower });
      connection.connect(simulated);
    },
    disconnect() {
      simulated = null;
      connection.disconnect();
    },
    onRecord: connection.onRecord,
    lastRecordAtMs: connection.lastRecordAtMs,
    pushWorkout: connection.pushWorkout,
    startSimulatedRowing: (intervals) => simulated?.startRowing(intervals),
    endSimulatedRowing: () => simulated?.endRowing(),
  };
  return { connection, actions };
}

const ErgometerContext = createContext<Store | null>(null);

/** Provides this browser's one erg connection. Mounted around the routes, so that it survives navigation. */
export function ErgometerProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  useEffect(() => store.actions.disconnect, [store]);
  return <ErgometerContext value={store}>{children}</ErgometerContext>;
}

/** Returns the erg connection. Its actions are stable functions. */
export function useErgometer(): Ergometer {
  const store = use(ErgometerContext);
  if (store === null) throw new Error('useErgometer needs an ErgometerProvider around it');
  const { connection, actions } = store;
  const snapshot = useSyncExternalStore(connection.subscribe, connection.getSnapshot);
  return useMemo(() => ({ ...snapshot, ...actions }), [snapshot, actions]);
}

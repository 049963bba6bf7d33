import { loadChunk } from '../../../lib/load-chunk.ts';
import { createListeners, once } from '../../../lib/store.ts';
import type { MonitorConnection } from './monitor-connection.ts';
import type { MonitorDevice } from './monitor-device.ts';
import { noMonitor } from './monitor-snapshot.ts';

type LazyConnection = Omit<MonitorConnection, 'connect'> & {
  /** Rejects if its code or the device's does not load. */
  connect(deviceOf: () => MonitorDevice | Promise<MonitorDevice>): Promise<void>;
};

/** A monitor connection whose code, with the monitor's protocol, loads with the first device: few pages have one. */
export function createLazyConnection(options: {
  log: (message: string, detail: unknown) => void;
}): LazyConnection {
  const changed = createListeners();
  const records = createListeners<Parameters<Parameters<MonitorConnection['onRecord']>[0]>>();
  let connection: MonitorConnection | null = null;
  /** Counts connects and disconnects: a later one during loading cancels an earlier connect. */
  let changes = 0;

  const loaded = once(async () => {
    const { createKeptConnection } = await loadChunk(() => import('./kept-connection.ts'));
    connection = createKeptConnection(options);
    connection.subscribe(changed.call);
    connection.onRecord(records.call);
    return connection;
  });

  return {
    async connect(deviceOf) {
      changes += 1;
      const change = changes;
      const [opened, device] = await Promise.all([loaded(), deviceOf()]);
      if (change === changes) opened.connect(device);
    },
    disconnect() {
      changes += 1;
      connection?.disconnect();
    },
    lend: () => connection?.lend(),
    getSnapshot: () => connection?.getSnapshot() ?? noMonitor,
    subscribe: changed.subscribe,
    onRecord: records.subscribe,
    pushWorkout: async (plan, onStage) => (await loaded()).pushWorkout(plan, onStage),
    isSetTo: (plan) => connection?.isSetTo(plan) ?? false,
  };
}

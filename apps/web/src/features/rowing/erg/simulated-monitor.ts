import { loadChunk } from '../../../lib/load-chunk.ts';
import type { MonitorConnection } from './monitor-connection.ts';
import type { SimulatedDevice, SimulatedRower } from './simulated-device.ts';

/** A simulated erg with its own connection, separate from the browser's one erg connection. */
export type SimulatedMonitor = Pick<MonitorConnection, 'onRecord' | 'pushWorkout' | 'disconnect'> &
  Pick<SimulatedDevice, 'startRowing'>;

/** Returns a connected simulated erg; it waits until `startRowing`. Rejects if its code does not load. */
export async function openSimulatedMonitor(rower: SimulatedRower): Promise<SimulatedMonitor> {
  const [{ createMonitorConnection }, { createSimulatedDevice }] = await loadChunk(() =>
    Promise.all([import('./monitor-connection.ts'), import('./simulated-device.ts')]),
  );
  const connection = createMonitorConnection({ log: (message, detail) => console.warn(message, detail) });
  const device = createSimulatedDevice({ rower });
  connection.connect(device);
  await new Promise<void>((resolve) => {
    const stop = connection.subscribe(() => {
      if (connection.getSnapshot().state !== 'connected') return;
      stop();
      resolve();
    });
  });
  return { ...connection, startRowing: device.startRowing };
}

import { createErgConnection } from './erg-connection.ts';
import { noteMonitor } from './last-monitor.ts';
import type { MonitorConnection } from './monitor-connection.ts';

/**
 * An erg's connection that notes its monitor for the time after a reload. It does not store an erg of another maker.
 */
export function createKeptConnection(options: Parameters<typeof createErgConnection>[0]): MonitorConnection {
  const connection = createErgConnection(options);
  return {
    ...connection,
    connect(device) {
      connection.connect(device);
      const { id, name, isSimulated, isOtherRower } = device;
      noteMonitor(isSimulated || isOtherRower ? null : { id, name });
    },
    disconnect() {
      connection.disconnect();
      noteMonitor(null);
    },
  };
}

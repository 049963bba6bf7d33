import { noteMonitor } from './last-monitor.ts';
import { createMonitorConnection, type MonitorConnection } from './monitor-connection.ts';

/** A monitor connection that notes its monitor for the time after a reload. */
export function createKeptConnection(
  options: Parameters<typeof createMonitorConnection>[0],
): MonitorConnection {
  const connection = createMonitorConnection(options);
  return {
    ...connection,
    connect(device) {
      connection.connect(device);
      const { id, name, isSimulated } = device;
      noteMonitor(isSimulated ? null : { id, name });
    },
    disconnect() {
      connection.disconnect();
      noteMonitor(null);
    },
  };
}

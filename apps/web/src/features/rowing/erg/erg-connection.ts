import { createListeners } from '../../../lib/store.ts';
import { createMonitorConnection, type ErgRecord, type MonitorConnection } from './monitor-connection.ts';
import { createRowerConnection } from './rower-connection.ts';

/**
 * Keeps one erg connected: a monitor, or an erg of another maker (`isOtherRower` of its device). Each replaces the
 * other.
 */
export function createErgConnection(
  options: Parameters<typeof createMonitorConnection>[0],
): MonitorConnection {
  const changed = createListeners();
  const records = createListeners<[ErgRecord, number]>();
  const monitor = createMonitorConnection(options);
  const rower = createRowerConnection();
  let current = monitor;
  for (const each of [monitor, rower]) {
    each.subscribe(changed.call);
    each.onRecord(records.call);
  }

  return {
    connect(device) {
      const before = current;
      current = device.isOtherRower === true ? rower : monitor;
      if (before !== current) before.disconnect();
      current.connect(device);
    },
    disconnect: () => current.disconnect(),
    lend: () => current.lend(),
    getSnapshot: () => current.getSnapshot(),
    subscribe: changed.subscribe,
    onRecord: records.subscribe,
    pushWorkout: (plan, onStage) => current.pushWorkout(plan, onStage),
    isSetTo: (plan) => current.isSetTo(plan),
  };
}

import { loadChunk } from '../../../lib/load-chunk.ts';
import { createListeners } from '../../../lib/store.ts';
import type { BeltConnection } from './belt-connection.ts';
import { isChooserClosed, requestHeartRateBelt } from './bluetooth.ts';

type LazyBelt = Omit<BeltConnection, 'connect'> & {
  /** Opens the browser's chooser; call it from a click. Like `connectBluetooth`, for a belt. */
  connect(): Promise<void>;
};

/** A belt connection whose code loads with the first belt: few athletes have one. */
export function createLazyBelt(): LazyBelt {
  const changed = createListeners();
  let connection: BeltConnection | null = null;

  return {
    async connect() {
      try {
        const chosen = await requestHeartRateBelt();
        const { createBeltConnection, createBeltDevice } = await loadChunk(
          () => import('./bluetooth-connections.ts'),
        );
        if (connection === null) {
          connection = createBeltConnection();
          connection.subscribe(changed.call);
        }
        connection.connect(createBeltDevice(chosen));
      } catch (error) {
        if (!isChooserClosed(error)) throw error;
      }
    },
    disconnect: () => connection?.disconnect(),
    getSnapshot: () => connection?.getSnapshot() ?? null,
    subscribe: changed.subscribe,
  };
}

import type { ReactNode } from 'react';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { vi } from 'vitest';
import { createListeners, createStore } from '../../src/lib/store.ts';
import { noMonitor, type MonitorSnapshot } from '../../src/features/rowing/erg/monitor-snapshot.ts';
import { ErgContext } from '../../src/features/rowing/erg/use-erg.tsx';

/** The erg connection as a test sets it, connected at first, and the calls made on it. */
export function createFakeErg() {
  const shown = createStore<MonitorSnapshot>({ ...noMonitor, state: 'connected' });
  const records = createListeners<[RowRecord, number]>();
  const refuse = () => Promise.reject(new Error('The fake erg does not do this'));
  const actions = {
    connectBluetooth: refuse,
    connectOtherRower: refuse,
    connectSimulated: refuse,
    disconnect: vi.fn(),
    lend: vi.fn(),
    onRecord: records.subscribe,
    pushWorkout: refuse,
    isSetTo: () => false,
    startSimulatedRowing: vi.fn(),
    endSimulatedRowing: vi.fn(),
  };
  const belt = {
    connect: refuse,
    disconnect: () => {},
    getSnapshot: () => null,
    subscribe: () => () => {},
  };
  const store = { connection: { subscribe: shown.subscribe, getSnapshot: shown.get }, actions, belt };
  return {
    actions,
    set: (parts: Partial<MonitorSnapshot>) => shown.set({ ...shown.get(), ...parts }),
    /** The monitor says something. */
    say: (record: RowRecord) => records.call(record, 0),
    Provider: ({ children }: { children: ReactNode }) => <ErgContext value={store}>{children}</ErgContext>,
  };
}

import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { RowPlace } from '@boathouse/row/life/life';
import { createStore } from '../../src/lib/store.ts';
import type { RowControl, VisitedSession } from '../../src/features/rowing/rowing/run/lazy-runner.ts';
import { Leftovers } from '../../src/features/rowing/rowing/run/leftovers.ts';
import type { RowSnapshot } from '../../src/features/rowing/rowing/run/row-snapshot.ts';
import { RowingContext } from '../../src/features/rowing/rowing/use-row.ts';
import { buildRowSnapshot } from './build-row-snapshot.ts';

type Shown = {
  row: RowSnapshot | null;
  held: RowSnapshot | null;
  expected: RowPlace | null;
  visited: VisitedSession | null;
};

/**
 * The user's row as a test sets it, for components that need it, and the calls made on it. There is no row at first.
 */
export function createFakeRow() {
  const nothing: Shown = { row: null, held: null, expected: null, visited: null };
  const shown = createStore(nothing);
  const change = (parts: Partial<Shown>) => shown.set({ ...shown.get(), ...parts });
  const rowing = {
    leftovers: new Leftovers({ lives: new Map(), take: () => {}, forget: () => {} }),
    finish: vi.fn(),
    discard: vi.fn(),
    takeOver: vi.fn(async () => {}),
    dismiss: vi.fn(),
    save: vi.fn(async () => {}),
    keepHeld: vi.fn(),
    discardHeld: vi.fn(),
  };
  const control: RowControl = {
    rowing,
    subscribe: shown.subscribe,
    getSnapshot: () => shown.get().row,
    getHeld: () => shown.get().held,
    getExpected: () => shown.get().expected,
    expect: (expected) => change({ expected }),
    visit: (visited) => change({ visited }),
    getVisited: () => shown.get().visited,
    leaveSession: () => Promise.resolve(),
    begin: async () => {},
  };
  return {
    control,
    rowing,
    /** Shows a row with these parts, or none. */
    set: (parts: Partial<RowSnapshot> | null) =>
      change({ row: parts === null ? null : buildRowSnapshot(parts) }),
    change,
    Provider: ({ children }: { children: ReactNode }) => (
      <RowingContext value={control}>{children}</RowingContext>
    ),
  };
}

export { deleteKeptRows } from './journal/kept-rows.ts';
export { MyErgometer } from './my-ergometer.tsx';
export { RowBar } from './rows/lazy-row-bar.tsx';
export type { RowControl } from './lazy-runner.ts';
export { isInProgress, isOnTheWater, type RowSnapshot } from './row-snapshot.ts';
export { RowingProvider, useOfRow, useRow, useRowRunner } from './rowing-provider.tsx';

export { deleteKeptRows } from './run/kept-rows.ts';
export { MyErgometer } from './my-ergometer.tsx';
export { RowBar } from './bars/lazy-row-bar.tsx';
export type { RowControl } from './run/lazy-runner.ts';
export { isInProgress, isOnTheWater, type RowSnapshot } from './run/row-snapshot.ts';
export { RowingProvider, useOfRow, useRow, useRowRunner } from './rowing-provider.tsx';

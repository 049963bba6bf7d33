export { deleteKeptRows } from './run/kept-rows.ts';
export type { ConnectPlace } from './connect-bar.tsx';
export { MyErgometer } from './my-ergometer.tsx';
export { useConnectErg } from './use-connect-erg.ts';
export { RowBar } from './bars/lazy-row-bar.tsx';
export type { RowControl } from './run/lazy-runner.ts';
export { isInProgress, isOnTheWater, type RowSnapshot } from './run/row-snapshot.ts';
export { RowingProvider } from './rowing-provider.tsx';
export { useOfRow, useRow, useRowRunner } from './use-row.ts';

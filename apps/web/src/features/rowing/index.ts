export type { SimulatedRow } from './connect-bar.tsx';
export { MyErgometer } from './my-ergometer.tsx';
export type { RowController, RowSnapshot } from './row-controller.ts';
export { RowingProvider, useRow, useRowController } from './rowing-provider.tsx';
export { useUnloadWarning } from './unload-warning.ts';

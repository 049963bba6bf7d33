export { bluetoothUnsupportedMessage, isBluetoothSupported } from './bluetooth.ts';
export type { SimulatedPlan } from './simulated-device.ts';
export { ErgometerProvider, useErgometer, type Ergometer } from './use-ergometer.tsx';

export { connectAction } from './connect-action.ts';
export { BluetoothUnavailableError, bluetoothUnsupportedMessage, isBluetoothSupported } from './bluetooth.ts';
export { openSimulatedMonitor, type SimulatedMonitor } from './simulated-monitor.ts';
export { ErgometerProvider, useErgometer, type Ergometer } from './use-ergometer.tsx';
export type { PushResult, PushStage } from './workout-sender.ts';

export { connectAction } from './connect-action.ts';
export { BluetoothUnavailableError, bluetoothUnsupportedMessage, isBluetoothSupported } from './bluetooth.ts';
export { failureWords } from './push-failure.ts';
export {
  chooseAgain,
  grantedMonitor,
  lastMonitor,
  shownNameOf,
  wasConnected,
  type KnownMonitor,
} from './last-monitor.ts';
export { openSimulatedMonitor, type SimulatedMonitor } from './simulated-monitor.ts';
export { ErgProvider, useErg, useHeartRateBelt, type Erg, type HeartRateBelt } from './use-erg.tsx';
export type { PushStage } from './workout-sender.ts';

export { bluetoothUnsupportedMessage, isBluetoothSupported } from './bluetooth.ts';
export { ErgometerProvider, useErgometer, type Ergometer } from './use-ergometer.tsx';
export { isSetTo, type PushResult, type PushStage } from './workout-sender.ts';

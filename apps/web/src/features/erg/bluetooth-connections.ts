/* What is loaded once a device is chosen, in one file. */
export { createBeltConnection, createBeltDevice } from './belt-connection.ts';
export { createBluetoothDevice } from './bluetooth-device.ts';

import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  bluetoothUnsupportedMessage,
  isChooserClosed,
  requestBluetoothMonitor,
  requestOtherRower,
} from './bluetooth.ts';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';

afterEach(() => vi.unstubAllGlobals());

describe('choosing a monitor', () => {
  test("[ERG-6] rejects with 'Bluetooth not available' without Bluetooth, and exports the page's alert", async () => {
    vi.stubGlobal('navigator', {});
    await expect(requestBluetoothMonitor()).rejects.toThrow(new Error('Bluetooth not available'));
    expect(bluetoothUnsupportedMessage).toBe('This browser does not support bluetooth.');
  });

  test('[ERG-1] requests the discovery service and every service that is used later', async () => {
    const requestDevice = vi.fn(async (_options: RequestDeviceOptions) => createFakeMonitor().device);
    vi.stubGlobal('navigator', { bluetooth: { requestDevice } });
    const device = await requestBluetoothMonitor();
    expect(device).toMatchObject({ id: 'fake-1', name: 'PM5 430000000' });
    expect(requestDevice).toHaveBeenCalledExactlyOnceWith({
      filters: [{ services: ['ce060000-43e5-11e4-916c-0800200c9a66'] }, { namePrefix: 'PM5' }],
      optionalServices: [
        'ce060010-43e5-11e4-916c-0800200c9a66',
        'ce060020-43e5-11e4-916c-0800200c9a66',
        'ce060030-43e5-11e4-916c-0800200c9a66',
      ],
    });
  });

  test('requests fitness machines for a rower of another maker, and the services that a monitor among them needs', async () => {
    const requestDevice = vi.fn(async (_options: RequestDeviceOptions) => createFakeMonitor().device);
    vi.stubGlobal('navigator', { bluetooth: { requestDevice } });
    await requestOtherRower();
    expect(requestDevice).toHaveBeenCalledExactlyOnceWith({
      filters: [{ services: [0x1826] }],
      optionalServices: [
        'ce060010-43e5-11e4-916c-0800200c9a66',
        'ce060020-43e5-11e4-916c-0800200c9a66',
        'ce060030-43e5-11e4-916c-0800200c9a66',
      ],
    });
  });

  test('distinguishes a closed chooser from a failure', () => {
    expect(isChooserClosed(new DOMException('User cancelled', 'NotFoundError'))).toBe(true);
    expect(isChooserClosed(new Error('Bluetooth not available'))).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';

import { Characteristic, Service, pm5Uuid, serviceOf, shortOf } from './uuids.ts';

describe('PM5 numbers and UUIDs', () => {
  it('builds the UUID of the rowing service in lower case', () => {
    expect(pm5Uuid(Service.rowing)).toBe('ce060030-43e5-11e4-916c-0800200c9a66');
  });

  it.each([...Object.values(Service), ...Object.values(Characteristic)])(
    'reads the number %i back from its UUID, in either case',
    (short) => {
      expect(shortOf(pm5Uuid(short))).toBe(short);
      expect(shortOf(pm5Uuid(short).toUpperCase())).toBe(short);
    },
  );

  it.each(['', '0000180a-0000-1000-8000-00805f9b34fb', `${pm5Uuid(0x31)}0`])(
    'returns null for %j, which is not a UUID of Concept2',
    (uuid) => {
      expect(shortOf(uuid)).toBeNull();
    },
  );

  it.each([-1, 0x10000, 1.5, Number.NaN])('rejects %d as a 16-bit number', (short) => {
    expect(() => pm5Uuid(short)).toThrow(RangeError);
  });

  it.each([
    [Characteristic.serialNumber, Service.information],
    [Characteristic.ergMachineType, Service.information],
    [Characteristic.csafeReceive, Service.control],
    [Characteristic.csafeTransmit, Service.control],
    [Characteristic.generalStatus, Service.rowing],
    [Characteristic.forceCurve, Service.rowing],
    [Characteristic.multiplexed, Service.rowing],
  ])('finds characteristic %i in service %i', (characteristic, service) => {
    expect(serviceOf(characteristic)).toBe(service);
  });

  it('rejects a number that no service has', () => {
    expect(() => serviceOf(0x99)).toThrow(RangeError);
  });
});

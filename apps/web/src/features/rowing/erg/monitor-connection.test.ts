import { encodeRecord } from '@boathouse/pm5/encode';
import { decodeNotification } from '@boathouse/pm5/decode';
import { Characteristic } from '@boathouse/pm5/uuids';
import { beginRow, reduceRow, type RowProgress } from '@boathouse/row/reduce/progress';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBluetoothDevice } from './bluetooth-device.ts';
import { createFakeMonitor, type FakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { createMonitorConnection, type ErgRecord, type MonitorConnection } from './monitor-connection.ts';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';
import {
  recordedNotifications,
  recordedValues,
  type RecordedNotification,
} from '../../../../test/erg/recorded-row.ts';
import { nowMs as clockMs } from '../../../../test/now.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const INDIVIDUAL = [0x31, 0x32, 0x33, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b];

type Setting = {
  fake: FakeMonitor;
  connection: MonitorConnection;
  log: ReturnType<typeof vi.fn<(message: string, detail: unknown) => void>>;
  records: ErgRecord[];
};

function setUp(): Setting {
  const fake = createFakeMonitor(recordedValues());
  const log = vi.fn<(message: string, detail: unknown) => void>();
  const connection = createMonitorConnection({ log });
  const records: ErgRecord[] = [];
  connection.onRecord((record) => records.push(record));
  return { fake, connection, log, records };
}

async function connected(setting: Setting = setUp()): Promise<Setting> {
  setting.connection.connect(createBluetoothDevice(setting.fake.device));
  await vi.advanceTimersByTimeAsync(1000);
  expect(setting.connection.getSnapshot().state).toBe('connected');
  return setting;
}

function idleStatus(): Uint8Array {
  return recordedNotifications[0]?.bytes ?? new Uint8Array();
}

function states(connection: MonitorConnection): string[] {
  const seen: string[] = [];
  connection.subscribe(() => {
    const { state, reconnecting } = connection.getSnapshot();
    const label = reconnecting ? `${state} again` : state;
    if (seen.at(-1) !== label) seen.push(label);
  });
  return seen;
}

describe('connecting', () => {
  test('[ERG-1] goes from disconnected through connecting to connected, and back on disconnect', async () => {
    const setting = setUp();
    expect(setting.connection.getSnapshot().state).toBe('disconnected');
    const seen = states(setting.connection);
    await connected(setting);
    expect(setting.connection.getSnapshot()).toMatchObject({
      deviceName: 'PM5 430000000',
      isSimulated: false,
    });
    setting.connection.disconnect();
    expect(seen).toEqual(['connecting', 'connected', 'disconnected']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(setting.fake.connectCount()).toBe(1);
  });

  test('[ERG-5] reads serial number, revisions and manufacturer as text', async () => {
    const { connection } = await connected();
    expect(connection.getSnapshot().information).toEqual({
      serialNumber: '430000000',
      hardwareRevision: '340',
      firmwareRevision: '8200-000320-020.000',
      manufacturerName: 'Concept2',
    });
  });

  test('subscribes to each record, the force curve and the battery, then sets four samples a second', async () => {
    const { fake, log } = await connected();
    expect(fake.notifying()).toEqual([...INDIVIDUAL, 0x3d, 0x3e]);
    expect(fake.written).toEqual([{ characteristic: 0x34, bytes: [2] }]);
    expect(log).not.toHaveBeenCalled();
  });

  test('connects a monitor without force curve, and one without the charge of its battery', async () => {
    const setting = setUp();
    setting.fake.refuse(Characteristic.forceCurve);
    await connected(setting);
    expect(setting.fake.notifying()).toEqual([...INDIVIDUAL, 0x3e]);
    const older = setUp();
    older.fake.refuse(Characteristic.additionalStatus3);
    await connected(older);
    expect(older.fake.notifying()).toEqual([...INDIVIDUAL, 0x3d]);
  });

  test.each([
    ['its own characteristic', [] as number[], Characteristic.additionalStatus3, []],
    ['the multiplexed one', [Characteristic.generalStatus], Characteristic.multiplexed, [0x3e]],
  ])('knows the charge of the battery by %s', async (_, refused, characteristic, prefix) => {
    const setting = setUp();
    for (const each of refused) setting.fake.refuse(each);
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    onTestFinished(() => info.mockRestore());
    const { fake, connection, log, records } = await connected(setting);
    expect(connection.getSnapshot().batteryPercent).toBeNull();
    const payload = (...rest: number[]) => Uint8Array.of(...prefix, ...Array<number>(12).fill(0), ...rest);
    fake.notify(characteristic, payload(85));
    expect(connection.getSnapshot().batteryPercent).toBe(85);
    fake.notify(characteristic, payload());
    expect(connection.getSnapshot().batteryPercent).toBeNull();
    expect(records).toEqual([]);
    expect(log).not.toHaveBeenCalled();
  });

  test('uses the multiplexed characteristic when an individual one is not available', async () => {
    const setting = setUp();
    setting.fake.refuse(Characteristic.endOfWorkoutSummary);
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    onTestFinished(() => info.mockRestore());
    await connected(setting);
    expect(setting.fake.notifying()).toEqual([Characteristic.multiplexed]);
    expect(info).toHaveBeenCalledOnce();
    expect(setting.log).not.toHaveBeenCalled();

    const [first] = recordedNotifications;
    const record = first && decodeNotification(first.characteristic, first.bytes);
    if (record?.kind !== 'generalStatus') throw new Error('The recording starts with a general status');
    const { characteristic, bytes } = encodeRecord(record, 'multiplexed');
    setting.fake.notify(characteristic, bytes);
    expect(setting.records).toMatchObject([record]);
  });

  test('names the monitor in its records', async () => {
    const { fake, connection, records } = await connected();
    const [first] = recordedNotifications;
    if (first === undefined) throw new Error('The recording is empty');
    fake.notify(first.characteristic, first.bytes);
    const { id } = fake.device;
    expect(records.at(-1)).toMatchObject({ kind: 'generalStatus', device: { id, name: 'PM5 430000000' } });
    const other = createFakeMonitor(recordedValues());
    connection.connect({ ...createBluetoothDevice(other.device), id: 'other', name: 'PM5 430000002' });
    await vi.advanceTimersByTimeAsync(1_000);
    other.notify(first.characteristic, first.bytes);
    expect(records.at(-1)?.device).toEqual({ id: 'other', name: 'PM5 430000002' });
  });

  test('connects a monitor that refuses the sample rate or its device information', async () => {
    const setting = setUp();
    setting.connection.connect(createBluetoothDevice(createFakeMonitor().device));
    await vi.advanceTimersByTimeAsync(1000);
    expect(setting.connection.getSnapshot()).toMatchObject({
      state: 'connected',
      information: { serialNumber: null, firmwareRevision: null },
    });
  });
});

describe('the machine', () => {
  const told = (ergMachineType: number | null): Uint8Array => {
    const idle = decodeNotification(Characteristic.additionalStatus1, new Uint8Array(16));
    if (idle.kind !== 'additionalStatus1') throw new Error('Not a status');
    return encodeRecord({ ...idle, ergMachineType }, 'individual').bytes;
  };
  const typesOf = (records: readonly ErgRecord[]) =>
    records.flatMap((record) => (record.kind === 'additionalStatus1' ? [record.ergMachineType] : []));

  async function connectedAs(name: string, values = recordedValues()): Promise<Setting> {
    const fake = createFakeMonitor(values);
    const connection = createMonitorConnection({ log: vi.fn<() => void>() });
    const records: ErgRecord[] = [];
    connection.onRecord((record) => records.push(record));
    connection.connect({ ...createBluetoothDevice(fake.device), name });
    await vi.advanceTimersByTimeAsync(1_000);
    return { fake, connection, log: vi.fn<() => void>(), records };
  }

  test('is that of its status, even if its name and information differ', async () => {
    const values = recordedValues().set(Characteristic.ergMachineType, Uint8Array.of(128));
    const { fake, connection, records } = await connectedAs('PM5 430000000 Row', values);
    fake.notify(Characteristic.additionalStatus1, told(192));
    expect(connection.getSnapshot().machine).toBe('bike');
    expect(typesOf(records)).toEqual([192]);
  });

  test('is read if its status lacks it', async () => {
    const values = recordedValues().set(Characteristic.ergMachineType, Uint8Array.of(128));
    const { fake, connection, records } = await connectedAs('PM5 430000000', values);
    fake.notify(Characteristic.additionalStatus1, told(null));
    expect(connection.getSnapshot().machine).toBe('skierg');
    expect(typesOf(records)).toEqual([128]);
  });

  test('is in the name of a monitor that sends no other hint', async () => {
    const { fake, connection, records } = await connectedAs('PM5 430000000 Bike');
    fake.notify(Characteristic.additionalStatus1, told(null));
    expect(connection.getSnapshot().machine).toBe('bike');
    expect(typesOf(records)).toEqual([192]);
  });

  test('is unknown for a monitor that never sends it, and ends with the connection', async () => {
    const { fake, connection, records } = await connectedAs('My erg');
    fake.notify(Characteristic.additionalStatus1, told(null));
    expect(connection.getSnapshot().machine).toBeNull();
    expect(typesOf(records)).toEqual([null]);
    fake.notify(Characteristic.additionalStatus1, told(192));
    expect(connection.getSnapshot().machine).toBe('bike');
    connection.disconnect();
    expect(connection.getSnapshot().machine).toBeNull();
  });
});

describe('records', () => {
  test('reach every listener once and in order, even when another listener throws', async () => {
    const setting = await connected();
    setting.connection.onRecord(() => {
      throw new Error('A page broke');
    });
    const second: string[] = [];
    setting.connection.onRecord((record) => second.push(record.kind));
    for (const { characteristic, bytes } of recordedNotifications.slice(0, 30)) {
      setting.fake.notify(characteristic, bytes);
    }
    expect(setting.records).toHaveLength(30);
    expect(second).toEqual(setting.records.map(({ kind }) => kind));
  });

  test('[ERG-3] records of an unhandled type are logged once per type without ending the row', async () => {
    const setting = setUp();
    setting.fake.refuse(Characteristic.generalStatus);
    await connected(setting);
    setting.log.mockClear();
    for (const code of [65, 63, 65, 65, 63]) {
      setting.fake.notify(Characteristic.multiplexed, Uint8Array.of(code, 1, 2, 3));
    }
    expect(setting.log.mock.calls.map(([message]) => message)).toEqual([
      'Unhandled ergometer record type 0x41 (multiplexed): unhandledType',
      'Unhandled ergometer record type 0x3f (multiplexed): unhandledType',
    ]);
    expect(setting.records).toEqual([]);
    expect(setting.connection.getSnapshot().state).toBe('connected');
  });
});

describe('silence', () => {
  test('[ERG-1] makes the values stale within 3 s, and the next record makes them current', async () => {
    const { fake, connection } = await connected();
    fake.notify(Characteristic.generalStatus, idleStatus());
    const heardAtMs = clockMs();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getSnapshot().state).toBe('connected');
    await vi.advanceTimersByTimeAsync(800);
    expect(connection.getSnapshot()).toMatchObject({ state: 'silent', silentSinceMs: heardAtMs });
    fake.notify(Characteristic.generalStatus, idleStatus());
    expect(connection.getSnapshot()).toMatchObject({ state: 'connected', silentSinceMs: null });
  });

  test('silence of 10 s counts as a lost link, which reconnects', async () => {
    const { fake, connection, records } = await connected();
    fake.notify(Characteristic.generalStatus, idleStatus());
    const silentSinceMs = clockMs();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(connection.getSnapshot()).toMatchObject({
      state: 'disconnected',
      reconnecting: true,
      silentSinceMs,
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getSnapshot()).toMatchObject({ state: 'silent', reconnecting: false, silentSinceMs });
    fake.notify(Characteristic.generalStatus, idleStatus());
    expect(connection.getSnapshot()).toMatchObject({
      state: 'connected',
      silentSinceMs: null,
      problem: null,
    });
    expect(records).toHaveLength(2);
    expect(fake.connectCount()).toBe(2);
  });

  test('is one silence through all reconnections, never shown as connected, and ends with the next record', async () => {
    const { fake, connection, records } = await connected();
    fake.notify(Characteristic.generalStatus, idleStatus());
    const silentSinceMs = clockMs();
    await vi.advanceTimersByTimeAsync(3_000);
    const seen = states(connection);
    await vi.advanceTimersByTimeAsync(92_000);
    expect(fake.connectCount()).toBeGreaterThan(4);
    expect(seen.filter((state) => state.startsWith('connected'))).toEqual([]);
    expect(connection.getSnapshot().silentSinceMs).toBe(silentSinceMs);
    await vi.advanceTimersByTimeAsync(10_000);
    fake.notify(Characteristic.generalStatus, idleStatus());
    if (records.length === 1) {
      // The link dropped between two others.
      await vi.advanceTimersByTimeAsync(10_000);
      fake.notify(Characteristic.generalStatus, idleStatus());
    }
    expect(connection.getSnapshot()).toMatchObject({ state: 'connected', silentSinceMs: null });
  });

  test('silence of a monitor that never sends is counted from the connection', async () => {
    const { connection } = await connected();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(connection.getSnapshot().silentSinceMs).toBeLessThan(1_000);
  });

  test('silence while the page was blocked does not count against the monitor: waiting records are handled first', async () => {
    const { fake, connection } = await connected();
    fake.notify(Characteristic.generalStatus, idleStatus());
    // The clock continues while no code runs.
    vi.setSystemTime(clockMs() + 15_000);
    await vi.advanceTimersByTimeAsync(250);
    fake.notify(Characteristic.generalStatus, idleStatus());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getSnapshot().state).toBe('connected');
    expect(fake.connectCount()).toBe(1);
    vi.setSystemTime(clockMs() + 15_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.getSnapshot().reconnecting).toBe(true);
  });

  test('silence of a link whose old notifications continue is healed by a new link', async () => {
    const setting = setUp();
    setting.fake.refuse(Characteristic.endOfWorkoutSummary);
    setting.fake.refuseToStop();
    setting.connection.connect(createBluetoothDevice(setting.fake.device));
    await vi.advanceTimersByTimeAsync(900);
    expect(setting.connection.getSnapshot()).toMatchObject({ reconnecting: true });
    setting.fake.accept();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(setting.fake.notifying()).toEqual([...INDIVIDUAL, 0x3d, 0x3e]);
    setting.fake.notify(Characteristic.generalStatus, idleStatus());
    expect(setting.records).toHaveLength(1);
  });

  test('silence of a subscription that never settles ends after 5 s, and a new link is set up', async () => {
    const { fake, connection } = setUp();
    fake.stopAnswering();
    connection.connect(createBluetoothDevice(fake.device));
    await vi.advanceTimersByTimeAsync(5_100);
    expect(connection.getSnapshot()).toMatchObject({
      state: 'disconnected',
      reconnecting: true,
      problem: 'The monitor does not respond',
    });
    fake.answerAgain();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getSnapshot().state).toBe('connected');
  });
});

describe('a monitor that is lent to another device', () => {
  test('is free for 30 s, and then connected again without a chooser', async () => {
    const { fake, connection } = await connected();
    connection.lend();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(fake.device.gatt?.connected).toBe(false);
    expect(connection.getSnapshot()).toMatchObject({
      state: 'disconnected',
      reconnecting: true,
      isLent: true,
      problem: 'The erg is free for your other device',
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getSnapshot()).toMatchObject({ state: 'connected', isLent: false, problem: null });
  });

  test('is not called silent, although it sent nothing before', async () => {
    const { connection } = await connected();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(connection.getSnapshot()).toMatchObject({ state: 'silent', silentSinceMs: expect.any(Number) });
    connection.lend();
    expect(connection.getSnapshot()).toMatchObject({
      silentSinceMs: null,
      problem: 'The erg is free for your other device',
    });
    await vi.advanceTimersByTimeAsync(33_000);
    expect(connection.getSnapshot()).toMatchObject({ state: 'silent', silentSinceMs: expect.any(Number) });
  });

  test('stays with it after the athlete disconnects, and lending without a monitor does nothing', async () => {
    const { fake, connection } = await connected();
    connection.lend();
    connection.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    connection.lend();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.connectCount()).toBe(1);
    expect(connection.getSnapshot()).toMatchObject({ state: 'disconnected', reconnecting: false });
  });
});

test('a monitor that the other device has is not called lent after this page looks for it again', async () => {
  const { fake, connection } = await connected();
  connection.lend();
  fake.hangConnects(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.getSnapshot()).toMatchObject({ reconnecting: true, isLent: false });
});

describe('a link that is lost', () => {
  test('reconnects automatically after 1, 2, 4 and then every 8 s', async () => {
    const { fake, connection } = await connected();
    fake.notify(Characteristic.generalStatus, idleStatus());
    fake.hangConnects(6);
    fake.drop();
    await vi.advanceTimersByTimeAsync(1);
    const attemptsAtSec: number[] = [];
    const startMs = clockMs();
    let counted = fake.connectCount();
    for (let ms = 0; ms < 125_000; ms += 100) {
      await vi.advanceTimersByTimeAsync(100);
      if (fake.connectCount() === counted) continue;
      counted = fake.connectCount();
      attemptsAtSec.push(Math.floor((clockMs() - startMs) / 1000));
    }
    // Each hanging attempt takes its 15 s, then the wait.
    expect(attemptsAtSec.slice(0, 6)).toEqual([1, 18, 37, 60, 83, 106]);
    expect(connection.getSnapshot()).toMatchObject({ reconnecting: true, problem: expect.any(String) });
    await vi.advanceTimersByTimeAsync(5_500);
    expect(connection.getSnapshot()).toMatchObject({
      state: 'connected',
      reconnecting: false,
      problem: null,
    });
  });

  test('waits longer after links without a record, and 1 s again after a link with one', async () => {
    const { fake, connection } = await connected();
    const dropAndWait = async (ms: number): Promise<string> => {
      fake.drop();
      await vi.advanceTimersByTimeAsync(ms);
      return connection.getSnapshot().state;
    };
    expect(await dropAndWait(1_500)).toBe('connected');
    expect(await dropAndWait(1_500)).toBe('disconnected');
    await vi.advanceTimersByTimeAsync(1_000);
    fake.notify(Characteristic.generalStatus, idleStatus());
    expect(await dropAndWait(1_500)).toBe('connected');
  });

  test('does not reconnect once the athlete disconnects', async () => {
    const { fake, connection } = await connected();
    fake.drop();
    await vi.advanceTimersByTimeAsync(1);
    connection.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.connectCount()).toBe(1);
    expect(connection.getSnapshot()).toMatchObject({
      state: 'disconnected',
      reconnecting: false,
      deviceName: null,
    });
  });

  test('reconnects also when lost during setup', async () => {
    const { fake, connection } = setUp();
    connection.connect(createBluetoothDevice(fake.device));
    await vi.advanceTimersByTimeAsync(55);
    fake.drop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(connection.getSnapshot().state).toBe('connected');
    expect(fake.notifying()).toEqual([...INDIVIDUAL, 0x3d, 0x3e]);
  });

  test('does not affect the connection to another monitor chosen in the meantime', async () => {
    const { fake, connection, records } = setUp();
    fake.hangConnects(1);
    connection.connect(createBluetoothDevice(fake.device));
    await vi.advanceTimersByTimeAsync(100);
    const other = createFakeMonitor(recordedValues());
    connection.connect(createBluetoothDevice(other.device));
    await vi.advanceTimersByTimeAsync(1_000);
    fake.settleHangingConnects();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.getSnapshot().state).toBe('connected');
    expect(fake.device.gatt?.connected).toBe(false);
    other.notify(Characteristic.generalStatus, idleStatus());
    expect(records).toHaveLength(1);
  });
});

describe('a late event', () => {
  /** A device whose every step the test controls. */
  function createPuppet() {
    const connects: ((link: MonitorLink) => void)[] = [];
    let drop = (): void => {};
    const device: MonitorDevice = {
      id: 'puppet',
      name: 'Puppet',
      isSimulated: false,
      connect: () => new Promise((resolve) => connects.push(resolve)),
      onDisconnected(listener) {
        drop = listener;
        return () => {};
      },
      disconnect() {},
    };
    const createLink = () => {
      const subscribers: ((bytes: Uint8Array) => void)[] = [];
      const link: MonitorLink = {
        read: async () => new Uint8Array(1),
        write: async () => {},
        subscribe: async (_characteristic, onBytes) => void subscribers.push(onBytes),
        unsubscribe: async () => {},
      };
      return { link, subscribers };
    };
    return { device, connects, drop: () => drop(), createLink };
  }

  test('a late event of a replaced attempt changes nothing', async () => {
    const { connection } = setUp();
    const old = createPuppet();
    connection.connect(old.device);
    const { fake } = await connected({ ...setUp(), connection });
    const late = old.createLink();
    old.connects[0]?.(late.link);
    await vi.advanceTimersByTimeAsync(100);
    expect(late.subscribers).toEqual([]);
    expect(connection.getSnapshot().deviceName).toBe(fake.device.name);
  });

  test('over a lost link does not emit a record', async () => {
    const { connection, records } = setUp();
    const puppet = createPuppet();
    connection.connect(puppet.device);
    const { link, subscribers } = puppet.createLink();
    puppet.connects[0]?.(link);
    await vi.advanceTimersByTimeAsync(100);
    subscribers[0]?.(idleStatus());
    expect(records).toHaveLength(1);
    puppet.drop();
    subscribers[0]?.(idleStatus());
    expect(records).toHaveLength(1);
    expect(connection.getSnapshot().state).toBe('disconnected');
  });

  test('a late event of a canceled attempt does not connect', async () => {
    const { connection } = setUp();
    const puppet = createPuppet();
    connection.connect(puppet.device);
    connection.disconnect();
    puppet.connects[0]?.(puppet.createLink().link);
    await vi.advanceTimersByTimeAsync(100);
    expect(connection.getSnapshot().state).toBe('disconnected');
  });
});

describe('a real 100 m piece over the link', () => {
  /** Plays the recording from a given time at its own speed. */
  async function play(
    fake: FakeMonitor,
    notifications: RecordedNotification[],
    fromMs: number,
  ): Promise<void> {
    let nowMs = fromMs;
    for (const { atMs, characteristic, bytes } of notifications) {
      await vi.advanceTimersByTimeAsync(atMs - nowMs);
      nowMs = atMs;
      fake.notify(characteristic, bytes);
    }
  }

  function follow(connection: MonitorConnection): { progress: () => RowProgress } {
    let progress = beginRow();
    connection.onRecord((record, atMs) => {
      progress = reduceRow(progress, record, atMs);
    });
    return { progress: () => progress };
  }

  const result = {
    elapsedSec: 25,
    distanceM: 100,
    averagePaceSec: 125,
    averageStrokeRateSpm: 24,
    averagePowerW: 179,
    totalCalories: 6,
    averageHeartRateBpm: null,
    dragFactor: 98,
    workoutType: 3,
    logEntry: { date: { year: 2016, month: 3, day: 6 }, time: { hour: 11, minute: 36 } },
    source: 'summary',
  };

  test('[ERG-1] has the monitor’s own result', async () => {
    const { fake, connection, records } = await connected();
    const { progress } = follow(connection);
    await play(fake, recordedNotifications, recordedNotifications[0]?.atMs ?? 0);
    expect(records).toHaveLength(recordedNotifications.length);
    expect(progress().result).toEqual(result);
    expect(progress().strokeCount).toBe(10);
  });

  test('has the same result when the link drops in the middle of the piece', async () => {
    const { fake, connection, records } = await connected();
    const { progress } = follow(connection);
    const dropAtMs = 25_000;
    const before = recordedNotifications.filter(({ atMs }) => atMs < dropAtMs);
    const after = recordedNotifications.filter(({ atMs }) => atMs >= dropAtMs);
    await play(fake, before, before[0]?.atMs ?? 0);
    fake.drop();
    await play(fake, after, before.at(-1)?.atMs ?? 0);
    expect(fake.connectCount()).toBe(2);
    expect(records.length).toBeLessThan(recordedNotifications.length);
    expect(progress().result).toEqual(result);
    expect(progress().pieceNumber).toBe(1);
  });
});

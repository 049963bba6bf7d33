import {
  choose,
  chooseAndConnect,
  connect,
  control,
  expect,
  information,
  line,
  read,
  received,
  recorded,
  rowing,
  subscribe,
  test,
  write,
} from './fixtures/bluetooth-test.ts';
import { EmulatedPm5 } from './fixtures/emulated-pm5.ts';
import { fullUuid } from './fixtures/gatt-table.ts';
import { loadRecording, replay } from './fixtures/recording.ts';

test('a page chooses the monitor, connects and reads its device information', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  expect(await choose(page)).toBe('PM5 430000000 Row');
  expect(await pm5.isConnected()).toBe(false);
  await connect(page);
  expect(await pm5.isConnected()).toBe(true);
  expect((await read(page, information, '0012')).toString()).toBe('430000000');
  expect((await read(page, information, '0013')).toString()).toBe('340');
  expect((await read(page, information, '0014')).toString()).toBe('8200-000320-020.000');
  expect((await read(page, information, '0015')).toString()).toBe('Concept2');
  expect([pm5.choosers, pm5.connectionAttempts]).toEqual([1, 1]);
});

test('a notification reaches only a page that subscribed to its characteristic', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  expect(await pm5.notify('0031', Uint8Array.of(1))).toBe(false);
  await subscribe(page, rowing, ['0031']);
  expect([await pm5.isSubscribed('0031'), await pm5.isSubscribed('0032')]).toEqual([true, false]);
  expect(await pm5.notify('0031', Uint8Array.of(2, 255))).toBe(true);
  expect(await pm5.notify('0032', Uint8Array.of(3))).toBe(false);
  await page.evaluate(([s, c]) => window.monitorPage.unsubscribe(s, c), [rowing, fullUuid('0031')] as const);
  expect(await pm5.notify('0031', Uint8Array.of(4))).toBe(false);
  expect(await received(page)).toEqual(['0031:02ff']);
});

test('the sample rate is written and read back, and control frames are recorded', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  expect([...(await read(page, rowing, '0034'))]).toEqual([1]);
  await write(page, rowing, '0034', [2]);
  expect([...(await read(page, rowing, '0034'))]).toEqual([2]);
  expect(pm5.sampleRate).toBe(2);
  await write(page, control, '0021', [0xf1, 0x76, 0x07]);
  await write(page, control, '0021', [0x61, 0xf2]);
  expect([...pm5.csafe]).toEqual([0xf1, 0x76, 0x07, 0x61, 0xf2]);
  expect(pm5.writes.map(({ characteristic }) => characteristic)).toEqual(['0034', '0021', '0021']);
});

test('after a drop the page reconnects on the same device without a chooser', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await subscribe(page, rowing, ['0031']);
  for (const times of [1, 2, 3]) {
    await pm5.disconnect();
    expect(await page.evaluate(() => window.monitorPage.disconnections)).toBe(times);
    expect([await pm5.isConnected(), await pm5.isSubscribed('0031')]).toEqual([false, false]);
    await connect(page);
    await subscribe(page, rowing, ['0031']);
    expect(await pm5.notify('0031', Uint8Array.of(times))).toBe(true);
  }
  expect(await received(page)).toEqual(['0031:01', '0031:02', '0031:03']);
  expect([pm5.choosers, pm5.connectionAttempts]).toEqual([1, 4]);
});

test('a drop fails running operations, and Bluetooth stays usable', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await page.evaluate(
    (names) => {
      const { monitorPage } = window;
      const [service, characteristic] = names;
      const readForEver = async (): Promise<string> => {
        try {
          for (;;) await monitorPage.read(service, characteristic);
        } catch (error) {
          return String(error);
        }
      };
      monitorPage.outcome = readForEver();
    },
    [information, fullUuid('0012')] as const,
  );
  await pm5.disconnect();
  expect(await page.evaluate(() => window.monitorPage.outcome)).toMatch(/^NetworkError/);
  await connect(page);
  expect((await read(page, information, '0012')).toString()).toBe('430000000');
});

test('connections fail until they are allowed again, even after the page disconnected itself', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await pm5.refuseConnections(true);
  expect(await pm5.isConnected()).toBe(true);
  await pm5.disconnect();
  await expect(connect(page)).rejects.toThrow(/NetworkError/);
  await expect(connect(page)).rejects.toThrow(/NetworkError/);
  await pm5.refuseConnections(false);
  await connect(page);
  await page.evaluate(() => window.monitorPage.device?.gatt?.disconnect());
  await pm5.refuseConnections(true);
  await expect(connect(page)).rejects.toThrow(/NetworkError/);
  await pm5.refuseConnections(false);
  await connect(page);
  expect((await read(page, information, '0012')).toString()).toBe('430000000');
});

test('a held connection stays pending, and succeeds when it is released', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await choose(page);
  await pm5.holdConnections(true);
  const connecting = connect(page);
  await expect.poll(() => pm5.connectionAttempts).toBe(1);
  expect(await pm5.isConnected()).toBe(false);
  await pm5.holdConnections(false);
  await connecting;
  expect(await pm5.isConnected()).toBe(true);

  await pm5.disconnect();
  await pm5.holdConnections(true);
  const dropped = expect(connect(page)).rejects.toThrow(/NetworkError/);
  await expect.poll(() => pm5.connectionAttempts).toBe(2);
  await pm5.disconnect();
  await dropped;
  await pm5.holdConnections(false);
  await connect(page);
  expect(await pm5.isConnected()).toBe(true);
});

test('a monitor that was dropped is in the chooser of the reloaded page', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await pm5.disconnect();
  await page.reload();
  expect(await choose(page)).toBe('PM5 430000000 Row');
  await connect(page);
  expect(await pm5.isConnected()).toBe(true);
});

test('a canceled chooser is a NotFoundError', async ({ newAthlete, bluetoothPageUrl }) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  pm5.answerChooserWith('cancel');
  expect(await choose(page)).toMatch(/^NotFoundError: User cancelled/);
  pm5.answerChooserWith('pick');
  expect(await choose(page)).toBe('PM5 430000000 Row');
  expect(pm5.choosers).toBe(2);
});

test('an operation that overlaps another fails, and the first one succeeds', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  const outcomes = await page.evaluate(
    async ({ service, names }) => {
      const both = await Promise.allSettled(names.map((name) => window.monitorPage.read(service, name)));
      return both.map((one) => (one.status === 'rejected' ? String(one.reason) : 'read'));
    },
    { service: information, names: [fullUuid('0012'), fullUuid('0013')] },
  );
  expect(outcomes).toEqual(['read', 'NetworkError: GATT operation already in progress.']);
  expect(await pm5.overlappingOperations()).toBe(1);
});

for (const ownBrowser of [false, true]) {
  const where = ownBrowser ? 'two browsers' : 'two contexts of one browser';
  test(`${where} each have their own monitor at once`, async ({ newAthlete, bluetoothPageUrl }) => {
    const athletes = [await newAthlete({ ownBrowser }), await newAthlete({ ownBrowser })];
    const names: (string | undefined)[] = [];
    for (const { page } of athletes) {
      await page.goto(bluetoothPageUrl);
      names.push(await choose(page));
      await connect(page);
      await subscribe(page, rowing, recorded);
    }
    expect(names).toEqual(['PM5 430000000 Row', 'PM5 430000001 Row']);
    const parts = [
      { fromMs: 15_000, toMs: 20_000 },
      { fromMs: 20_000, toMs: 25_000 },
    ];
    await Promise.all(
      athletes.map(async ({ pm5 }, i) => (await replay(pm5, { speed: 10, ...parts[i] })).finished),
    );
    for (const [i, { page, pm5 }] of athletes.entries()) {
      const part = parts[i];
      const expected = loadRecording()
        .filter(
          ({ atMs, characteristic }) =>
            part && atMs >= part.fromMs && atMs < part.toMs && characteristic !== '0022',
        )
        .map(({ characteristic, bytes }) => line(characteristic, bytes));
      expect(await received(page)).toEqual(expected);
      expect((await read(page, information, '0012')).toString()).toBe(`43000000${i}`);
      expect(pm5.connectionAttempts).toBe(1);
    }
    await athletes[0]?.pm5.disconnect();
    expect(await Promise.all(athletes.map(({ pm5 }) => pm5.isConnected()))).toEqual([false, true]);
  });
}

test('a browser without Web Bluetooth shows no chooser', async ({
  pageWithoutBluetooth,
  bluetoothPageUrl,
}) => {
  await pageWithoutBluetooth.goto(bluetoothPageUrl);
  expect(await pageWithoutBluetooth.evaluate(() => 'bluetooth' in navigator)).toBe(false);
});

test('a monitor can be added to an open page', async ({ page, bluetoothPageUrl }) => {
  await page.goto(bluetoothPageUrl);
  await EmulatedPm5.attach(page, { serial: '430000007' });
  expect(await choose(page)).toBe('PM5 430000007 Row');
});

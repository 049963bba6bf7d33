import { describe, expect, test } from 'vitest';
import type { MonitorDevice, MonitorLink } from '../../src/features/rowing/erg/monitor-device.ts';

/** A device behind the port, and the other side of its link. */
export type Transport = {
  device: MonitorDevice;
  /** One that notifies. */
  characteristic: number;
  /** Has the device send one value, if something listens. */
  send(): void;
  /** Lets everything that is under way settle. */
  settle(): Promise<void>;
  /** Ends the link from outside. */
  drop(): void;
};

/** A transport other than Bluetooth can't be lost. */
type Traits = { canBeLost: boolean };

const open = new AbortController().signal;

/** The guarantees of a connection to any erg or belt (`MonitorDevice`). Runs on fake timers. */
export function describeTransport(
  name: string,
  setUp: () => Transport,
  { canBeLost }: Traits = { canBeLost: true },
): void {
  async function connect(transport: Transport, signal: AbortSignal = open): Promise<MonitorLink> {
    const connecting = transport.device.connect(signal);
    await transport.settle();
    return connecting;
  }

  /** Returns the values that arrive from now on. */
  async function listen(transport: Transport, link: MonitorLink): Promise<Uint8Array[]> {
    const values: Uint8Array[] = [];
    const subscribing = link.subscribe(transport.characteristic, (bytes) => values.push(bytes));
    await transport.settle();
    await subscribing;
    return values;
  }

  /** Returns whether a promise has rejected, once everything has settled. */
  async function rejects(transport: Transport, running: Promise<unknown>): Promise<boolean> {
    const outcome = running.then(
      () => false,
      () => true,
    );
    await transport.settle();
    return outcome;
  }

  describe(`the transport of ${name}`, () => {
    test('has an id and a name', () => {
      const { device } = setUp();
      expect(device.id).not.toBe('');
      expect(device.name).not.toBe('');
    });

    test('delivers each value once, as bytes that never change', async () => {
      const transport = setUp();
      const values = await listen(transport, await connect(transport));
      transport.send();
      expect(values).toHaveLength(1);
      const [first = new Uint8Array()] = values;
      const copy = first.slice();
      transport.send();
      expect(values).toHaveLength(2);
      expect(first).toEqual(copy);
    });

    test('delivers each value once to the newer of two listeners', async () => {
      const transport = setUp();
      const link = await connect(transport);
      const before = await listen(transport, link);
      const after = await listen(transport, link);
      transport.send();
      expect([before.length, after.length]).toEqual([0, 1]);
    });

    test('delivers nothing after the end of a subscription', async () => {
      const transport = setUp();
      const link = await connect(transport);
      const values = await listen(transport, link);
      const stopping = link.unsubscribe(transport.characteristic);
      await transport.settle();
      await stopping;
      transport.send();
      expect(values).toEqual([]);
    });

    test('refuses a connection that was given up before it began', async () => {
      const transport = setUp();
      const connecting = transport.device.connect(AbortSignal.abort(new Error('Given up')));
      expect(await rejects(transport, connecting)).toBe(true);
    });

    test('delivers nothing after Disconnect, reports no lost link, and its operations reject', async () => {
      const transport = setUp();
      let drops = 0;
      transport.device.onDisconnected(() => (drops += 1));
      const link = await connect(transport);
      const values = await listen(transport, link);
      transport.device.disconnect();
      await transport.settle();
      transport.send();
      expect(values).toEqual([]);
      expect(drops).toBe(0);
      expect(
        await rejects(
          transport,
          link.subscribe(transport.characteristic, () => {}),
        ),
      ).toBe(true);
      expect(await rejects(transport, link.write(transport.characteristic, Uint8Array.of(0)))).toBe(true);
    });

    test('connects again after Disconnect, and delivers only to the new link', async () => {
      const transport = setUp();
      const before = await listen(transport, await connect(transport));
      transport.device.disconnect();
      await transport.settle();
      const after = await listen(transport, await connect(transport));
      transport.send();
      expect([before.length, after.length]).toEqual([0, 1]);
    });

    test('ends the link before when it is connected once more', async () => {
      const transport = setUp();
      const before = await listen(transport, await connect(transport));
      const after = await listen(transport, await connect(transport));
      transport.send();
      expect([before.length, after.length]).toEqual([0, 1]);
    });

    test('can be let go of twice, and without a link', async () => {
      const { device, settle } = setUp();
      device.disconnect();
      device.disconnect();
      await settle();
      expect(device.id).not.toBe('');
    });

    if (!canBeLost) return;

    test('reports a lost link once to the listeners, and connects again', async () => {
      const transport = setUp();
      const told: string[] = [];
      const stop = transport.device.onDisconnected(() => told.push('first'));
      transport.device.onDisconnected(() => told.push('second'));
      const link = await connect(transport);
      const values = await listen(transport, link);
      stop();
      transport.drop();
      await transport.settle();
      expect(told).toEqual(['second']);
      expect(
        await rejects(
          transport,
          link.subscribe(transport.characteristic, () => {}),
        ),
      ).toBe(true);
      const after = await listen(transport, await connect(transport));
      transport.send();
      expect([values.length, after.length]).toEqual([0, 1]);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { noBus } from './bus.ts';
import { Control } from './control.ts';

test('each part that stores something about other processes is informed of a gap', () => {
  let gap = () => {};
  const control = new Control(
    { ...noBus, onGap: (listener) => (gap = listener) },
    () => {},
    () => {},
  );
  const told: string[] = [];
  control.onGap(() => told.push('callers'));
  control.onGap(() => told.push('connections'));
  gap();
  expect(told).toEqual(['callers', 'connections']);
});

describe('a listener that fails', () => {
  const failing = () => Promise.reject(new Error('the database is away'));
  const message = { kind: 'rightsChanged', user: '0190d2f0-0000-7000-8000-000000000001' } as const;

  function controlOf(bus: typeof noBus = noBus) {
    const failures: unknown[] = [];
    const control = new Control(
      bus,
      () => {},
      (error) => failures.push(error),
    );
    control.listen(failing);
    return { control, failures };
  }

  test('rejects for the caller that waits', async () => {
    const { control, failures } = controlOf();
    await expect(control.publishAndWait(message)).rejects.toThrow('the database is away');
    expect(failures).toEqual([]);
  });

  test('is reported when no caller waits, even for a message of another process', async () => {
    let hear = (_text: string) => {};
    const { control, failures } = controlOf({ ...noBus, onMessage: (listener) => (hear = listener) });
    control.publish(message);
    hear(JSON.stringify(message));
    await expect.poll(() => failures).toHaveLength(2);
  });
});

// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../ui/toast-store.ts';
import { Cockpit } from './cockpit.tsx';
import { ConnectBar } from './connect-bar.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) =>
  render(
    <MantineProvider forceColorScheme="light">
      <MemoryRouter>{part}</MemoryRouter>
    </MantineProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the cockpit', () => {
  const reading: NonNullable<ComponentProps<typeof Cockpit>['reading']> = {
    elapsedSec: 754.3,
    distanceM: 3127.4,
    left: { kind: 'distance', distanceM: 1872.6 },
    paceSec: 118.4,
    averagePaceSec: 120.6,
    strokeRateSpm: 24,
    heartRateBpm: null,
    powerW: 211.2,
  };
  function showCockpit(parts: Partial<ComponentProps<typeof Cockpit>> = {}) {
    show(
      <Cockpit
        workout="5000m"
        reading={reading}
        connection="connected"
        silentForSec={null}
        saving={{ unsentStrokes: 0, awayForSec: null, refusal: null }}
        isSimulated={false}
        progress={0.625}
        {...parts}
      />,
    );
  }
  const figure = (label: string) =>
    screen.getByText(label).nextElementSibling?.firstElementChild?.textContent;
  const isStale = () => screen.getByRole('region', { name: 'Your ergometer' }).dataset['stale'];

  test('shows the remainder, pace, rate and all other values', () => {
    showCockpit();
    expect(figure('distance left')).toBe('1,872');
    expect(figure('pace per 500 m')).toBe('1:58.4');
    expect(figure('strokes per min')).toBe('24');
    expect(figure('elapsed')).toBe('12:34.3');
    expect(figure('distance')).toBe('3,127');
    expect(figure('average pace')).toBe('2:00.6');
    expect(figure('heart rate')).toBe('–');
    expect(figure('power')).toBe('211');
    expect(screen.getByRole('status').textContent).toBe('connected');
    expect(isStale()).toBe('false');
  });

  test('counts a timed piece down in whole seconds, and a free row up in metres', () => {
    showCockpit({ reading: { ...reading, left: { kind: 'time', durationSec: 445.2 } } });
    expect(figure('time left')).toBe('7:26');
    cleanup();
    showCockpit({ reading: { ...reading, left: null } });
    expect(screen.getAllByText('distance').map((label) => label.nextElementSibling?.textContent)).toEqual([
      '3,127m',
      '3,127m',
    ]);
  });

  test('shows grey values and the time since the last record of a silent monitor', () => {
    showCockpit({ silentForSec: 7.9 });
    expect(screen.getByRole('status').textContent).toBe('No data for 7 s');
    expect(isStale()).toBe('true');
    expect(screen.getByText('The monitor has stopped sending. These are its last values.')).toBeTruthy();
  });

  test.each(['disconnected', 'connecting'] as const)('shows grey values of a %s erg', (connection) => {
    showCockpit({ connection });
    expect(screen.getByRole('status').textContent).toBe(connection);
    expect(isStale()).toBe('true');
  });

  test.each([
    [{ unsentStrokes: 0, awayForSec: null, refusal: null }, 'saved'],
    [{ unsentStrokes: 1, awayForSec: null, refusal: null }, '1 stroke not sent'],
    [{ unsentStrokes: 12, awayForSec: null, refusal: null }, '12 strokes not sent'],
    [{ unsentStrokes: 0, awayForSec: 34.2, refusal: null }, 'server away for 34 s'],
    [{ unsentStrokes: 7, awayForSec: 34.2, refusal: null }, 'server away for 34 s, 7 strokes not sent'],
    [{ unsentStrokes: 7, awayForSec: null, refusal: 'must be a number' }, 'not saved: must be a number'],
  ])('shows what the server has of the row: %o', (saving, words) => {
    showCockpit({ saving });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('marks a simulated erg', () => {
    showCockpit({ isSimulated: true });
    expect(screen.getByText('Simulated')).toBeTruthy();
    cleanup();
    showCockpit();
    expect(screen.queryByText('Simulated')).toBeNull();
  });

  test('shows the row of another device without a connection and its saving', () => {
    showCockpit({ connection: 'elsewhere', saving: null, notice: 'You are rowing this on another device' });
    expect(screen.getByText('You are rowing this on another device')).toBeTruthy();
    expect(screen.queryByText('saved')).toBeNull();
    expect(isStale()).toBe('false');
  });
});

describe('the connect bar', () => {
  function showBar(parts: Partial<ComponentProps<typeof ConnectBar>> = {}) {
    const calls = { onConnect: vi.fn(), onConnectSimulated: vi.fn(), onDisconnect: vi.fn() };
    show(
      <ConnectBar
        connection="disconnected"
        isSimulated={false}
        device={null}
        isBluetoothSupported
        isSimulatedErgAllowed={false}
        {...calls}
        {...parts}
      />,
    );
    return calls;
  }

  test('[SESS-3] has a Connect button, and shows a note without Bluetooth support', () => {
    const { onConnect } = showBar({ isBluetoothSupported: false });
    expect(screen.getByText(/This browser does not support bluetooth\./)).toBeTruthy();
    press('Connect');
    expect(onConnect).toHaveBeenCalledOnce();
  });

  test('ignores Connect while connecting', () => {
    const { onConnect } = showBar({ connection: 'connecting' });
    press('Connecting');
    expect(onConnect).not.toHaveBeenCalled();
  });

  test('[ERG-5] shows the device information of the monitor', () => {
    showBar({
      connection: 'connected',
      device: {
        manufacturerName: 'Concept2',
        serialNumber: '431234567',
        hardwareRevision: '633',
        firmwareRevision: null,
      },
    });
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'Concept2',
      '431234567',
      '633',
    ]);
  });

  test('offers the simulated erg only where it is allowed, with a pace and a rate', () => {
    showBar();
    expect(screen.queryByText('Use simulated erg')).toBeNull();
    cleanup();
    const { onConnectSimulated } = showBar({ isSimulatedErgAllowed: true });
    fireEvent.change(screen.getByLabelText('Pace'), { target: { value: '105' } });
    fireEvent.change(screen.getByLabelText('Stroke rate'), { target: { value: '30' } });
    fireEvent.click(screen.getByText('Use simulated erg'));
    expect(onConnectSimulated).toHaveBeenCalledExactlyOnceWith({ paceSec: 105, strokeRateSpm: 30 });
  });
});

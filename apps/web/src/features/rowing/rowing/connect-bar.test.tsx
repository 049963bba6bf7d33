// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErgProvider } from '../erg/index.ts';
import { ConnectBar } from './connect-bar.tsx';
import { nowMs } from '../../../../test/now.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

type Props = ComponentProps<typeof ConnectBar>;

const noErg: Props['link'] = { connection: 'disconnected', isSimulated: false, device: null };
const noCalls = { onConnect: () => {}, onConnectOther: () => {}, onConnectSimulated: () => {} };

describe('the connect bar', () => {
  type Parts = Partial<Props['link'] & Props['ways'] & Pick<Props, 'connectRole'>>;
  function showBar({ connectRole = 'next', ...parts }: Parts = {}) {
    const { isBluetoothSupported = true, isSimulatedErgAllowed = false, ...link } = parts;
    const calls = { onConnect: vi.fn(), onConnectOther: vi.fn(), onConnectSimulated: vi.fn() };
    const onDisconnect = vi.fn();
    render(
      <ConnectBar
        connectRole={connectRole}
        link={{ ...noErg, ...link }}
        ways={{ isBluetoothSupported, isSimulatedErgAllowed, ...calls }}
        onDisconnect={onDisconnect}
      />,
    );
    return { ...calls, onDisconnect };
  }

  test('[SESS-3] has a Connect button, and shows a note without Bluetooth support', () => {
    const { onConnect } = showBar({ isBluetoothSupported: false });
    expect(screen.getByText(/This browser does not support bluetooth\./)).toBeTruthy();
    press('Connect');
    expect(onConnect).toHaveBeenCalledOnce();
  });

  test.each([
    [null, 'Erg connected'],
    ['rower', 'Erg connected'],
    ['other', 'Erg connected'],
    ['skierg', 'SkiErg connected'],
    ['bike', 'BikeErg connected'],
    ['multierg', 'MultiErg connected'],
    ['otherrower', "Other maker's erg connected"],
  ] as const)('names the connected machine: %s', (machine, words) => {
    showBar({ connection: 'connected', machine });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('shows at once that an erg sends no distance, and explains that', () => {
    showBar({ connection: 'connected', machine: 'otherrower', sendsDistance: false });
    expect(screen.getByText(/This erg sends no distance\. Row a workout by time/)).toBeTruthy();
    cleanup();
    for (const sendsDistance of [null, true]) {
      showBar({ connection: 'connected', machine: 'otherrower', sendsDistance });
      expect(screen.queryByText(/sends no distance/)).toBeNull();
      cleanup();
    }
  });

  test('offers a rower of another maker, folded, if there is Bluetooth', async () => {
    const { onConnectOther } = showBar();
    fireEvent.click(screen.getByText('Erg of another maker?'));
    fireEvent.click(await screen.findByRole('button', { name: 'Connect an erg of another maker' }));
    expect(onConnectOther).toHaveBeenCalledOnce();
    expect(screen.getByText(/not from a Concept2, and never ranked/)).toBeTruthy();
    cleanup();
    showBar({ isBluetoothSupported: false });
    expect(screen.queryByText('Erg of another maker?')).toBeNull();
  });

  test('explains that Bluetooth is missing because the page is not secure, and links to the help', async () => {
    vi.stubGlobal('isSecureContext', false);
    vi.stubGlobal('location', new URL('http://192.168.1.20:3000/sessions/1'));
    showBar({ isBluetoothSupported: false });
    expect(
      screen.getByText(/This browser does not support bluetooth\..*This page is not secure/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up this device' }).getAttribute('href')).toBe('/trust');
    press('Continue on your phone');
    expect(await screen.findByText('http://192.168.1.20:3000/trust')).toBeTruthy();
    cleanup();
    vi.stubGlobal('isSecureContext', true);
    showBar({ isBluetoothSupported: false });
    expect(screen.queryByText(/not secure/)).toBeNull();
  });

  test('offers to continue on a phone to a computer without Bluetooth, by a code of this address', async () => {
    vi.stubGlobal('location', new URL('https://rowing.example/sessions/1'));
    showBar({ isBluetoothSupported: false, isSimulatedErgAllowed: true });
    press('Continue on your phone');
    expect(await screen.findByRole('dialog', { name: 'Continue on your phone' })).toBeTruthy();
    expect(screen.getByText('https://rowing.example/sessions/1')).toBeTruthy();
    press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('offers an address of this device to no phone, but offers the simulated erg', () => {
    vi.stubGlobal('location', new URL('http://127.0.0.1:3000/sessions/1'));
    showBar({ isBluetoothSupported: false, isSimulatedErgAllowed: true });
    expect(screen.queryByRole('button', { name: 'Continue on your phone' })).toBeNull();
    expect(screen.getByRole('group').hasAttribute('open')).toBe(true);
  });

  test('moves the focus of a pressed button to the button that replaces it', () => {
    const bar = (connection: Props['link']['connection']) => (
      <ConnectBar
        link={{ connection, isSimulated: true, device: null }}
        ways={{ isBluetoothSupported: true, isSimulatedErgAllowed: true, ...noCalls }}
        onDisconnect={() => {}}
      />
    );
    const { rerender } = render(bar('disconnected'));
    expect(document.activeElement).toBe(document.body);
    screen.getByRole('button', { name: 'Connect' }).focus();
    rerender(bar('connected'));
    expect(document.activeElement).toBe(screen.getByText('Simulated erg connected'));
    screen.getByRole('button', { name: 'Disconnect' }).focus();
    rerender(bar('disconnected'));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Erg' }));
  });

  test('offers the last monitor first, if there is Bluetooth', async () => {
    localStorage.setItem('boathouse.last-monitor', 'id-1\nPM5 430000001');
    const bar = (isBluetoothSupported: boolean) => (
      <ErgProvider>
        <ConnectBar
          link={noErg}
          ways={{ isBluetoothSupported, isSimulatedErgAllowed: false, ...noCalls }}
          onDisconnect={() => {}}
        />
      </ErgProvider>
    );
    render(bar(true));
    const again = await screen.findByRole('button', { name: 'Connect PM5 430000001 again' });
    expect(again.className).toMatch(/primary/);
    expect(screen.getByRole('button', { name: 'Connect' }).className).not.toMatch(/primary/);
    cleanup();
    render(bar(false));
    expect(screen.queryByRole('button', { name: 'Connect PM5 430000001 again' })).toBeNull();
  });

  test('keeps its buttons while the first monitor connects, and shows which one is connecting', async () => {
    const onConnect = vi.fn();
    const bar = (connection: 'connecting' | 'disconnected') => (
      <ErgProvider>
        <ConnectBar
          link={{ ...noErg, connection }}
          ways={{ isBluetoothSupported: true, isSimulatedErgAllowed: false, ...noCalls, onConnect }}
          onDisconnect={() => {}}
        />
      </ErgProvider>
    );
    const { rerender } = render(bar('disconnected'));
    press('Connect');
    // The browser's chooser stores the monitor before it is connected.
    localStorage.setItem('boathouse.last-monitor', 'id-1\nPM5 430000001');
    rerender(bar('connecting'));
    expect(screen.getByRole('button', { name: 'Connecting' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
    rerender(bar('disconnected'));
    const again = await screen.findByRole('button', { name: /again$/ });

    press('Connect');
    rerender(bar('connecting'));
    expect(again.getAttribute('aria-busy')).toBeNull();
    expect(again.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Connecting' }).getAttribute('aria-busy')).toBe('true');
    rerender(bar('disconnected'));

    vi.stubGlobal('navigator', { bluetooth: { requestDevice: () => new Promise(() => {}) } });
    fireEvent.click(again);
    rerender(bar('connecting'));
    expect(again.getAttribute('aria-busy')).toBe('true');
    press('Connect');
    expect(onConnect).toHaveBeenCalledTimes(2);
  });

  test('is folded if the others have rowed, until the athlete connects', () => {
    showBar({ connectRole: 'late' });
    const folded = screen.getByText('Row it late').closest('details');
    expect(folded?.open).toBe(false);
    cleanup();
    showBar({ connectRole: 'late', connection: 'connecting' });
    expect(screen.queryByText('Row it late')).toBeNull();
  });

  test('ignores Connect while connecting', () => {
    const { onConnect } = showBar({ connection: 'connecting' });
    press('Connecting');
    expect(onConnect).not.toHaveBeenCalled();
  });

  test('[ERG-5] shows the device information of the monitor', async () => {
    showBar({
      connection: 'connected',
      device: {
        manufacturerName: 'Concept2',
        serialNumber: '431234567',
        hardwareRevision: '633',
        firmwareRevision: null,
      },
    });
    expect((await screen.findAllByRole('definition')).map((value) => value.textContent)).toEqual([
      'Concept2',
      '431234567',
      '633',
    ]);
  });

  test('shows since when a connected monitor is silent, even while it reconnects', () => {
    const silentSinceMs = nowMs() - 40_500;
    showBar({ connection: 'connected', silentSinceMs });
    expect(screen.getByRole('status').textContent).toBe('Monitor silent for 40 s');
    expect(screen.queryByText('Erg connected')).toBeNull();
    cleanup();
    const { onDisconnect } = showBar({ connection: 'connecting', isReconnecting: true, silentSinceMs });
    expect(screen.getByRole('status').textContent).toBe('Monitor silent for 40 s');
    press('Disconnect');
    expect(onDisconnect).toHaveBeenCalledOnce();
  });

  test('shows that the erg is lent, not that its connection is lost', () => {
    showBar({ isReconnecting: true, isLent: true });
    expect(screen.getByRole('status').textContent).toBe('The erg is free for your other device');
    expect(screen.queryByText('Reconnecting to the erg…')).toBeNull();
  });

  test('announces that the connection is lost, and shows what to do', () => {
    showBar({ isReconnecting: true });
    expect(screen.getByRole('status').textContent).toBe('Reconnecting to the erg…');
    expect(screen.getByText(/^Keep the erg awake and this device near it\./)).toBeTruthy();
  });

  /** Opens the choice; its fields load when it opens. */
  async function openChoice(): Promise<void> {
    fireEvent.click(screen.getByText('No erg nearby? Try a simulated one'));
    await screen.findByLabelText('Machine');
  }

  test('offers the simulated erg only if it is allowed, with a pace and a rate', async () => {
    showBar();
    expect(screen.queryByText('Use simulated erg')).toBeNull();
    cleanup();
    const { onConnectSimulated } = showBar({ isSimulatedErgAllowed: true });
    await openChoice();
    fireEvent.change(screen.getByLabelText('Pace'), { target: { value: '105' } });
    fireEvent.change(screen.getByLabelText('Stroke rate'), { target: { value: '30' } });
    fireEvent.click(screen.getByText('Use simulated erg'));
    expect(onConnectSimulated).toHaveBeenCalledExactlyOnceWith({ paceSec: 105, strokeRateSpm: 30 }, 'rower');
  });

  test('offers a simulated SkiErg and BikeErg with the figures of each', async () => {
    const { onConnectSimulated } = showBar({ isSimulatedErgAllowed: true });
    await openChoice();
    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
    fireEvent.change(screen.getByLabelText('Pace'), { target: { value: '105' } });
    fireEvent.change(screen.getByLabelText('Machine'), { target: { value: 'bike' } });
    expect(options('Pace')).toContain('2:00.0 /1000 m');
    expect(options('Cadence')).toContain('80 rpm');
    fireEvent.click(screen.getByText('Use simulated erg'));
    fireEvent.change(screen.getByLabelText('Machine'), { target: { value: 'skierg' } });
    expect(options('Stroke rate')).toContain('36 spm');
    fireEvent.click(screen.getByText('Use simulated erg'));
    expect(onConnectSimulated.mock.calls).toEqual([
      [{ paceSec: 60, strokeRateSpm: 80 }, 'bike'],
      [{ paceSec: 130, strokeRateSpm: 36 }, 'skierg'],
    ]);
    cleanup();
    showBar({ connection: 'connected', isSimulated: true, machine: 'bike' });
    expect(screen.getByText('Simulated BikeErg connected')).toBeTruthy();
  });
});

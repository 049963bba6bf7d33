// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../test/now.ts';
import type { HeartRateBelt } from '../erg/index.ts';
import { BeltBar } from './belt-bar.tsx';

afterEach(cleanup);

const connected: NonNullable<HeartRateBelt['snapshot']> = {
  state: 'connected',
  reconnecting: false,
  deviceName: 'H10',
  heartRateBpm: null,
  isOffSkin: false,
  silentSinceMs: null,
  problem: null,
};

function show(parts: Partial<typeof connected> | null) {
  const calls = { disconnect: vi.fn(), onConnect: vi.fn() };
  const snapshot = parts && { ...connected, ...parts };
  const belt = { snapshot, disconnect: calls.disconnect };
  render(<BeltBar belt={belt} onConnect={calls.onConnect} />);
  return calls;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a belt is connected by one button', () => {
  const { onConnect } = show(null);
  press('Connect heart-rate belt');
  expect(onConnect).toHaveBeenCalledOnce();
});

test.each([
  ['its heart rate', { state: 'connected', heartRateBpm: 128 }, 'Belt connected: 128 bpm'],
  ['no value yet', { state: 'connected' }, 'Belt connected: –'],
  ['no skin contact', { state: 'connected', isOffSkin: true }, 'Belt without skin contact'],
  ['a first attempt', { state: 'connecting' }, 'Connecting the belt…'],
  ['a lost link', { reconnecting: true, problem: 'The link was lost' }, 'Reconnecting to the belt…'],
  ['a new attempt', { state: 'connecting', reconnecting: true }, 'Reconnecting to the belt…'],
] as const)('a belt with %s says so, and can be disconnected', async (_, parts, words) => {
  const { disconnect } = show(parts);
  expect(await screen.findByText(words)).toBeTruthy();
  press('Disconnect belt');
  expect(disconnect).toHaveBeenCalledOnce();
});

test('a silent belt shows since when, even while it reconnects', async () => {
  const { disconnect } = show({
    state: 'connecting',
    reconnecting: true,
    silentSinceMs: nowMs() - 12_500,
  });
  expect((await screen.findByText('Belt silent', { exact: false })).textContent).toBe('Belt silent for 12 s');
  press('Disconnect belt');
  expect(disconnect).toHaveBeenCalledOnce();
});

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
// Loaded before the clock stops: the view loads them when a row begins.
import '../../erg/monitor-connection.ts';
import '../../erg/simulated-device.ts';
import './rowed-trial.tsx';
import { TrialView } from './trial-view.tsx';

const calls = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', calls);
  vi.stubGlobal('WebSocket', calls);
  vi.stubGlobal('indexedDB', { open: calls });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  calls.mockReset();
});

const pass = (sec: number) => act(() => vi.advanceTimersByTimeAsync(sec * 1_000));

async function row(workout: string) {
  const onLeave = vi.fn();
  render(
    <MemoryRouter>
      <TrialView onLeave={onLeave} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${workout}`) }));
  for (let waits = 0; waits < 40 && screen.queryByText('connected') === null; waits += 1) await pass(0.1);
  return { onLeave };
}
const cockpit = () => within(screen.getByRole('region', { name: 'Your erg' }));
const valueOf = (label: string) => cockpit().getByText(label).parentElement?.querySelector('dd')?.textContent;

describe('a row without an account', () => {
  test('is rowed in the cockpit beside pacers marked as simulated, to a result with its splits', async () => {
    await row('250 m');
    expect(screen.getByText('Nothing of this workout is stored or sent.')).toBeTruthy();
    expect(document.documentElement.hasAttribute('data-rowing')).toBe(true);
    await pass(20);
    const left = Number.parseFloat(valueOf('distance left') ?? '');
    expect(left).toBeGreaterThan(140);
    expect(left).toBeLessThan(190);
    const lanes = screen.getAllByRole('listitem').map((lane) => lane.textContent);
    expect(lanes).toHaveLength(3);
    expect(lanes.filter((lane) => lane.includes('Pacer') && lane.includes('Simulated'))).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Get started free' })).toBeNull();

    await pass(50);
    expect(document.documentElement.hasAttribute('data-rowing')).toBe(false);
    expect(screen.getByRole('heading', { level: 1, name: 'Your simulated workout' })).toBeTruthy();
    const splits = within(screen.getByRole('table', { name: 'Splits' }))
      .getAllByRole('row')
      .slice(1);
    expect(splits.map((split) => split.textContent)).toEqual([
      expect.stringMatching(/^1100 m in 0:2/),
      expect.stringMatching(/^2100 m in 0:2/),
      expect.stringMatching(/^350 m in 0:1/),
    ]);
    expect(valueOf('time')).toMatch(/^1:0\d\.\d$/);
    expect(screen.getByText('2 of 3')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Get started free' }).getAttribute('href')).toBe('/register');
  });

  test('is not stored or sent', async () => {
    await row('100 m');
    await pass(35);
    expect(screen.getByText('Finished. Nothing of this workout was stored or sent.')).toBeTruthy();
    expect(calls).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });

  test('can be an interval workout, whose rest counts down', async () => {
    await row('2 x 100 m');
    await pass(28);
    expect(cockpit().getByText('rest')).toBeTruthy();
    await pass(45);
    expect(within(screen.getByRole('table', { name: 'Splits' })).getAllByRole('row')).toHaveLength(3);
  });

  test('can be left at any time, and rowed again', async () => {
    const { onLeave } = await row('100 m');
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(onLeave).toHaveBeenCalledTimes(1);
    await pass(35);
    fireEvent.click(screen.getByRole('button', { name: 'Row again' }));
    await pass(4);
    expect(screen.getByRole('heading', { level: 1, name: 'Rowing 100 m on a simulated erg' })).toBe(
      document.activeElement,
    );
    expect(cockpit().queryByRole('table')).toBeNull();
  });

  test('leaves no erg running behind', async () => {
    await row('100 m');
    await pass(5);
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });
});

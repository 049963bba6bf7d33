// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatWhen } from './format.ts';
import { useAtNow, useToday } from './use-now.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const startedMs = Date.UTC(2025, 10, 21, 23, 50);
const createdAt = new Date(startedMs - 60_000).toISOString();

test('renders a row only when its text changes', () => {
  vi.useFakeTimers({ now: startedMs });
  const rendered = vi.fn();
  function Row() {
    rendered();
    return <p>{useAtNow((nowMs) => formatWhen(createdAt, nowMs, 'UTC'))}</p>;
  }
  render(<Row />);
  expect(screen.getByText('1 min ago')).toBeTruthy();
  for (let step = 0; step < 40; step += 1) act(() => void vi.advanceTimersByTime(15_000));
  expect(screen.getByText('11 min ago')).toBeTruthy();
  // The first text and one for each minute; the clock has stepped 40 times.
  expect(rendered).toHaveBeenCalledTimes(11);
});

test('renders the day at midnight only', () => {
  vi.useFakeTimers({ now: startedMs });
  const rendered = vi.fn();
  function Day() {
    rendered();
    return <p>{useToday('UTC').toString()}</p>;
  }
  render(<Day />);
  expect(screen.getByText('2025-11-21')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(9 * 60_000 + 59_000));
  expect(rendered).toHaveBeenCalledOnce();
  act(() => void vi.advanceTimersByTime(16_000));
  expect(screen.getByText('2025-11-22')).toBeTruthy();
});

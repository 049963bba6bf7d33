// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCanvas } from '../../../test/fake-canvas.ts';
import { Plot, PlotKeys } from './plot.tsx';

beforeEach(fakeCanvas);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const x = Array.from({ length: 21 }, (_, index) => index * 10);
const xRange = [0, 200] as const;
const yRange = [0, 20] as const;
const series = [{ values: x.map((_, index) => index), color: '--accent', kind: 'line' } as const];

function Example() {
  const [cursor, setCursor] = useState<number | null>(null);
  return (
    <PlotKeys label="Speed" count={x.length} cursor={cursor} onCursor={setCursor}>
      <Plot
        x={x}
        xRange={xRange}
        yRange={yRange}
        series={series}
        xTicks={[{ at: 100, text: 'half' }]}
        yTicks={[{ at: 5, text: 'slow' }]}
        cursor={cursor}
        onCursor={setCursor}
        tip={<p role="status">{cursor}</p>}
      />
    </PlotKeys>
  );
}

const plot = () => screen.getByRole('application', { name: 'Speed' });
const cursor = () => screen.queryByRole('status')?.textContent ?? null;

test('labels stand at their values', () => {
  render(<Example />);
  expect(screen.getByText('half').style.left).toBe('50%');
  expect(screen.getByText('slow').style.top).toBe('75%');
});

test('keys move the cursor by one, by a tenth, and to the ends', () => {
  render(<Example />);
  expect(cursor()).toBeNull();
  fireEvent.focus(plot());
  expect(cursor()).toBe('0');
  for (const [key, at] of [
    ['ArrowLeft', '0'],
    ['ArrowRight', '1'],
    ['PageUp', '3'],
    ['End', '20'],
    ['ArrowRight', '20'],
    ['PageDown', '18'],
    ['Home', '0'],
  ] as const) {
    fireEvent.keyDown(plot(), { key });
    expect(cursor(), key).toBe(at);
  }
  fireEvent.keyDown(plot(), { key: 'Escape' });
  expect(cursor()).toBeNull();
});

test('the pointer moves it to the nearest value, and leaving the plot hides it', () => {
  const { container } = render(<Example />);
  const field = container.querySelector('[data-axis] + *');
  if (!field) throw new Error('There is no plot');
  // The plot is 800 px wide.
  fireEvent.pointerMove(field, { clientX: 419 });
  expect(cursor()).toBe('10');
  fireEvent.pointerMove(field, { clientX: 421 });
  expect(cursor()).toBe('11');
  fireEvent.pointerLeave(plot());
  expect(cursor()).toBeNull();
});

test('each plot is drawn in a separate task', async () => {
  const { container } = render(
    <>
      <Example />
      <Example />
    </>,
  );
  const drawn = () => container.querySelectorAll('canvas').length;
  const counts = new Set([drawn()]);
  // Called after each task that has changed something.
  new MutationObserver(() => counts.add(drawn())).observe(container, { childList: true, subtree: true });
  await waitFor(() => expect(drawn()).toBe(2));
  expect([...counts]).toEqual([0, 1, 2]);
});

test('a plot is drawn when it comes near the screen, or is printed', async () => {
  const seen: Array<(entries: Array<{ isIntersecting: boolean }>) => void> = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSeen: (entries: Array<{ isIntersecting: boolean }>) => void) {
        seen.push(onSeen);
      }
      observe() {}
      disconnect() {}
    },
  );
  const { container } = render(
    <>
      <Example />
      <Example />
    </>,
  );
  const drawn = () => container.querySelectorAll('canvas').length;
  for (const each of seen) each([{ isIntersecting: false }]);
  expect(drawn()).toBe(0);
  seen[0]?.([{ isIntersecting: true }]);
  await waitFor(() => expect(drawn()).toBe(1));
  dispatchEvent(new Event('beforeprint'));
  expect(drawn()).toBe(2);
});

test('bars use the colors of another mode', async () => {
  let color = 'rgb(13, 82, 124)';
  const fills: unknown[] = [];
  const pen = new Proxy(
    {},
    {
      get: () => () => undefined,
      set: (_, name, value) => name !== 'fillStyle' || fills.push(value) > 0,
    },
  );
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: () => pen });
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation(() =>
    Object.assign(document.createElement('i').style, { color }),
  );
  const bars = [{ values: x, color: '--accent', kind: 'bars' } as const];
  render(
    <Plot
      {...{ x, xRange, yRange }}
      series={bars}
      xTicks={[]}
      yTicks={[]}
      cursor={null}
      onCursor={() => undefined}
    />,
  );
  await waitFor(() => expect(fills).toContain(color));
  color = 'rgb(108, 182, 228)';
  document.documentElement.dataset['mode'] = 'dark';
  await waitFor(() => expect(fills.at(-1)).toBe(color));
  delete document.documentElement.dataset['mode'];
});

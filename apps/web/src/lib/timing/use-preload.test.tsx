// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePreload } from './use-preload.ts';

const preloads = [vi.fn(), vi.fn()];
let idle: Array<() => void>;

beforeEach(() => {
  vi.useFakeTimers();
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', () => {});
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Page() {
  usePreload(preloads);
  return <p>Page</p>;
}

test('parts are loaded once, when the page is at rest and the browser is idle', () => {
  render(<Page />);
  vi.advanceTimersByTime(1_900);
  expect(idle).toHaveLength(0);
  vi.advanceTimersByTime(5_000);
  expect(idle).toHaveLength(1);
  expect(preloads[0]).not.toHaveBeenCalled();
  idle[0]?.();
  for (const preload of preloads) expect(preload).toHaveBeenCalledOnce();
});

test('a page that the user left earlier loads none', () => {
  const { unmount } = render(<Page />);
  unmount();
  vi.advanceTimersByTime(5_000);
  expect(idle).toHaveLength(0);
});

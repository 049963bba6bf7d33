// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePreload } from './use-preload.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const preloads = [vi.fn(), vi.fn()];
function Page() {
  usePreload(preloads);
  return <p>Page</p>;
}

test('parts are loaded once, when the page is first used and the browser is idle', () => {
  const idle: Array<() => void> = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', () => {});
  render(<Page />);
  expect(idle).toHaveLength(0);
  fireEvent.pointerMove(document.body);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(idle).toHaveLength(1);
  expect(preloads[0]).not.toHaveBeenCalled();
  idle[0]?.();
  for (const preload of preloads) expect(preload).toHaveBeenCalledOnce();
});

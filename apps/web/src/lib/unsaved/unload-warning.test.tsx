// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useUnloadWarning } from './unload-warning.ts';

afterEach(cleanup);

function Page({ isOn }: { isOn: boolean }) {
  useUnloadWarning(isOn);
  return null;
}

const isAskedBefore = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

test('[SESS-4] the browser warns before closing the page only while the page is shown', () => {
  const { unmount } = render(<Page isOn />);
  expect(isAskedBefore()).toBe(true);
  unmount();
  expect(isAskedBefore()).toBe(false);
});

test('the browser warns only while unsaved text could be lost', () => {
  const { rerender } = render(<Page isOn={false} />);
  expect(isAskedBefore()).toBe(false);
  rerender(<Page isOn />);
  expect(isAskedBefore()).toBe(true);
  rerender(<Page isOn={false} />);
  expect(isAskedBefore()).toBe(false);
});

// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useWakeLock } from './wake-lock.ts';

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Rower({ isRowing }: { isRowing: boolean }) {
  useWakeLock(isRowing);
  return null;
}

/** A browser's wake locks: granted at once or when the test grants them, and released when the page is hidden. */
function stubWakeLock(options: { isSlow?: boolean; isRefused?: boolean } = {}) {
  let held = 0;
  let asked = 0;
  let visibility: DocumentVisibilityState = 'visible';
  const waiting: Array<() => void> = [];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const locks = new Set<{ isReleased: boolean }>();
  const request = async () => {
    asked += 1;
    if (options.isRefused) throw new DOMException('Battery saver', 'NotAllowedError');
    if (options.isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    const lock = { isReleased: false };
    locks.add(lock);
    held += 1;
    return {
      release: async () => {
        if (!lock.isReleased) held -= 1;
        lock.isReleased = true;
      },
    };
  };
  vi.stubGlobal('navigator', { ...navigator, wakeLock: { request } });
  return {
    held: () => held,
    asked: () => asked,
    give: () => waiting.splice(0).forEach((resolve) => resolve()),
    show(state: DocumentVisibilityState) {
      visibility = state;
      if (state === 'hidden') {
        for (const lock of locks) lock.isReleased = true;
        held = 0;
      }
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the screen', () => {
  test('stays on while rowing, even after the page was hidden', async () => {
    const screen = stubWakeLock();
    const { rerender } = render(<Rower isRowing={false} />);
    await settle();
    expect(screen.asked()).toBe(0);
    rerender(<Rower isRowing />);
    await settle();
    expect(screen.held()).toBe(1);
    screen.show('hidden');
    await settle();
    expect(screen.held()).toBe(0);
    screen.show('visible');
    await settle();
    expect(screen.held()).toBe(1);
    rerender(<Rower isRowing={false} />);
    await settle();
    expect(screen.held()).toBe(0);
    screen.show('visible');
    await settle();
    expect(screen.asked()).toBe(2);
  });

  test('may turn off when the row ended before the lock was granted, and after two locks', async () => {
    const screen = stubWakeLock({ isSlow: true });
    const { rerender } = render(<Rower isRowing />);
    rerender(<Rower isRowing={false} />);
    screen.give();
    await settle();
    expect(screen.held()).toBe(0);
    rerender(<Rower isRowing />);
    screen.show('visible');
    screen.give();
    await settle();
    rerender(<Rower isRowing={false} />);
    await settle();
    expect(screen.held()).toBe(0);
  });

  test.each([
    ['refuses', () => void stubWakeLock({ isRefused: true })],
    ['has no wake lock', () => void vi.stubGlobal('navigator', {})],
  ])('a browser that %s stops nothing', async (_, prepare) => {
    prepare();
    const { unmount } = render(<Rower isRowing />);
    await settle();
    expect(unmount).not.toThrow();
  });
});

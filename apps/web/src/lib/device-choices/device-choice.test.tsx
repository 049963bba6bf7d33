// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceChoice } from './device-choice.ts';

const createSide = () =>
  createDeviceChoice<'bow' | 'stroke'>(
    'side',
    (stored) => (stored === 'stroke' ? 'stroke' : 'bow'),
    (side) => side,
  );

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('is stored on the device, and is the default without a choice or with an unreadable one', () => {
  expect(createSide().get()).toBe('bow');
  createSide().set('stroke');
  expect(localStorage.getItem('boathouse.side')).toBe('stroke');
  expect(createSide().get()).toBe('stroke');
  localStorage.setItem('boathouse.side', 'cox');
  expect(createSide().get()).toBe('bow');
});

test('a component follows the choice, even one made in another tab', () => {
  const side = createSide();
  const Side = () => <p>{side.use()}</p>;
  render(<Side />);
  act(() => void side.set('stroke'));
  expect(screen.getByText('stroke')).toBeTruthy();
  act(() => {
    localStorage.setItem('boathouse.side', 'bow');
    dispatchEvent(new StorageEvent('storage', { key: 'boathouse.side' }));
  });
  expect(screen.getByText('bow')).toBeTruthy();
});

test('applies to the page if nothing can be stored', () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const side = createSide();
  expect(side.set('stroke')).toBe(false);
  expect(side.get()).toBe('stroke');
});

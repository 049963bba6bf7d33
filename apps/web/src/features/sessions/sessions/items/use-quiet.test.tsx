// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useQuiet } from './use-quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = () => renderHook(({ value }) => useQuiet(value, value), { initialProps: { value: 'one' } });

test('a value changes at once while the pointer is still', () => {
  const { result, rerender } = show();
  rerender({ value: 'two' });
  expect(result.current.shown).toBe('two');
});

test('a value waits until the pointer has been still for 3 s, and is then the newest', () => {
  const { result, rerender } = show();
  act(() => result.current.onPointer());
  rerender({ value: 'two' });
  expect(result.current.shown).toBe('one');
  act(() => void vi.advanceTimersByTime(2_000));
  result.current.onPointer();
  rerender({ value: 'three' });
  act(() => void vi.advanceTimersByTime(2_900));
  expect(result.current.shown).toBe('one');
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current.shown).toBe('three');
});

test('a change that was reversed before is never shown', () => {
  const { result, rerender } = show();
  result.current.onPointer();
  rerender({ value: 'two' });
  rerender({ value: 'one' });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.shown).toBe('one');
});

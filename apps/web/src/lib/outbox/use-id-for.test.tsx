// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIdFor } from './use-id-for.ts';

test('the same content keeps its id through renders, and changed content gets another', async () => {
  const { result, rerender } = renderHook(() => useIdFor());
  const first = await result.current.idFor({ lane: 3, tenths: 4_002 });
  rerender();
  expect(await result.current.idFor({ lane: 3, tenths: 4_002 })).toBe(first);
  expect(await result.current.idFor({ lane: 3, tenths: 4_003 })).not.toBe(first);
});

test('two presses in one moment have one id', async () => {
  const { result } = renderHook(() => useIdFor());
  const [first, second] = await Promise.all([result.current.idFor('a'), result.current.idFor('a')]);
  expect(first).toBe(second);
});

test('the same content has a new id after a success', async () => {
  const { result } = renderHook(() => useIdFor());
  const first = await result.current.idFor('Guest');
  result.current.forget();
  expect(await result.current.idFor('Guest')).not.toBe(first);
});

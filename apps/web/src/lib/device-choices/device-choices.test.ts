// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clockChoice } from './clock.ts';
import { formatTime } from '../format.ts';
import { firstDayOfDevice } from './week.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('without a choice there is no clock and no first day of the week', () => {
  expect([clockChoice.get(), firstDayOfDevice.get()]).toEqual([null, null]);
});

test('a choice is stored on the device, and can be undone', () => {
  expect(clockChoice.set('h23')).toBe(true);
  expect(firstDayOfDevice.set('Monday')).toBe(true);
  expect([clockChoice.get(), firstDayOfDevice.get()]).toEqual(['h23', 'Monday']);
  expect(clockChoice.set(null)).toBe(true);
  expect([clockChoice.get(), firstDayOfDevice.get()]).toEqual([null, 'Monday']);
});

test('an unknown stored value counts as no choice', () => {
  localStorage.setItem('boathouse.clock', 'h25');
  localStorage.setItem('boathouse.firstDay', 'Someday');
  expect([clockChoice.get(), firstDayOfDevice.get()]).toEqual([null, null]);
});

test('times follow the chosen clock at once', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
  const time = () => formatTime('2026-11-21T18:05:00.000Z', 'UTC');
  expect(time()).toBe('6:05 PM');
  clockChoice.set('h23');
  expect(time()).toBe('18:05');
});

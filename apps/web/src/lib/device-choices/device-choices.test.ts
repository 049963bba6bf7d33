// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clockKey, getClock } from './clock.ts';
import { formatTime } from '../format.ts';
import { storeChoice } from './store-choice.ts';
import { firstDayKey, getFirstDay } from './week.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('without a choice the clock is that of the browser, and weeks begin on Sunday', () => {
  expect([getClock(), getFirstDay()]).toEqual([null, 'Sunday']);
});

test('a choice is stored on the device, and can be taken back', () => {
  expect(storeChoice(clockKey, 'h23')).toBe(true);
  expect(storeChoice(firstDayKey, 'Monday')).toBe(true);
  expect([getClock(), getFirstDay()]).toEqual(['h23', 'Monday']);
  expect(storeChoice(clockKey, null)).toBe(true);
  expect([getClock(), getFirstDay()]).toEqual([null, 'Monday']);
});

test('what is stored and not known counts as no choice', () => {
  localStorage.setItem(clockKey, 'h25');
  localStorage.setItem(firstDayKey, 'Someday');
  expect([getClock(), getFirstDay()]).toEqual([null, 'Sunday']);
});

test('times follow the chosen clock at once', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
  const time = () => formatTime('2026-11-21T18:05:00.000Z', 'UTC');
  expect(time()).toBe('6:05 PM');
  storeChoice(clockKey, 'h23');
  expect(time()).toBe('18:05');
});

test('a browser that stores nothing returns so', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('disabled');
    },
  });
  expect(storeChoice(firstDayKey, 'Monday')).toBe(false);
  expect(getFirstDay()).toBe('Sunday');
});

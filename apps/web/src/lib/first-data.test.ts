import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFirstData, freshMs, readFirstData, takeFirstData } from './first-data.ts';

const url = '/api/notifications/mail';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  history.replaceState(null, '', '/settings');
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-data';
  element.textContent = JSON.stringify({ [url]: { kinds: ['like'] }, '/api/product': { name: 'Boathouse' } });
  document.body.append(element);
  readFirstData();
});
afterEach(() => {
  forgetFirstData();
  vi.useRealTimers();
});

test('each response is taken once, and its element is removed', () => {
  expect(document.getElementById('first-data')).toBeNull();
  vi.advanceTimersByTime(freshMs);
  expect([takeFirstData(url), takeFirstData(url)]).toEqual([{ kinds: ['like'] }, undefined]);
  expect(takeFirstData('/api/product')).toEqual({ name: 'Boathouse' });
});

test('a part of the page that opens later asks again', () => {
  vi.advanceTimersByTime(freshMs + 1);
  expect(takeFirstData(url)).toBeUndefined();
});

test('nothing is used on another page, or after returning from one', () => {
  history.pushState(null, '', '/dashboard');
  expect(takeFirstData(url)).toBeUndefined();
  history.pushState(null, '', '/settings');
  expect(takeFirstData(url)).toBeUndefined();
});

// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanUp, openPage } from '../../../test/signed-in-page.tsx';
import { isServerAway } from '../../lib/server/reachability.ts';
import { readAhead } from './read-ahead.ts';
import { useReadAhead } from './use-read-ahead.ts';

vi.mock('./read-ahead.ts', () => ({ readAhead: vi.fn() }));
const reading = vi.mocked(readAhead);

function Reader() {
  useReadAhead();
  return <p>Page</p>;
}

const minute = 60_000;
const passing = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  reading.mockReset();
});

afterEach(() => {
  isServerAway.set(false);
  cleanUp();
});

test('a reading ahead that failed is repeated after a minute, then after two', async () => {
  reading.mockRejectedValueOnce(new Error('no answer')).mockRejectedValueOnce(new Error('no answer'));
  openPage(<Reader />, '/dashboard');
  await screen.findByText('Page');
  await passing(15_000);
  expect(reading).toHaveBeenCalledTimes(1);
  await passing(minute);
  expect(reading).toHaveBeenCalledTimes(2);
  await passing(minute);
  expect(reading).toHaveBeenCalledTimes(2);
  await passing(minute);
  expect(reading).toHaveBeenCalledTimes(3);
  await passing(59 * minute);
  expect(reading).toHaveBeenCalledTimes(3);
  await passing(minute);
  expect(reading).toHaveBeenCalledTimes(4);
});

test('a page that opened without the server reads ahead soon after it is back', async () => {
  isServerAway.set(true);
  openPage(<Reader />, '/dashboard');
  await screen.findByText('Page');
  await passing(20_000);
  expect(reading).not.toHaveBeenCalled();
  isServerAway.set(false);
  await passing(minute);
  expect(reading).toHaveBeenCalledTimes(1);
});

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeJson } from '../api.ts';
import { loadChunk } from '../load-chunk.ts';
import { pressShown, useAfterPress, watchPresses } from './press-shown.ts';

let frames: Array<() => void> = [];
let end = () => {};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  end = watchPresses();
});
afterEach(async () => {
  end();
  await vi.runAllTimersAsync();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Runs a frame like a browser: its callbacks, then painting, then the queued tasks. */
async function draw(): Promise<void> {
  for (const frame of frames.splice(0)) frame();
  await act(() => vi.advanceTimersByTimeAsync(1));
}

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = useAfterPress(isOpen);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Open
      </button>
      {isShown && <p>Fields</p>}
    </>
  );
}

const isExpanded = () => screen.getByRole('button').getAttribute('aria-expanded');

test('without a press nothing waits', () => {
  expect(pressShown()).toBeNull();
});

test.each(['click', 'keyDown'] as const)('a %s is shown by the next picture', async (type) => {
  const steps: string[] = [];
  fireEvent[type](document.body);
  void pressShown()?.then(() => steps.push('after the press'));
  for (const frame of frames.splice(0)) frame();
  await Promise.resolve();
  steps.push('picture');
  await draw();
  expect(steps).toEqual(['picture', 'after the press']);
  expect(pressShown()).toBeNull();
});

test('a page without pictures does not wait for long', async () => {
  fireEvent.click(document.body);
  await vi.advanceTimersByTimeAsync(499);
  expect(pressShown()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(pressShown()).toBeNull();
});

test('a call is sent, its response returned and code loaded once the press is visible', async () => {
  const steps: string[] = [];
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => {
    steps.push('asked');
    return answer.promise;
  });
  const load = async () => steps.push('code');
  fireEvent.click(document.body);
  const call = exchangeJson({ method: 'POST', url: '/api/likes' }).then(() => steps.push('told'));
  const code = loadChunk(load);
  await vi.advanceTimersByTimeAsync(1);
  steps.push('first press seen');
  await draw();
  fireEvent.click(document.body);
  answer.resolve(new Response('{}'));
  await vi.advanceTimersByTimeAsync(1);
  steps.push('second press seen');
  await draw();
  await Promise.all([call, code]);
  expect(steps).toEqual(['first press seen', 'asked', 'code', 'second press seen', 'told']);
});

test('a button responds to its press at once, and the content that it opens comes with the next frame', async () => {
  render(<Opener />);
  fireEvent.click(screen.getByRole('button'));
  expect([isExpanded(), screen.queryByText('Fields')]).toEqual(['true', null]);
  await draw();
  expect(screen.getByText('Fields')).toBeTruthy();
});

test('a second press before the frame undoes the first one', async () => {
  render(<Opener />);
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  await draw();
  expect([isExpanded(), screen.queryByText('Fields')]).toEqual(['false', null]);
});

test('changes without a press are shown at once', () => {
  const Shown = ({ count }: { count: number }) => <p>{useAfterPress(count)} rows</p>;
  const { rerender } = render(<Shown count={1} />);
  rerender(<Shown count={2} />);
  expect(screen.getByText('2 rows')).toBeTruthy();
});

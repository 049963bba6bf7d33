// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSynthesis } from '../../../../../test/rowing/fake-synthesis.ts';
import { speakerOf } from './speaker.ts';

let synthesis: FakeSynthesis;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  synthesis = FakeSynthesis.install();
  document.documentElement.lang = 'en-US';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const say = (words: string) => speakerOf(synthesis).say(words);

test('speaks in the language of the page, with units as words', async () => {
  const spoken = say('Last 100 m. Rowing 4 x 500 m, 1:00 rest');
  expect(synthesis.spoken).toEqual([
    { text: 'Last 100 meters. Rowing 4 times 500 meters, 1:00 rest', lang: 'en-US' },
  ]);
  synthesis.end();
  expect(await spoken).toBe('spoken');
});

test('lets a sentence end, and then speaks the newest of the waiting ones', async () => {
  const all = [say('one'), say('two'), say('three')];
  expect(synthesis.texts()).toEqual(['one']);
  synthesis.end();
  expect(synthesis.texts()).toEqual(['one', 'three']);
  synthesis.end();
  expect(await Promise.all(all)).toEqual(['spoken', 'replaced', 'spoken']);
});

test('stops the current sentence and the waiting ones, and can speak again', async () => {
  const all = [say('one'), say('two')];
  speakerOf(synthesis).stop();
  expect(await Promise.all(all)).toEqual(['replaced', 'replaced']);
  void say('three');
  expect(synthesis.texts()).toEqual(['one', 'three']);
});

test.each([['synthesis-failed'], ['not-allowed'], ['voice-unavailable']] as const)(
  'has failed with the error %s, and goes on with what waits',
  async (error) => {
    const first = say('one');
    void say('two');
    synthesis.fail(error);
    expect(await first).toBe('failed');
    expect(synthesis.texts()).toEqual(['one', 'two']);
  },
);

test('has failed if nothing begins, as without a voice, and does not speak it late', async () => {
  const first = say('one');
  vi.advanceTimersByTime(5_000);
  expect(await first).toBe('failed');
  expect(synthesis.cancels).toBe(1);
});

test('waits for the end of a sentence that has begun', async () => {
  const first = say('one');
  synthesis.start();
  vi.advanceTimersByTime(60_000);
  synthesis.end();
  expect(await first).toBe('spoken');
});

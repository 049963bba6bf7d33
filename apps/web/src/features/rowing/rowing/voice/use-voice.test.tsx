// @vitest-environment happy-dom
import { beginRow, reduceRow } from '@boathouse/row/reduce/progress';
import { generalStatus } from '@boathouse/row/test/record-factory';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSynthesis } from '../../../../../test/rowing/fake-synthesis.ts';
import type { RowNow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';
import { useVoice } from './use-voice.tsx';
import { setVoiceChoice } from './voice-choice.ts';

let synthesis: FakeSynthesis;
let say: (sentences: readonly Sentence[]) => void;

const waiting: RowNow = {
  progress: beginRow(),
  plan: null,
  targets: [],
  staleWords: null,
  isOver: false,
  unit: 'pace',
  getRank: () => null,
};
const rowing = {
  ...waiting,
  progress: reduceRow(beginRow(), generalStatus({ elapsedSec: 1, distanceM: 4 }), 0),
};

function Voice({ row }: { row: RowNow }) {
  const voice = useVoice(row);
  useEffect(() => {
    ({ say } = voice);
  });
  return voice.region;
}

const topics = ['startAndEnd', 'coach'] as const;
const region = () => screen.getByRole('status');
const nudge = (words: string) => act(async () => say([{ topic: 'coach', words }]));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  synthesis = FakeSynthesis.install();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('announces events in one polite region, which is on the page before its first words, and does not speak by itself', async () => {
  const { rerender } = render(<Voice row={waiting} />);
  expect(region().textContent).toBe('');
  const first = region();
  rerender(<Voice row={rowing} />);
  expect(region().textContent).toBe('Rowing 500 m');
  await nudge('Cleo Coach: Rate 22');
  expect(region().textContent).toBe('Cleo Coach: Rate 22');
  expect(region()).toBe(first);
  expect(synthesis.texts()).toEqual([]);
});

test('replaces an announcement by an equal one, so that screen readers read it twice', async () => {
  render(<Voice row={waiting} />);
  await nudge('Sit up');
  const before = region().firstChild;
  await nudge('Sit up');
  expect(region().firstChild).not.toBe(before);
});

test('speaks of the chosen topics, and always of the erg', async () => {
  setVoiceChoice({ isOn: true, topics: ['coach'] });
  const { rerender } = render(<Voice row={waiting} />);
  rerender(<Voice row={rowing} />);
  expect(region().textContent).toBe('Rowing 500 m');
  expect(synthesis.texts()).toEqual([]);
  await nudge('Sit up');
  synthesis.end();
  rerender(<Voice row={{ ...rowing, staleWords: 'The erg is disconnected.' }} />);
  expect(synthesis.texts()).toEqual(['Sit up', 'The erg is disconnected.']);
});

test('stops with the row', async () => {
  setVoiceChoice({ isOn: true, topics });
  const { unmount } = render(<Voice row={waiting} />);
  await nudge('Sit up');
  unmount();
  expect(synthesis.cancels).toBe(1);
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { UnreadableRow } from '../run/journal-records.ts';
import { LeftoverBars } from './leftover-bars.tsx';
import { Leftovers } from '../run/leftovers.ts';

const key = '018f0000-0000-7000-8000-000000000001';
const unreadable: UnreadableRow = {
  key,
  why: 'damaged',
  activityId: null,
  title: 'Evening',
  workout: '2k',
  strokes: [],
  stored: { key, beats: 7 },
  storedStrokes: [{ key, sequence: 0 }],
};
const forget = vi.fn();

function show(parts: Partial<UnreadableRow>): void {
  const leftovers = new Leftovers({ lives: new Map(), take: vi.fn(), forget });
  leftovers.salvage([{ ...unreadable, ...parts }], 'device');
  leftovers.update();
  render(<LeftoverBars runner={{ subscribe: () => () => {}, rowing: { leftovers } }} />);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  forget.mockClear();
});

test.each([
  ['damaged', '2k in Evening is damaged on this device', ['Download', 'Discard']],
  ['newer', 'Reload the page to save it', ['Reload the page', 'Download', 'Discard']],
] as const)('names a row that is %s, and what can be done', (why, words, buttons) => {
  show({ why });
  expect(screen.getByRole('status').textContent).toContain(words);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

test('names an unreadable row', () => {
  show({ title: null, workout: null });
  expect(screen.getByRole('status').textContent).toContain('A workout is damaged on this device');
});

test('downloads the stored data', async () => {
  show({});
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) made.push(file);
    return 'blob:file';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(names).toEqual([`workout-${key}.json`]);
  expect(JSON.parse((await made[0]?.text()) ?? '')).toEqual({
    row: { key, beats: 7 },
    strokes: [{ key, sequence: 0 }],
  });
});

test('discards only after a question', () => {
  show({});
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(forget).not.toHaveBeenCalled();
  expect(screen.getByText('What is not saved is not stored anywhere else.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(forget).toHaveBeenCalledWith(key);
});

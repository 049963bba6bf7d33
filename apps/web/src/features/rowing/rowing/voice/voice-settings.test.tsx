// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSynthesis } from '../../../../../test/rowing/fake-synthesis.ts';
import { getVoiceChoice } from './voice-choice.ts';
import { VoiceSettings } from './voice-settings.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const box = (name: string) => screen.getByRole('checkbox', { name });

test('the voice is off until it is turned on, and each choice is stored on this device', () => {
  FakeSynthesis.install();
  render(<VoiceSettings />);
  expect(box('Speak while I row')).toHaveProperty('checked', false);
  fireEvent.click(box('Speak while I row'));
  fireEvent.click(box('Each split and interval'));
  cleanup();
  render(<VoiceSettings />);
  const topics = within(screen.getByRole('group', { name: 'What is spoken' })).getAllByRole('checkbox');
  expect(topics.map((topic) => topic instanceof HTMLInputElement && topic.checked)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(getVoiceChoice()).toEqual({ isOn: true, topics: ['startAndEnd', 'targets', 'lastPart', 'coach'] });
});

test('an unreadable stored value is not a choice', () => {
  FakeSynthesis.install();
  for (const stored of ['{', '{"isOn":"yes","topics":[]}', '{"isOn":true,"topics":["weather"]}']) {
    localStorage.setItem('boathouse.voice', stored);
    expect(getVoiceChoice().isOn).toBe(false);
  }
});

test('a test shows that it was spoken, or that the device did not speak', async () => {
  const synthesis = FakeSynthesis.install();
  render(<VoiceSettings />);
  const press = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Test the voice' })));
  await press();
  expect(screen.getByRole('button', { name: 'Test the voice' }).getAttribute('aria-busy')).toBe('true');
  await press();
  expect(synthesis.texts()).toEqual(['500 meters, 2:02.0, rate 24']);
  await act(async () => synthesis.end());
  expect(screen.getByRole('status').textContent).toBe('Spoken: 500 m, 2:02.0, rate 24');
  await press();
  await act(async () => synthesis.fail('synthesis-failed'));
  expect(screen.getByRole('status').textContent).toMatch(/^This device didn't speak\./);
});

test('a browser without speech shows a message', () => {
  vi.stubGlobal('speechSynthesis', undefined);
  Reflect.deleteProperty(globalThis, 'speechSynthesis');
  render(<VoiceSettings />);
  expect(screen.getByText(/^This browser can't speak\./)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

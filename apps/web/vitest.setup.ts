import { afterEach, beforeEach, vi } from 'vitest';

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => void complaints.push(values));
  const warn = console.warn.bind(console);
  vi.spyOn(console, 'warn').mockImplementation((...values: unknown[]) => {
    // There is no layout here, so the UI kit finds nothing to focus in a menu, and prints the whole element.
    if (!String(values[0]).includes('use-focus-trap')) warn(...values);
  });
});

/** An error on the console that the test did not ask for (by a spy of its own) fails it. */
afterEach(() => {
  const unexpected = complaints;
  complaints = [];
  if (unexpected.length === 0) return;
  throw new Error(
    `Unexpected on the console: ${unexpected.map((values) => values.map(String).join(' ')).join('\n')}`,
  );
});

// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const themeScript = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');

/** Runs theme.js as the page does before its first paint. */
function runThemeScript(): void {
  // oxlint-disable-next-line typescript/no-implied-eval -- the file is ours and is a classic script
  new Function(themeScript)();
}

beforeEach(() => {
  localStorage.clear();
  for (const name of ['mode', 'tint']) delete document.documentElement.dataset[name];
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

test('a choice applies at once, and before the first paint after a reload', async () => {
  runThemeScript();
  const { setAppearance, getAppearance } = await import('./appearance.ts');
  expect(getAppearance()).toEqual({ mode: 'light', tint: 'blue' });
  setAppearance({ mode: 'blue', tint: 'mint' });
  expect({ ...document.documentElement.dataset }).toMatchObject({ mode: 'blue', tint: 'mint' });

  for (const name of ['mode', 'tint']) delete document.documentElement.dataset[name];
  runThemeScript();
  expect({ ...document.documentElement.dataset }).toEqual({ mode: 'blue', tint: 'mint' });
});

test('[SET-3] the mode that the server wrote into the page has priority over the one stored on this device', () => {
  localStorage.setItem('appearance', '{"mode":"light","tint":"green"}');
  Object.assign(document.documentElement.dataset, { mode: 'blue', tint: 'mint' });
  runThemeScript();
  expect({ ...document.documentElement.dataset }).toEqual({ mode: 'blue', tint: 'mint' });
});

test('without a choice, the device’s setting decides between light and dark', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  runThemeScript();
  expect({ ...document.documentElement.dataset }).toMatchObject({ mode: 'dark', tint: 'blue' });
});

test('an invalid stored value does not break the page', () => {
  localStorage.setItem('appearance', '{"mode":"neon","tint":7');
  runThemeScript();
  expect({ ...document.documentElement.dataset }).toMatchObject({ mode: 'light', tint: 'blue' });
});

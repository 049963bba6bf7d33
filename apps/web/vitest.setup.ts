import { configure } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';

// Test files of a process share the libraries and the document. Our own modules are loaded again for each file, so that
// their state and their mocks end with it.
vi.resetModules();
// The globals and spies of the file before, should it have left some.
vi.unstubAllGlobals();
vi.restoreAllMocks();
// `findBy` and `waitFor` end as soon as they can; their default of a second is too short for a busy machine.
configure({ asyncUtilTimeout: 30_000 });
// A file that contains `@vitest-environment node` has no document.
if ('document' in globalThis) {
  document.body.innerHTML = '';
  document.head.innerHTML = '<meta name="contact" content="hello@boathouse.example" />';
  localStorage.clear();
  sessionStorage.clear();
  // Node's own locks live longer than a test and ignore its timers.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
}

// Each file has its own databases, so that it does not see late writes of the previous one.
if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();

// The next file of the process has the same timers: a fake one that stays would stop it silently. It stays when the
// real timers are restored before a stubbed global that was the fake one.
const timerNames = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
] as const;
const timers = timerNames.map((name) => ({ name, own: Reflect.get(globalThis, name) as unknown }));

afterEach(() => {
  if (vi.isFakeTimers()) return;
  const left = timers.filter(({ name, own }) => Reflect.get(globalThis, name) !== own);
  for (const { name, own } of left) Reflect.set(globalThis, name, own);
  if (left.length > 0)
    throw new Error(`A test left a fake ${left.map(({ name }) => name).join(', ')} behind.`);
});

let complaints: unknown[][] = [];
let restoreWarn = (): void => {};

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => void complaints.push(values));
  const warn = console.warn.bind(console);
  const spy = vi.spyOn(console, 'warn').mockImplementation((...values: unknown[]) => {
    // There is no layout here, so the UI kit finds nothing to focus in a menu, and prints the whole element.
    if (!String(values[0]).includes('use-focus-trap')) warn(...values);
  });
  restoreWarn = () => spy.mockRestore();
});

/** An error on the console that the test did not expect (with its own spy) fails it. */
afterEach(() => {
  restoreWarn();
  const unexpected = complaints;
  complaints = [];
  if (unexpected.length === 0) return;
  throw new Error(
    `Unexpected on the console: ${unexpected.map((values) => values.map(String).join(' ')).join('\n')}`,
  );
});

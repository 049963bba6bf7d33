// `vi.waitFor` and `expect.poll` end as soon as they can; their default of a second is too short for a busy machine.
import { vi } from 'vitest';

const patientMs = 20_000;

const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options = patientMs) =>
  waitFor(callback, typeof options === 'object' ? { timeout: patientMs, ...options } : options);

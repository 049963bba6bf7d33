import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Comes back to the page long after it was loaded, so that it is loaded again. `cleanUp` brings the date back. */
export async function lookAgain(): Promise<void> {
  vi.setSystemTime('2999-01-02T00:00:00.000Z');
  await act(async () => dispatchEvent(new Event('visibilitychange')));
}

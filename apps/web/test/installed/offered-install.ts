import { vi } from 'vitest';

/** The browser's offer to install the app; `prompted` is called when its dialog opens. */
export function offeredInstall() {
  const prompted = vi.fn(async () => ({ outcome: 'accepted' }));
  return {
    event: Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: prompted }),
    prompted,
  };
}

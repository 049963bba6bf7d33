import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';

/** Few logins are by PIN, so pages do not load their parts at first. */
export const PinLogin = lazyPart({
  name: 'What a login by PIN may do',
  load: async () => (await loadChunk(() => import('./pin-login.tsx'))).PinLogin,
});

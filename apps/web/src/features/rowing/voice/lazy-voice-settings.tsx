import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

/** What is spoken while its user rows. */
export const VoiceSettings = lazyPart({
  name: 'The settings of the voice',
  load: async () => (await loadChunk(() => import('./voice-settings.tsx'))).VoiceSettings,
});

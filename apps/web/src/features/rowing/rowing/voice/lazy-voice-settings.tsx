import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';

/** The settings of the voice, which speaks while its user rows. */
export const VoiceSettings = lazyPart({
  name: 'The settings of the voice',
  load: async () => (await loadChunk(() => import('./voice-settings.tsx'))).VoiceSettings,
});

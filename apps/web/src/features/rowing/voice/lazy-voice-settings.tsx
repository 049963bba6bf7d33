import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../ui/states.tsx';

export const VoiceSettings = lazyPart({
  name: 'The settings of the voice',
  load: async () => (await loadChunk(() => import('./voice-settings.tsx'))).VoiceSettings,
  waiting: <Loading label="Loading the settings of the voice" />,
});

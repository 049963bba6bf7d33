import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

const Choices = lazyPart({
  name: 'The settings of the voice',
  load: async () => (await loadChunk(() => import('./voice-settings.tsx'))).VoiceSettings,
});

/** Loads when it is opened: all sections of the page are open at first. */
export function VoiceSettings() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <details onToggle={() => setIsAsked(true)}>
      <summary>Choose what is spoken</summary>
      {isAsked && <Choices />}
    </details>
  );
}
